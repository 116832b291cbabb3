"""Interval arithmetic of mpmath, for the second look at a certificate."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tokenflock.certificates.balls import library

Interval = Any  # mpmath.iv.mpf


def iv() -> Any:
    """mpmath's intervals."""
    return library("mpmath").iv


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Intervals of so many bits, and what was in force before afterwards."""
    before, iv().prec = iv().prec, bits
    try:
        yield
    finally:
        iv().prec = before


def number(value: float) -> Interval:
    """A float, exactly."""
    return iv().mpf(float(value))


def row(values: Any) -> list[Interval]:
    """A row of floats."""
    return [number(value) for value in values]


def dot(x: Sequence[Interval], y: Sequence[Interval]) -> Interval:
    """<x, y>."""
    return sum((a * b for a, b in zip(x, y, strict=True)), number(0.0))


def unit(values: Any) -> list[Interval]:
    """The direction of a vector of floats."""
    x = row(values)
    length = iv().sqrt(dot(x, x))
    return [a / length for a in x]


def smallest(values: Sequence[Interval]) -> Interval:
    """An interval that holds the smallest of several numbers."""
    return iv().mpf([min(value.a for value in values), min(value.b for value in values)])


def is_positive(value: Interval) -> bool:
    """Whether every number of an interval is positive."""
    return (value > 0) is True


def is_within(value: Interval, bounds: Sequence[float]) -> bool:
    """Whether an interval lies between two floats."""
    low, high = bounds
    return (value >= number(low)) is True and (value <= number(high)) is True
