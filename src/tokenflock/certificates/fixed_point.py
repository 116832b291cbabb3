"""Matrices of intervals as whole numbers: midpoints and radii in units of 2^-256.

Products are exact up to one rounding that the radius counts, and fast, since Python's own whole
numbers do the work.
"""

from fractions import Fraction
from math import ceil, floor
from typing import Any

import numpy as np

BITS = 256
ONE = 2**BITS


class FixedMatrix:
    """Matrices with |A - mid / 2^256| <= rad / 2^256, entry by entry."""

    def __init__(self, mid: np.ndarray, rad: np.ndarray) -> None:
        self.mid, self.rad = mid, rad

    @classmethod
    def of(cls, intervals: np.ndarray) -> "FixedMatrix":
        """The matrix of intervals of mpmath."""
        ends = [[_fraction(end) * ONE for end in value._mpi_] for value in intervals.ravel()]
        low, high = [floor(end) for end, _ in ends], [ceil(end) for _, end in ends]
        mid = [(a + b) // 2 for a, b in zip(low, high, strict=True)]
        rad = [max(b - m, m - a) for a, b, m in zip(low, high, mid, strict=True)]
        return cls(_whole(mid, intervals.shape), _whole(rad, intervals.shape))

    @classmethod
    def exactly(cls, values: Any) -> "FixedMatrix":
        """The matrix of floats, up to one unit."""
        values = np.asarray(values, float)
        mid = [floor(Fraction(float(value)) * ONE) for value in values.ravel()]
        return cls(_whole(mid, values.shape), _whole([1] * values.size, values.shape))

    def __matmul__(self, other: "FixedMatrix") -> "FixedMatrix":
        size = np.abs(self.mid)
        spread = size @ other.rad + self.rad @ (np.abs(other.mid) + other.rad)
        return FixedMatrix((self.mid @ other.mid) // ONE, spread // ONE + 2)

    def __add__(self, other: "FixedMatrix") -> "FixedMatrix":
        return FixedMatrix(self.mid + other.mid, self.rad + other.rad)

    def __sub__(self, other: "FixedMatrix") -> "FixedMatrix":
        return FixedMatrix(self.mid - other.mid, self.rad + other.rad)

    def __neg__(self) -> "FixedMatrix":
        return FixedMatrix(-self.mid, self.rad)

    def __getitem__(self, rows: slice) -> "FixedMatrix":
        return FixedMatrix(self.mid[rows], self.rad[rows])

    def __len__(self) -> int:
        return len(self.mid)

    @property
    def T(self) -> "FixedMatrix":
        """The transposed matrix."""
        return FixedMatrix(self.mid.T, self.rad.T)

    def floats(self) -> np.ndarray:
        """The midpoints."""
        flat = [float(Fraction(int(m), ONE)) for m in self.mid.ravel()]
        return np.array(flat).reshape(self.mid.shape)

    def largest(self) -> np.ndarray:
        """Bounds of the absolute values, in units of 2^-256."""
        return np.abs(self.mid) + self.rad


def stacked(blocks: list[list[FixedMatrix]]) -> FixedMatrix:
    """The matrix made of blocks."""
    mid = np.block([[block.mid for block in row] for row in blocks])
    return FixedMatrix(mid, np.block([[block.rad for block in row] for row in blocks]))


def inverse(A: FixedMatrix) -> FixedMatrix:
    """A^-1 = R + (E + E^2 + ...) R with E = 1 - R A: R, and at most |E| |R| / (1 - |E|) beside."""
    R = FixedMatrix.exactly(np.linalg.inv(A.floats()))
    E = FixedMatrix.exactly(np.eye(len(A))) - R @ A
    size = max(E.largest().sum(axis=1))
    if size >= ONE:
        raise ArithmeticError("a matrix may be singular")
    left = size * max(R.largest().max(axis=0)) // (ONE - size) + 1
    return FixedMatrix(R.mid, R.rad + left)


def is_nearly_one(A: FixedMatrix) -> bool:
    """Whether |1 - A| < 1 in the norm of row sums, so that A is regular."""
    error = FixedMatrix.exactly(np.eye(len(A))) - A
    return bool(max(error.largest().sum(axis=1)) < ONE)


def is_positive_definite(A: FixedMatrix) -> bool:
    """Whether every symmetric matrix in A is: L A L' has dominant diagonal, L an inverse root."""
    values, vectors = np.linalg.eigh((A.floats() + A.floats().T) / 2)
    if values.min() <= 0:
        return False
    L = FixedMatrix.exactly(vectors.T / np.sqrt(values)[:, None])
    B = L @ A @ L.T
    diagonal = B.mid.diagonal() - B.rad.diagonal()
    others = B.largest().sum(axis=1) - B.largest().diagonal()
    return bool((diagonal > others).all())


def _fraction(end: Any) -> Fraction:
    """A raw number of mpmath."""
    sign, mantissa, exponent, bits = end
    if not mantissa and bits:
        raise ArithmeticError("a number is not finite")
    return (-1) ** sign * Fraction(int(mantissa)) * Fraction(2) ** exponent


def _whole(values: list[int], shape: tuple[int, ...]) -> np.ndarray:
    whole = np.empty(len(values), object)
    whole[:] = values
    return whole.reshape(shape)
