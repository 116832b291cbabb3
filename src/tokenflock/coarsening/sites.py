"""Tokens that share a place: sites, who lives at them, and how exact that is.

Coincident tokens stay coincident under full attention, whatever Q, K and V are, so they are one
token of added mass.  Close tokens may be put together where they approach each other, that is,
where the transversal exponent is negative; then

    error <= distance x e^{integral of the exponent}

for the place of each of them, while their center of mass errs in the second order only.
"""

from dataclasses import dataclass, replace

import numpy as np
from scipy.spatial import cKDTree

from tokenflock.coarsening.derivatives import transversal
from tokenflock.coarsening.forces import Law
from tokenflock.coarsening.slow_dynamics import Sites
from tokenflock.errors import SolveError
from tokenflock.observables.configuration import angle, chord
from tokenflock.observables.linkage import components


@dataclass(frozen=True)
class Settled:
    """Tokens at sites: home (n,) is the site of each, mass (n,) their masses.

    bound (n,) says how far a token may be from its site.
    """

    home: np.ndarray
    mass: np.ndarray
    bound: np.ndarray
    sites: Sites

    @property
    def x(self) -> np.ndarray:
        """The tokens, (n, d)."""
        return self.sites.y[self.home]


def settled(x: np.ndarray, mass: np.ndarray, distance: float) -> Settled:
    """Tokens (n, d) as sites, those at most `distance` apart together."""
    home = components(x, distance)
    y = centers(x, mass, home)
    held = np.bincount(home, mass)
    off = angle(x, y[home])
    return Settled(home, mass, np.where(off < 1e-15, 0.0, off), _full(y, held))


def centers(x: np.ndarray, mass: np.ndarray, home: np.ndarray) -> np.ndarray:
    """The directions of the centers of mass of the sites; lone tokens stay as they are."""
    first = np.full(home.max() + 1, len(home))
    np.minimum.at(first, home, np.arange(len(home)))
    base = x[first]
    # Differences from the first token: the center of coincident tokens is their place exactly.
    shift = np.zeros_like(base)
    np.add.at(shift, home, mass[:, None] * (x - base[home]))
    shift /= np.bincount(home, mass)[:, None]
    y = base + shift
    return np.where((shift != 0).any(axis=1)[:, None], y / np.linalg.norm(y, axis=1)[:, None], base)


def _full(y: np.ndarray, held: np.ndarray) -> Sites:
    return Sites(y, np.broadcast_to(held, (len(held), len(held))))


def merged(law: Law, now: Settled, distance: float) -> tuple[Settled, bool]:
    """Tokens with all sites put together that are at most `distance` apart and approach.

    And whether there are any.
    """
    y, held = now.sites.y, now.sites.counts[0]
    close = cKDTree(y).query_pairs(chord(distance))
    if not close:
        return now, False
    rate = transversal(law, y, now.sites.log_counts)
    target = np.arange(len(y))
    for a, b in sorted(close):
        if max(rate[a], rate[b]) < 0 or (y[a] == y[b]).all():
            target[target == target[b]] = target[a]
    _, target = np.unique(target, return_inverse=True)
    center = centers(y, held, target)
    home = target[now.home]
    bound = now.bound + angle(y, center[target])[now.home]
    after = Settled(home, now.mass, bound, _full(center, np.bincount(target, held)))
    return after, len(center) < len(y)


def decayed(
    law: Law, now: Settled, before: np.ndarray, time: float, duration: float, tol: float
) -> Settled:
    """Tokens with their bounds carried on for a while, in which sites moved from `before`.

    Exponents are integrated by the trapezoidal rule.  Refused where bounds outgrow the tolerance.
    """
    if not now.bound.any():
        return now
    start, end = (transversal(law, y, now.sites.log_counts) for y in (before, now.sites.y))
    rate = (start + end) / 2
    with np.errstate(over="ignore"):
        bound = now.bound * np.exp(np.clip(rate * duration, -700, 700))[now.home]
    if bound.max() > tol:
        raise SolveError(
            f"Tokens that were merged separate again, so coarsening is not exact from t={time:.3g} "
            f"on: close tokens part like e^({end[now.home[bound.argmax()]]:.2g} t). Ask for a "
            "smaller `t_end`, or use `coarsen=False`.",
            time=time, x=now.x,
        )  # fmt: skip
    return replace(now, bound=bound)
