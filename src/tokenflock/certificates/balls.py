"""Ball arithmetic: numbers with rigorous error bounds, by FLINT."""

import importlib
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from tokenflock.errors import InputError

PRECISION = 128  # bits of the midpoint of a ball
Ball = Any  # flint.arb
Interval = tuple[float, float]


def library(name: str) -> Any:
    """A library of certificates, `flint` or `mpmath`."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise InputError(
            "Certificates need python-flint and mpmath. Install them with "
            "`pip install tokenflock[certify]`."
        ) from None


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Balls of so many bits, and what was in force before afterwards."""
    ctx = library("flint").ctx
    before, ctx.prec = ctx.prec, bits
    try:
        yield
    finally:
        ctx.prec = before


def ball(value: float) -> Ball:
    """A float as a ball of radius zero: floats are exact."""
    return library("flint").arb(float(value))


def balls(values: Any) -> list[Ball]:
    """A row of floats as balls."""
    return [ball(value) for value in values]


def rows(values: Any) -> list[list[Ball]]:
    """A matrix of floats as balls."""
    return [balls(row) for row in np.asarray(values, float)]


def zero() -> Ball:
    """Zero."""
    return library("flint").arb(0)


def dot(x: Sequence[Ball], y: Sequence[Ball]) -> Ball:
    """<x, y>."""
    return sum((a * b for a, b in zip(x, y, strict=True)), zero())


def norm(x: Sequence[Ball]) -> Ball:
    """|x|."""
    return dot(x, x).nonnegative_part().sqrt()


def unit(x: Any) -> list[Ball]:
    """The direction of a vector of floats, x / |x|."""
    row = balls(x)
    length = norm(row)
    return [a / length for a in row]


def angle(p: Sequence[Ball], q: Sequence[Ball]) -> Ball:
    """The angle of unit vectors, 2 arctan(|p - q| / |p + q|)."""
    apart = norm([a - b for a, b in zip(p, q, strict=True)])
    around = norm([a + b for a, b in zip(p, q, strict=True)])
    return 2 * library("flint").arb.atan2(apart, around)


def applied(matrix: Sequence[Sequence[Ball]], x: Sequence[Ball]) -> list[Ball]:
    """A matrix times a vector."""
    return [dot(row, x) for row in matrix]


def smallest(values: Sequence[Ball]) -> Ball:
    """A ball around the smallest of several numbers."""
    least = values[0]
    for value in values[1:]:
        least = least.min(value)
    return least


def interval(value: Ball) -> Interval:
    """Two floats around a ball: outward by one unit in the last place."""
    low, high = float(value.lower()), float(value.upper())
    return math.nextafter(low, -math.inf), math.nextafter(high, math.inf)


def is_positive(value: Ball) -> bool:
    """Whether every number of a ball is positive; not so for one that is no number."""
    return bool(value > 0)


def matrix(entries: Any) -> Any:
    """An `arb_mat` of rows of balls or floats."""
    return library("flint").arb_mat([list(map(_as_ball, row)) for row in entries])


def _as_ball(value: Any) -> Ball:
    return ball(float(value)) if isinstance(value, float | np.floating) else value


def floats(of: Any) -> np.ndarray:
    """The midpoints of an `arb_mat`, as floats."""
    mid = [float(entry.mid()) for entry in of.entries()]
    return np.array(mid).reshape(of.nrows(), of.ncols())
