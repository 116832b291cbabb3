"""What a space is: how attention moves tokens there, and the way back after a step."""

from abc import abstractmethod
from typing import Any

import equinox as eqx
import numpy as np
from jaxtyping import Array, Float

from tokenflock.attention import SelfAttention
from tokenflock.errors import InputError

Tokens = Float[Array, "... n d"]
Time = Any  # a number or a scalar array


class Space(eqx.Module):
    """The law of motion of tokens under a given attention."""

    @abstractmethod
    def velocity(self, t: Time, x: Tokens, attention: SelfAttention) -> Tokens:
        """dx/dt, one row per token."""

    @abstractmethod
    def layer(self, t: Time, x: Tokens, attention: SelfAttention, step: Time) -> Tokens:
        """Tokens after one layer of a transformer of this kind, `step` long."""

    @abstractmethod
    def retract(self, x: Tokens) -> Tokens:
        """The point of the space that stands for `x`, at most a step's error away."""

    @abstractmethod
    def check(self, x: np.ndarray, attention: SelfAttention) -> None:
        """Raise `InputError` unless `x` can start a path here under this attention."""

    def diffused(self, x: Tokens, gaussian: Tokens, variance: Time) -> Tokens:
        """Tokens after Brownian motion of a given variance per direction."""
        raise InputError(
            f"`noise` is defined on the sphere and in R^d, not for {type(self).__name__}. "
            "Use `space='sphere'`."
        )

    def breaks(self, start: float, end: float) -> tuple[float, ...]:
        """The times strictly between `start` and `end` at which the law of motion jumps."""
        return ()

    def during(self, t: float) -> "Space":
        """The law of the stretch between two breaks that holds t, continued beyond them."""
        return self


def normalize(x: Any) -> Any:
    """Tokens divided by their norms, x_i / |x_i|.

    >>> tkf.normalize([[3.0, 4.0]])
    array([[0.6, 0.8]])
    """
    x = x if hasattr(x, "__array_namespace__") else np.asarray(x, float)
    xp = x.__array_namespace__()
    x = x.astype(xp.float64)
    return x / xp.sqrt((x * x).sum(axis=-1, keepdims=True))


def tangent(x: Tokens, y: Tokens) -> Tokens:
    """The part of y orthogonal to the unit token x, P_x y = y - <x, y> x."""
    return y - (x * y).sum(axis=-1, keepdims=True) * x


def check_unit(x: np.ndarray) -> None:
    """Raise `InputError` unless all tokens have norm one."""
    norms = np.linalg.norm(x, axis=-1)
    off = np.argwhere(np.abs(norms - 1) > 1e-9)
    if off.size:
        token = int(off[0][-1])
        raise InputError(
            f"`x0` must lie on the unit sphere, but {len(off)} of {norms.size} tokens "
            f"{'do' if len(off) > 1 else 'does'} not: token {token} has norm "
            f"{norms[tuple(off[0])]:.12g}. If that is expected, pass `tkf.normalize(x0)`."
        )
