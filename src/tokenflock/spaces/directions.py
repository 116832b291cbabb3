"""Norms and directions of tokens, and the part of a velocity along the sphere."""

from typing import Any

import numpy as np
from jaxtyping import Array, Float

from tokenflock._jax import jnp
from tokenflock.attention.attention import Tokens
from tokenflock.errors import InputError


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


def radii(x: Tokens) -> Float[Array, "... n 1"]:
    """The norms |x_i|, shape (..., n, 1)."""
    return jnp.sqrt((x * x).sum(axis=-1, keepdims=True))


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


def check_directions(x: np.ndarray) -> None:
    """Raise `InputError` unless every token has a direction."""
    lost = np.argwhere((x == 0).all(axis=-1))
    if lost.size:
        raise InputError(
            "`x0` must have a direction for every token, but "
            f"token {int(lost[0][-1])} is at the origin. Move it."
        )
