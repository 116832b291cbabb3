"""Merges: which clusters met, when, and what it did to the energy.

Two clusters have merged when their leaders, the tokens with the smallest numbers, come within
1e-3 rad of each other.  Along a long run that happens pair by pair, saddle to saddle: the
normalized energy climbs a staircase with plateaus at sum_a (m_a / n)^2 (arXiv:2410.06833).
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from typing import Any

import numpy as np
import xarray as xr

from tokenflock.errors import InputError
from tokenflock.observables.linkage import components, first_members

MET = 1e-3  # radians
MOST_MEASURED = 1000  # clusters whose energy is measured


@dataclass(frozen=True)
class Merge:
    """One merge: the cluster of token `joiner` joined that of token `leader`.

    `before` and `after` are the normalized energies of the clusters on the plateau that the merge
    ends and on the one it begins; `count` clusters are left.
    """

    time: float
    leader: int
    joiner: int
    leader_mass: float
    joiner_mass: float
    before: float
    after: float
    count: int


def dataset_of(merges: Sequence[Merge]) -> dict[str, Any]:
    """Merges as variables along a dimension `merge`, named merge_time, merge_leader, ..."""
    columns = list(zip(*map(astuple, merges), strict=True)) or [()] * len(fields(Merge))
    kinds = [int if f.name in ("leader", "joiner", "count") else float for f in fields(Merge)]
    named = zip(fields(Merge), columns, kinds, strict=True)
    return {f"merge_{f.name}": ("merge", np.array(c, kind)) for f, c, kind in named}


def merges(run: xr.Dataset) -> list[Merge]:
    """The merges of a run that was followed with `coarsen`, in the order of their times."""
    if "merge_time" not in run:
        raise InputError(
            "`merges` needs a run that was followed with `coarsen=True`, and this one was not. "
            "Its clusters at the saved times are in `timeline(run.x)`."
        )
    columns = [run[f"merge_{f.name}"].data.tolist() for f in fields(Merge)]
    return [Merge(*row) for row in zip(*columns, strict=True)]


@dataclass(frozen=True)
class Stair:
    """A stretch of time between two merges: how many clusters, and sum_a (m_a / n)^2."""

    start: float
    end: float
    count: int
    plateau: float


def staircase(run: xr.Dataset) -> list[Stair]:
    """The stretches between the merges of a run, from its first to its last saved time.

    The plateau is what the normalized energy would be if clusters were infinitely far apart; each
    merge raises it by 2 m_a m_b / n^2.
    """
    events, times = merges(run), run["time"].data
    n = run.sizes["token"]
    groups = groups_at(run["x"].isel(time=0).data, np.ones(n), 0.0)
    levels = [float((np.bincount(groups.leader) / n) @ (np.bincount(groups.leader) / n))]
    for event in events:
        levels.append(levels[-1] + 2 * event.leader_mass * event.joiner_mass / n**2)
    counts = [len(groups.leaders), *(event.count for event in events)]
    edges = [float(times[0]), *(event.time for event in events), float(times[-1])]
    return [Stair(*stair) for stair in zip(edges[:-1], edges[1:], counts, levels, strict=True)]


@dataclass(frozen=True)
class Groups:
    """Who follows whom: leader (n,) names the leader of every token, mass (n,) their masses."""

    leader: np.ndarray
    mass: np.ndarray
    energy: float  # on the present plateau
    merges: tuple[Merge, ...] = ()

    @property
    def leaders(self) -> np.ndarray:
        return np.flatnonzero(self.leader == np.arange(len(self.leader)))

    def mass_of(self, leader: int) -> float:
        return float(self.mass[self.leader == leader].sum())

    def joined(self, time: float, a: int, b: int, x: np.ndarray, beta: float) -> "Groups":
        """The groups after leaders a and b met at a time with the tokens at x."""
        leader, joiner = min(a, b), max(a, b)
        of = np.where(self.leader == joiner, leader, self.leader)
        after = plateau(of, self.mass, x, beta)
        merge = Merge(
            time, leader, joiner, self.mass_of(leader), self.mass_of(joiner),
            self.energy, after, len(self.leaders) - 1,
        )  # fmt: skip
        return Groups(of, self.mass, after, (*self.merges, merge))


def groups_at(x: np.ndarray, mass: np.ndarray, beta: float) -> Groups:
    """The groups of tokens x (n, d) before anything moves: those within 1e-3 rad at the start."""
    component = components(x, 2 * np.sin(MET / 2))
    leader = first_members(component)[component]
    return Groups(leader, mass, plateau(leader, mass, x, beta))


def plateau(leader: np.ndarray, mass: np.ndarray, x: np.ndarray, beta: float) -> float:
    """The normalized energy of clusters at the places of their leaders,

        sum_ab m_a m_b e^{beta (<x_a, x_b> - 1)} / (sum_a m_a)^2;

    not measured (NaN) for more than 1000 clusters.
    """
    led = np.flatnonzero(leader == np.arange(len(leader)))
    if len(led) > MOST_MEASURED:
        return float("nan")
    m = np.bincount(leader, mass, len(leader))[led] / mass.sum()
    return float(m @ np.exp(beta * np.minimum(x[led] @ x[led].T - 1, 0.0)) @ m)
