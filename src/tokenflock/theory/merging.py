"""Clusters that merge one pair after another: self-attention for beta -> oo.

In the time s with dt = e^(beta (1 - <x_i, x_j>)) ds, i and j the closest pair, nobody else moves
(Bruno, Pasqualotto, Agazzi, arXiv:2509.25040, as told in arXiv:2512.01868),

    dx_i/ds = P_{x_i} x_j,     dx_j/ds = P_{x_j} x_i.

Their angle obeys dg/ds = -2 sin g: it comes within any distance in finite time, and to zero never.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from tokenflock.errors import InputError
from tokenflock.observables.configuration import angle
from tokenflock.theory.metastability import check_sharp

QUADRATURE = np.append(0.0, np.geomspace(1e-9, 1.0, 4000))


@dataclass(frozen=True)
class PredictedMerge:
    """Two clusters that become one: which (by first token), log10 of when, where, and its mass."""

    pair: tuple[int, int]
    log10_time: float
    place: np.ndarray
    mass: float


def merging_angle(s: ArrayLike, gap: float) -> np.ndarray:
    """The angle of the closest pair at the rescaled time s,

    tan(g/2) = tan(gap/2) e^(-2s).
    """
    return 2 * np.arctan(np.tan(gap / 2) * np.exp(-2 * np.asarray(s, float)))


def merging_time(gap: float, met: float) -> float:
    """The rescaled time in which the closest pair, `gap` apart, comes within the angle `met`."""
    return float(np.log(np.tan(gap / 2) / np.tan(met / 2)) / 2)


def closest_pair_path(s: ArrayLike, x: ArrayLike) -> np.ndarray:
    """Unit tokens x (n, d) at rescaled times s, shape (..., n, d): only the closest pair moves.

    Both go half of the way, along the arc between them.
    """
    x, s = np.asarray(x, float), np.asarray(s, float)
    i, j = _closest(x)
    gap = float(angle(x[i], x[j]))
    part = (gap - merging_angle(s, gap))[..., None] / 2
    path = np.broadcast_to(x, (*s.shape, *x.shape)).copy()
    path[..., i, :], path[..., j, :] = _arc(x[i], x[j], part), _arc(x[j], x[i], part)
    return path


def merge_order(
    x: ArrayLike, *, beta: float, masses: ArrayLike | None = None
) -> list[PredictedMerge]:
    """Every merge of clusters at the unit vectors x (n, d), in order, under softmax attention.

    V = I.  The pair whose angle closes first merges, `closing_time` after both of its clusters
    came to be; they meet at `meeting_point`; all others stand.  Exact to leading order in
    e^(-beta (1 - cos g)).  Clusters within beta^(-1/2) of each other merge at once.
    """
    x, m = np.array(x, float), _masses(masses, len(x))
    born, story = np.full(len(x), -np.inf), []
    alive = list(range(len(x)))
    while len(alive) > 1:
        when, a, b = min(
            (_later(max(born[a], born[b]), _wait(x, m, a, b, beta)), a, b)
            for k, a in enumerate(alive)
            for b in alive[k + 1 :]
        )
        x[a] = meeting_point(x[a], x[b], beta, m[a], m[b])
        m[a] += m[b]
        born[a] = when
        alive.remove(b)
        story.append(PredictedMerge((a, b), when, x[a].copy(), float(m[a])))
    return story


def _wait(x: np.ndarray, m: np.ndarray, a: int, b: int, beta: float) -> float:
    return closing_time(float(angle(x[a], x[b])), beta, m[a], m[b])


def _later(log10_time: float, log10_wait: float) -> float:
    """log10 of the sum of two times."""
    return float(np.logaddexp(log10_time * np.log(10), log10_wait * np.log(10)) / np.log(10))


def _masses(masses: ArrayLike | None, n: int) -> np.ndarray:
    m = np.ones(n) if masses is None else np.array(masses, float)
    if m.shape != (n,) or not (m > 0).all():
        raise InputError(f"`masses` must be {n} positive numbers. Got {masses!r}.")
    return m


def closing_time(gap: float, beta: float, m1: float = 1.0, m2: float = 1.0) -> float:
    """log10 of the time in which clusters at an angle `gap` come within beta^(-1/2),

        dg/dt = -e sin g (m2 / (m1 + m2 e) + m1 / (m2 + m1 e)),     e = e^(beta (cos g - 1)),

    by quadrature; -oo if they are that close already.  For large beta `merge_time`.
    """
    check_sharp(beta)
    met = beta**-0.5
    if not met < gap < np.pi:
        return -np.inf if gap <= met else np.inf
    # Fine where the time is spent: within 1 / (beta sin g) of the present gap.
    g = gap - (gap - met) * QUADRATURE
    log_slowness = beta * (1 - np.cos(g)) - np.log(np.sin(g) * sum(_pulls(g, beta, m1, m2)))
    top = log_slowness.max()
    return float((top + np.log(-np.trapezoid(np.exp(log_slowness - top), g))) / np.log(10))


def meeting_point(
    x: np.ndarray, y: np.ndarray, beta: float, m1: float = 1.0, m2: float = 1.0
) -> np.ndarray:
    """Where clusters at x and y meet on their arc: its middle for equal masses.

    Far apart they move like m2 / m1 : m1 / m2, so that the arc is split like m2^2 : m1^2; within
    the interaction range like m2 : m1.
    """
    gap = float(angle(x, y))
    g = np.linspace(0.0, gap, 4001)
    first, second = _pulls(g, beta, m1, m2)
    return _arc(x, y, np.trapezoid(first / (first + second), g))


def _pulls(g: np.ndarray, beta: float, m1: float, m2: float) -> tuple[np.ndarray, np.ndarray]:
    """The speeds of two clusters towards each other, in units of e sin g."""
    e = np.exp(beta * (np.cos(g) - 1))
    return m2 / (m1 + m2 * e), m1 / (m2 + m1 * e)


def _closest(x: np.ndarray) -> tuple[int, int]:
    if len(x) < 2:
        raise InputError(f"A pair needs at least two tokens. Got {len(x)}.")
    a, b = np.triu_indices(len(x), k=1)
    k = int(np.argmin(angle(x[a], x[b])))
    return int(a[k]), int(b[k])


def _arc(x: np.ndarray, y: np.ndarray, part: Any) -> np.ndarray:
    """The point at the angle `part` from x on the way to y."""
    across = y - (x @ y) * x
    norm = np.linalg.norm(across)
    return np.cos(part) * x + np.sin(part) * across / (norm if norm > 0 else 1.0)
