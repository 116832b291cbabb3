"""How tokens become sites, and sites become fewer: by merging, or by slaving followers."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tokenflock.attention import SelfAttention
from tokenflock.attention.masks import Causal
from tokenflock.coarsening.followers import freed, regrouped, slaved
from tokenflock.coarsening.forces import Law
from tokenflock.coarsening.sites import Settled, decayed, merged, settled


@dataclass(frozen=True)
class Reduction:
    """How tokens become sites and sites become fewer, and how long explicit steps are better."""

    gather: Callable[[np.ndarray], Settled]
    regroup: Callable[[Settled, float, float], tuple[Settled, bool]]  # after a step between times
    freed: Callable[[Settled, Settled], Settled | None]  # before and after a step too far for some
    patience: float


def reduction_of(attention: SelfAttention, law: Law, mass: np.ndarray, tol: float) -> Reduction:
    """By slaving followers to leaders (causal), or by merging (full attention)."""
    if isinstance(attention.mask, Causal):
        return _slaving(law, mass, 0.1 * tol)
    return _merging(law, mass, tol)


def _slaving(law: Law, mass: np.ndarray, slack: float) -> Reduction:
    return Reduction(
        lambda x: slaved(law, x, mass, slack),
        lambda now, start, end: regrouped(law, now, slack),
        lambda now, there: freed(law, now, there, 2 * slack),
        # Followers are released in every merge, so the early merges are cheaper explicitly.
        patience=2000.0,
    )


def _merging(law: Law, mass: np.ndarray, tol: float) -> Reduction:
    distance = merging_distance(tol)
    return Reduction(
        lambda x: settled(x, mass, distance),
        lambda now, start, end: merged(law, decayed(law, now, end, end - start, tol), distance),
        lambda now, there: None,
        patience=0.0,
    )


def merging_distance(tol: float) -> float:
    """How close tokens must be to become one: four digits below the tolerance."""
    return max(1e-4 * tol, 1e-14)
