"""Where the spectrum of V sends the tokens of causal attention (arXiv:2411.04990, Section 3).

A token alone, dx/dt = P_x V x, is the direction of e^(tV) x.  It approaches exponentially the span
L'(V) of the generalized eigenvectors whose eigenvalue has the largest real part, and like 1/t the
span L(V) of the directions in it that grow fastest: for Jordan blocks of size at most m,

    L(V) = (V - lambda)^(m-1) L'(V),     e^(tV) x ~ e^(lambda t) t^(m-1).

The first token of causal attention is such a token; what the others do is the atlas below.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import schur, solve_triangular
from scipy.linalg.lapack import ztrsen

from tokenflock.errors import InputError
from tokenflock.numerics.reals import reals

LARGEST_BLOCK = 8  # beyond, rounding scatters the eigenvalues of one block all over the plane

# The atlas: Table 1 of arXiv:2411.04990, and what it leaves out (rotating, neutral).  What grows
# fastest or shrinks slowest is L(V), the plane that turns is L'(V).
ATLAS = {
    "first token": "one point, where the first token starts",
    "point": "one point, the first token's part in the directions that V makes grow fastest",
    "two points": "two opposite points, on the axis that V makes grow fastest",
    "cloud": "a cloud of points around the directions that V lets shrink slowest",
    "two clouds": "two clouds of points, around both ends of the axis that V lets shrink slowest",
    "rotating point": "one point, which goes around with the first token in the plane that V turns",
    "rotating cloud": "a cloud of points that goes around in the plane that V turns",
    "neutral": "undecided: to first order tokens neither attract nor repel each other",
}
# Of two points, where the conjecture of the paper fails (`theory.resting_angle`).
BESIDE = ", unless tokens rest beside them, as they may where V is not symmetric"


@dataclass(frozen=True)
class LimitSet:
    """The leading part of the spectrum of V, and the configuration it predicts.

    `rate` is the largest real part of an eigenvalue, `frequencies` are the imaginary parts (>= 0)
    of those that have it, `block` the size of their largest Jordan block.  The columns of
    `leading` (d, k) and `limit` (d, l) are orthonormal bases of L'(V) and L(V); `symmetric` says
    whether V is.
    """

    kind: str
    rate: float
    frequencies: tuple[float, ...]
    block: int
    leading: np.ndarray
    limit: np.ndarray
    symmetric: bool

    @property
    def prediction(self) -> str:
        """The predicted end of causal attention with this V, in words."""
        rests = self.kind == "two points" and not self.symmetric
        return ATLAS[self.kind] + (BESIDE if rests else "")


@dataclass(frozen=True)
class _Eigenvalue:
    """One eigenvalue with all its generalized eigenvectors."""

    value: complex
    basis: np.ndarray  # (d, k), complex, orthonormal
    nilpotent: np.ndarray  # V - value in that basis
    block: int


def limit_set(V: ArrayLike, *, tol: float = 1e-12) -> LimitSet:
    """Where tokens go under causal attention with the matrix V, from the spectrum of V.

    Table 1 of arXiv:2411.04990, of which its first row (V = lambda I) is proved and the rest are
    conjectures (that of two points is false for some V that are not symmetric), with L(V) in place
    of the eigenspace when V is defective.  Where the leading
    eigenvalue is complex, a row the table lacks, the first token goes around the plane L'(V) for
    ever, in the time 2 pi / frequency.  All tokens at one point may travel with it; their
    differences change at the rate -<x, Vx>, on average minus the real part: they gather at it if
    that is positive and scatter around the plane if it is negative.

    V counts as the matrix with the largest Jordan blocks within `tol` |V| of it: eigenvalues agree
    if V - lambda on their common subspace, N, satisfies |N^m| <= tol |V| |N|^(m-1) for some m, and
    the least such m is the largest block.  Rounding alone splits a block of size m by eps^(1/m);
    blocks larger than 8 are not looked for.

    >>> tkf.limit_set(np.diag([1.0, 0.5, 0.2])).prediction
    'two opposite points, on the axis that V makes grow fastest'
    >>> tkf.limit_set(np.eye(3)).prediction
    'one point, where the first token starts'
    """
    V = _square(V)
    scale = float(np.linalg.norm(V, 2)) or 1.0
    groups = _leading(V, scale, tol)
    rate, block = groups[0].value.real, max(group.block for group in groups)
    limit = [_fastest(group, tol) for group in groups if group.block == block]
    frequencies = sorted({abs(group.value.imag) for group in groups})
    leading, final = _real_span([g.basis for g in groups]), _real_span(limit)
    return LimitSet(
        kind=_kind(rate, frequencies[-1], final.shape[1], len(V), 10 * tol * scale),
        rate=float(rate),
        frequencies=tuple(map(float, frequencies)),
        block=block,
        leading=leading,
        limit=final,
        symmetric=bool(np.abs(V - V.T).max() <= tol * scale),
    )


def _kind(rate: float, frequency: float, size: int, d: int, zero: float) -> str:
    if abs(rate) <= zero:
        return "neutral"
    if frequency > 0:
        return "rotating point" if rate > 0 else "rotating cloud"
    if rate < 0:
        return "two clouds" if size == 1 else "cloud"
    if size == d > 1:
        return "first token"
    return "two points" if size == 1 else "point"


def _leading(V: np.ndarray, scale: float, tol: float) -> list[_Eigenvalue]:
    """The eigenvalues with the largest real part, conjugates once."""
    triangle, vectors = schur(V, output="complex")
    values = np.diag(triangle).copy()
    left, groups = list(np.argsort(-values.real)), []
    # A block of size m scatters by tol^(1/m): look a little below the top, decide by the means.
    reach = values.real.max() - scale * tol ** (1 / min(len(V), LARGEST_BLOCK))
    while left and values[left[0]].real >= reach:
        members = _members(triangle, vectors, left[0], left, scale, tol)
        groups.append(_eigenvalue(triangle, vectors, members, scale, tol))
        left = [k for k in left if k not in members]
    top = max(group.value.real for group in groups)
    kept = [g for g in groups if g.value.real >= top - 10 * tol * scale]
    kept = [g for g in kept if g.value.imag >= 0] or kept
    return sorted(kept, key=lambda group: -group.value.real)


def _members(
    triangle: np.ndarray, vectors: np.ndarray, first: int, left: list[int], scale: float, tol: float
) -> list[int]:
    """The most eigenvalues around the first that are one to tolerance."""
    values = np.diag(triangle)
    near = sorted(left, key=lambda k: abs(values[k] - values[first]))
    if _stands_apart(triangle, first, scale * tol):
        return [first]
    for count in range(len(near), 1, -1):
        apart = abs(values[near[count - 1]] - values[first])
        close = apart <= 4 * scale * tol ** (1 / min(count, LARGEST_BLOCK))
        if close and _eigenvalue(triangle, vectors, near[:count], scale, tol).block:
            return near[:count]
    return [first]


def _stands_apart(triangle: np.ndarray, first: int, error: float) -> bool:
    """Whether no change of V of the size `error` moves the eigenvalue to another one.

    It moves by 1 / |<y, x>| of that, x and y its eigenvectors on the two sides.
    """
    values = np.diag(triangle)
    others = np.delete(values, first)
    distance = np.abs(others - values[first]).min(initial=np.inf)
    if distance <= 10 * error:
        return False
    shifted = triangle - values[first] * np.eye(len(triangle))
    before, after = shifted[:first, :first], shifted[first + 1 :, first + 1 :]
    right = solve_triangular(before, shifted[:first, first]) if first else np.zeros(0)
    left = (
        solve_triangular(after.T, shifted[first, first + 1 :], lower=True)
        if len(after)
        else np.zeros(0)
    )
    condition = np.sqrt(1 + (np.abs(right) ** 2).sum()) * np.sqrt(1 + (np.abs(left) ** 2).sum())
    return bool(10 * condition * error < distance)


def _eigenvalue(
    triangle: np.ndarray, vectors: np.ndarray, members: list[int], scale: float, tol: float
) -> _Eigenvalue:
    """The eigenvalue that diagonal entries of a Schur form stand for; block 0 if they differ."""
    select = np.isin(np.arange(len(triangle)), members).astype(np.int32)
    ordered, basis, *_ = ztrsen(select, triangle, vectors, job="N", lwork=max(1, len(triangle)))
    k = len(members)
    value = complex(np.trace(ordered[:k, :k]) / k)
    if abs(value.imag) <= 10 * tol * scale:
        value = complex(value.real, 0.0)
    nilpotent = ordered[:k, :k] - value * np.eye(k)
    return _Eigenvalue(value, basis[:, :k], nilpotent, _largest_block(nilpotent, tol * scale))


def _largest_block(nilpotent: np.ndarray, tiny: float) -> int:
    """The least m with |N^m| <= tiny |N|^(m-1); 0 if there is none."""
    size, power = np.linalg.norm(nilpotent, 2), nilpotent
    for m in range(1, min(len(nilpotent), LARGEST_BLOCK) + 1):
        if np.linalg.norm(power, 2) <= tiny * size ** (m - 1):
            return m
        power = power @ nilpotent
    return 1 if len(nilpotent) == 1 else 0


def _fastest(group: _Eigenvalue, tol: float) -> np.ndarray:
    """The directions (d, l) that grow fastest among the generalized eigenvectors."""
    m = group.block
    if m == 1:
        return group.basis
    power = np.linalg.matrix_power(group.nilpotent, m - 1)
    left, size, _ = np.linalg.svd(power)
    # Blocks shorter than m leave what their split eigenvalues leave.
    kept = size > 10 * tol ** ((m - 1) / m) * size[0]
    return group.basis @ left[:, kept]


def _real_span(bases: list[np.ndarray]) -> np.ndarray:
    """An orthonormal basis of the real vectors in the span of complex columns and conjugates."""
    parts = np.concatenate([part for b in bases for part in (b.real, b.imag)], axis=1)
    left, size, _ = np.linalg.svd(parts, full_matrices=False)
    return left[:, size > 1e-6]


def _square(given: ArrayLike) -> np.ndarray:
    V: np.ndarray = reals("V", given)
    if V.ndim != 2 or V.shape[0] != V.shape[1] or not V.size:
        raise InputError(f"`V` must be one square matrix (d, d). Got shape {V.shape}.")
    if not np.isfinite(V).all():
        raise InputError("`V` must be finite, but some of its entries are not.")
    return V
