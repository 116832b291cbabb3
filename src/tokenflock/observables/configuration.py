"""A configuration of tokens: directions, angles, distances, and pairs in bounded memory."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tokenflock.errors import InputError
from tokenflock.observables.decorator import namespace

BLOCK = 2**22  # numbers held at a time by a sum over pairs: 32 MB


def directions(x: Any) -> Any:
    """Tokens divided by their norms, x_i / |x_i|; a token at the origin stays there."""
    xp = namespace(x)
    # Dividing by the largest coordinate first: |x|^2 overflows from 1e154 on.
    largest = xp.max(xp.abs(x), axis=-1, keepdims=True)
    x = x / xp.where(largest > 0, largest, 1.0)
    return x / xp.where(largest > 0, norms(x)[..., None], 1.0)


def norms(x: Any) -> Any:
    """Euclidean lengths |x_i| over the last axis."""
    return namespace(x).sqrt((x * x).sum(axis=-1))


def angle(x: Any, y: Any) -> Any:
    """The angle of unit vectors, over the last axis, in radians,

        2 arctan(|x - y| / |x + y|),

    which keeps all digits of small angles, and of what opposite vectors lack to pi; arccos <x, y>
    keeps none below 1e-8.  NumPy and JAX.
    """
    return 2 * namespace(x).arctan2(norms(x - y), norms(x + y))


def polar_angles(x: np.ndarray) -> np.ndarray:
    """Polar angles in (-pi, pi] of tokens (n, 2); tokens (n, 1) sit at 0 and pi."""
    return np.arctan2(x[:, 1] if x.shape[1] == 2 else 0.0 * x[:, 0], x[:, 0])


def chord(angle: float) -> float:
    """The distance 2 sin(angle / 2) of two unit tokens at an angle; infinite from pi on."""
    # Opposite tokens may lie a rounding error more than 2 apart, and pi means everybody.
    return float(2 * np.sin(angle / 2)) if angle < np.pi else np.inf


def row_blocks(x: Any, width: int = 1) -> Iterator[slice]:
    """Consecutive slices of the tokens, so that a block of pairs holds about `BLOCK` numbers.

    `width` is how many numbers each pair needs.
    """
    n = x.shape[-2]
    batch = int(np.prod(x.shape[:-2], dtype=int))
    rows = max(1, BLOCK // max(1, batch * n * width))
    return (slice(start, min(start + rows, n)) for start in range(0, n, rows))


def one_by_one(measure: Callable[[np.ndarray], np.ndarray], x: Any) -> np.ndarray:
    """`measure` of every configuration (n, d) in x, one number per token; on the host."""
    x = np.asarray(x, float)
    if not np.isfinite(x).all():
        raise InputError(
            f"Tokens must be finite, but {int((~np.isfinite(x)).any(axis=-1).sum())} of "
            f"{x[..., 0].size} are not. Measure the path up to the time where it blows up."
        )
    values = [measure(tokens) for tokens in x.reshape(-1, *x.shape[-2:])]
    return np.reshape(values, x.shape[:-1])
