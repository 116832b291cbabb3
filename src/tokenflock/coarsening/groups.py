"""Groups: which tokens are together, and the merges that made them (see `results.merges`).

Causal tokens cross and pass, so a merge is told only as long as it lasts: tokens that are seen more
than 1e-3 rad from the one they joined, or from the leader of their group, are on their own again,
and their merge never was.  While clusters are on the move, some lag behind by more than that and
come after: then only those who are far behind have left.  Masses are those of the tokens that are
together.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from scipy.spatial import cKDTree

from tokenflock.observables.configuration import angle, chord
from tokenflock.observables.linkage import components, first_members
from tokenflock.results.merges import MET, Merge

MOST_MEASURED = 300  # clusters whose energy is measured
FAR = 0.1  # radians: nobody who follows is that far behind

Crossing = Callable[[int, int], float]  # when two tokens came within MET, for good


@dataclass(frozen=True)
class Groups:
    """Whom each token has joined, (n,), itself if nobody; masses (n,); merges by their joiners."""

    joined: np.ndarray
    mass: np.ndarray
    energy: float  # on the present plateau
    told: dict[int, Merge]
    seen: float  # the time of the last look that all had to stand

    @property
    def leader(self) -> np.ndarray:
        """The leader of the group of every token, (n,)."""
        return _leaders(self.joined)

    @property
    def leaders(self) -> np.ndarray:
        """The tokens that have joined nobody."""
        return np.flatnonzero(self.joined == np.arange(len(self.joined)))

    @property
    def merges(self) -> tuple[Merge, ...]:
        """The merges that last, in the order of their times."""
        return tuple(sorted(self.told.values(), key=lambda merge: (merge.time, merge.joiner)))


def _leaders(joined: np.ndarray) -> np.ndarray:
    leader = joined
    while (leader[leader] != leader).any():
        leader = leader[leader]
    return leader


def groups_at(t: float, x: np.ndarray, mass: np.ndarray, beta: float) -> Groups:
    """The groups of tokens x (n, d) before anything moves: those within 1e-3 rad at the start."""
    component = components(x, chord(MET))
    leader = first_members(component)[component]
    joined = np.where(angle(x, x[leader]) <= MET, leader, np.arange(len(x)))
    return Groups(joined, mass, plateau(joined, mass, x, beta), {}, t)


def looked_at(
    groups: Groups, t: float, x: np.ndarray, beta: float, crossing: Crossing, reach: float = MET
) -> Groups:
    """The groups once tokens are seen at x: those out of `reach` have parted, some have met."""
    groups = _parted(groups, x, beta, reach)
    # Who was near before, but led nobody then, has merged when it is seen.
    near = ((crossing(a, b), a, b) for a, b in _met(groups.leaders, x))
    met = sorted((time if time > groups.seen else t, a, b) for time, a, b in near)
    for time, a, b in met:
        groups = _merged(groups, time, a, b, x, beta)
    groups = _parted(groups, x, beta, reach) if met else groups  # new leaders may be out of reach
    return replace(groups, seen=t) if reach == MET else groups


def _met(led: np.ndarray, x: np.ndarray) -> list[tuple[int, int]]:
    """Who of the leaders has met an earlier one, which has not met any; and whom."""
    close = cKDTree(x[led]).query_pairs(chord(MET), output_type="ndarray")
    joined: dict[int, int] = {}
    for b, a in sorted((max(pair), min(pair)) for pair in led[close].tolist()):
        if a not in joined and b not in joined:
            joined[b] = a
    return [(a, b) for b, a in joined.items()]


def _parted(groups: Groups, x: np.ndarray, beta: float, reach: float) -> Groups:
    """The groups without those who are not where they would be if their merges had lasted."""
    joined, alone, told = groups.joined, np.arange(len(x)), groups.told
    while True:
        leader = _leaders(joined)
        away = np.maximum(angle(x, x[joined]), angle(x, x[leader])) > reach
        if not away.any():
            break
        leaving = away & ~away[joined]  # whoever has joined them goes with them
        joined = np.where(leaving, alone, joined)
        told = {joiner: merge for joiner, merge in told.items() if not leaving[joiner]}
    if joined is groups.joined:
        return groups
    energy = plateau(leader, groups.mass, x, beta)
    return replace(groups, joined=joined, energy=energy, told=told)


def _merged(groups: Groups, time: float, a: int, b: int, x: np.ndarray, beta: float) -> Groups:
    """The groups after the leaders a < b met at a time, with the tokens at x."""
    held = np.bincount(groups.leader, groups.mass, len(x))
    joined = groups.joined.copy()
    joined[b] = a
    leader = _leaders(joined)
    energy, share = plateau(leader, groups.mass, x, beta), held / groups.mass.sum()
    level = float(share @ share + 2 * share[a] * share[b])
    left = len(groups.leaders) - 1
    merge = Merge(time, a, b, float(held[a]), float(held[b]), groups.energy, energy, left, level)
    return replace(groups, joined=joined, energy=energy, told=groups.told | {b: merge})


def plateau(leader: np.ndarray, mass: np.ndarray, x: np.ndarray, beta: float) -> float:
    """The normalized energy of clusters at the places of their leaders,

        sum_ab m_a m_b e^{beta (<x_a, x_b> - 1)} / (sum_a m_a)^2;

    not measured (NaN) for more than 300 clusters.
    """
    led = np.flatnonzero(leader == np.arange(len(leader)))
    if len(led) > MOST_MEASURED:
        return float("nan")
    m = np.bincount(leader, mass, len(leader))[led] / mass.sum()
    with np.errstate(over="ignore"):  # as `normalized_energy` does for beta < -354
        return float(m @ np.exp(beta * np.minimum(x[led] @ x[led].T - 1, 0.0)) @ m)
