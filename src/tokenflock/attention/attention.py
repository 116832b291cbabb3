"""What an attention is to a flow: weights that may change with time."""

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import equinox as eqx
import numpy as np
from jaxtyping import Array, Float

if TYPE_CHECKING:
    from tokenflock.attention.self_attention import SelfAttention

Tokens = Float[Array, "... n d"]
TokensLike = Float[Array | np.ndarray, "... n d"]
Time = Any  # a number or a scalar array


@runtime_checkable
class Drive(Protocol):
    """What moves tokens in a space: an attention with fixed weights, terms, or both."""

    def __call__(self, x: Any) -> Any:
        """What acts on each token, of the shape of x."""

    def pull(self, x: Any) -> Any:
        """The same up to a multiple of each token, for unit tokens."""


class Attention(eqx.Module):
    """A law that says which weights are in force at a time."""

    @abstractmethod
    def at(self, t: Time) -> "SelfAttention":
        """The weights at time t; traceable."""

    def breaks(self, start: float, end: float) -> tuple[float, ...]:
        """The times strictly between `start` and `end` at which weights jump."""
        return ()

    def during(self, t: float) -> "Attention":
        """The law of the stretch between two breaks that holds t, continued beyond them."""
        return self
