"""A stiff step of high order: linearly implicit Euler, extrapolated.

The step h is taken in n = 2, 3, ... parts of linearly implicit Euler,

    (1 - h/n J) delta = h/n f(u),     u <- u + delta,

and the ends are extrapolated to n -> infinity (Aitken-Neville).  Every row gains an order, whatever
J is; with J the derivative of f the step is stable however stiff f is, and with J = 0 explicit.
All rows advance together, as a batch.  Coordinates beyond those of J are taken explicitly.
"""

from collections.abc import Callable

import numpy as np
from scipy import sparse
from scipy.linalg import solve_triangular
from scipy.linalg.lapack import dgetrf, dgetrs
from scipy.sparse.linalg import splu

PARTS = np.arange(2, 10)
ORDER = len(PARTS)
LARGE = 100  # rows of a matrix: smaller ones are dense
WEAK, DENSE = 0.1, 0.2  # what all neglected entries of a row may do in a step; share that is kept

Field = Callable[[np.ndarray], np.ndarray]
Solve = Callable[[np.ndarray, int], np.ndarray]


def step(f: Field, solver: Solve, size: int, h: float) -> tuple[np.ndarray, np.ndarray]:
    """The displacement after a step h from 0, and the estimate of its error; both of shape (size,).

    f maps (rows, size) to velocities; solver(r, first) solves (1 - h / n J) x = r for the rows
    n = PARTS[first:].
    """
    u = np.zeros((ORDER, size))
    lengths = (h / PARTS)[:, None]
    for done in range(PARTS[-1]):
        first = max(0, done - PARTS[0] + 1)  # the rows that have further parts to take
        u[first:] += solver(lengths[first:] * f(u[first:]), first)
    return _extrapolated(u)


def _extrapolated(u: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The limit of the rows u for infinitely many parts, and its last correction."""
    for k in range(1, ORDER):
        ratio = (PARTS[k:] / PARTS[:-k])[:, None]
        previous, u = u, u[1:] + (u[1:] - u[:-1]) / (ratio - 1)
    return u[-1], u[-1] - previous[-1]


def explicit() -> Solve:
    """The solver for J = 0."""
    return lambda r, first: r


def dense(J: np.ndarray, h: float) -> Solve:
    """The solver for a full matrix J.

    By factors and not by inverses: a third of the operations, and far fewer threads of BLAS, which
    wait for each other where cores are shared.
    """
    factors = [dgetrf(np.eye(len(J)) - h / parts * J)[:2] for parts in PARTS]

    def solve(r: np.ndarray, first: int) -> np.ndarray:
        rows = zip(factors[first:], r, strict=True)
        return np.stack([dgetrs(*factor, row)[0] for factor, row in rows])

    return _leading(len(J), solve)


def coupled(J: np.ndarray, h: float) -> Solve:
    """The solver for a matrix J of which most entries are too small to be stiff.

    Those are left out, as J may be anything; what is left is sparse where sites are far apart.
    """
    pattern = kept(J, h)
    if pattern is None:
        return dense(J, h)
    # One pattern for all parts, column after column.
    columns, rows = np.nonzero(pattern.T)
    starts = np.searchsorted(columns, np.arange(len(J) + 1))
    one, entries = (rows == columns).astype(float), J[rows, columns]
    factors = [
        splu(sparse.csc_array((one - h / parts * entries, rows, starts), J.shape))
        for parts in PARTS
    ]

    def solve(r: np.ndarray, first: int) -> np.ndarray:
        rows = zip(factors[first:], r, strict=True)
        return np.stack([factor.solve(row) for factor, row in rows])

    return _leading(len(J), solve)


def kept(J: np.ndarray, h: float) -> np.ndarray | None:
    """Where J may make a step h stiff, and the diagonal; None if that is much, or J is small."""
    if len(J) < LARGE:
        return None
    strong = h * np.abs(J) > WEAK / len(J)
    np.fill_diagonal(strong, True)
    return strong if strong.sum() <= DENSE * J.size else None


def triangular(J: np.ndarray, h: float) -> Solve:
    """The solver for a lower triangular J: forward substitution."""
    matrices = np.eye(len(J)) - (h / PARTS)[:, None, None] * J

    def solve(r: np.ndarray, first: int) -> np.ndarray:
        rows = zip(matrices[first:], r, strict=True)
        return np.stack([solve_triangular(a, b, lower=True, check_finite=False) for a, b in rows])

    return _leading(len(J), solve)


def lowered(solve: Solve, f: np.ndarray, g: np.ndarray, h: float) -> Solve:
    """The solver for J - f g' instead of J (Sherman and Morrison)."""
    z = solve((h / PARTS)[:, None] * f, 0)
    share = z / (1 + z @ g)[:, None]

    def solved(r: np.ndarray, first: int) -> np.ndarray:
        x = solve(r, first)
        return x - (x @ g)[:, None] * share[first:]

    return solved


def _leading(size: int, solve: Solve) -> Solve:
    """The solver for the first coordinates, the others unchanged."""
    return lambda r, first: np.concatenate([solve(r[:, :size], first), r[:, size:]], axis=1)
