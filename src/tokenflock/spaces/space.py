"""What a space is: how attention moves tokens there, and the way back after a step."""

from abc import abstractmethod
from typing import Any

import equinox as eqx
import numpy as np
from jaxtyping import Array, Float

from tokenflock.attention import SelfAttention

Tokens = Float[Array, "... n d"]
Time = Any  # a number or a scalar array


class Space(eqx.Module):
    """The law of motion of tokens under a given attention."""

    @abstractmethod
    def velocity(self, t: Time, x: Tokens, attention: SelfAttention) -> Tokens:
        """dx/dt, one row per token."""

    @abstractmethod
    def retract(self, x: Tokens) -> Tokens:
        """The point of the space that stands for `x`, at most a step's error away."""

    @abstractmethod
    def check(self, x: np.ndarray, attention: SelfAttention) -> None:
        """Raise `InputError` unless `x` can start a path here under this attention."""


def normalize(x: Any) -> Any:
    """Tokens divided by their norms, x_i / |x_i|."""
    x = x if hasattr(x, "__array_namespace__") else np.asarray(x, float)
    xp = x.__array_namespace__()
    x = x.astype(xp.float64)
    return x / xp.sqrt((x * x).sum(axis=-1, keepdims=True))


def tangent(x: Tokens, y: Tokens) -> Tokens:
    """The part of y orthogonal to the unit token x, P_x y = y - <x, y> x."""
    return y - (x * y).sum(axis=-1, keepdims=True) * x
