"""Jets: intervals with their derivatives, by the chain rule."""

from typing import Any

from tokenflock.certificates import intervals as il
from tokenflock.certificates.intervals import Interval


class Jet:
    """A number and its derivatives by some variables; those that are missing are zero."""

    def __init__(self, value: Interval, slopes: dict[int, Interval] | None = None) -> None:
        self.value, self.slopes = value, slopes or {}

    def __add__(self, other: Any) -> "Jet":
        other = _jet(other)
        slopes = dict(self.slopes)
        for k, slope in other.slopes.items():
            slopes[k] = slopes[k] + slope if k in slopes else slope
        return Jet(self.value + other.value, slopes)

    def __mul__(self, other: Any) -> "Jet":
        other = _jet(other)
        slopes = {k: slope * other.value for k, slope in self.slopes.items()}
        for k, slope in other.slopes.items():
            term = self.value * slope
            slopes[k] = slopes[k] + term if k in slopes else term
        return Jet(self.value * other.value, slopes)

    def __neg__(self) -> "Jet":
        return Jet(-self.value, {k: -slope for k, slope in self.slopes.items()})

    def __sub__(self, other: Any) -> "Jet":
        return self + -_jet(other)

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other: Any) -> "Jet":
        return -self + other

    def inverse(self) -> "Jet":
        """1 / self."""
        value = 1 / self.value
        return Jet(value, {k: -slope * value**2 for k, slope in self.slopes.items()})

    def exp(self) -> "Jet":
        """e^self."""
        value = il.iv().exp(self.value)
        return Jet(value, {k: slope * value for k, slope in self.slopes.items()})


def _jet(value: Any) -> Jet:
    return value if isinstance(value, Jet) else Jet(il.iv().mpf(value))


def dot(x: list[Any], y: list[Any]) -> Jet:
    """<x, y>."""
    total = Jet(il.number(0.0))
    for a, b in zip(x, y, strict=True):
        total = total + a * b
    return total
