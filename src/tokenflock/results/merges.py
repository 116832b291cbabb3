"""Merges: which clusters met, when, and what it did to the energy.

Two clusters have merged when their leaders, the tokens with the smallest numbers, come within
1e-3 rad of each other and stay there for the rest of the run, whenever tokens are saved or slow
(while a cluster runs into another, those who lag behind are given time).  Along a long run that
happens pair by pair, saddle to saddle: the normalized energy climbs a staircase with plateaus at
sum_a m_a^2 / (sum_a m_a)^2 (arXiv:2410.06833).
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from typing import Any

import numpy as np
import xarray as xr

from tokenflock.errors import InputError
from tokenflock.results.schema import mass_of

MET = 1e-3  # radians


@dataclass(frozen=True)
class Merge:
    """One merge: the cluster of token `joiner` joined that of token `leader`.

    `before` and `after` are the normalized energies of the clusters on the plateau that the merge
    ends and on the one it begins; `count` clusters are left, on a `plateau` of sum_a m_a^2 / M^2.
    """

    time: float
    leader: int
    joiner: int
    leader_mass: float
    joiner_mass: float
    before: float
    after: float
    count: int
    plateau: float


def merge_variables(merges: Sequence[Merge]) -> dict[str, Any]:
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
            "Its clusters at the saved times are in `timeline(run)`."
        )
    unknown = np.full(run.sizes["merge"], np.nan)  # a plateau in runs of before 2026-11
    found = (run.get(f"merge_{f.name}") for f in fields(Merge))
    columns = ((unknown if part is None else part.data).tolist() for part in found)
    return [Merge(*row) for row in zip(*columns, strict=True)]


@dataclass(frozen=True)
class Stair:
    """A stretch of time between two merges: how many clusters, and their plateau of energy."""

    start: float
    end: float
    count: int
    plateau: float


def staircase(run: xr.Dataset) -> list[Stair]:
    """The stretches between the merges of a run, from its first to its last saved time.

    The plateau is what the normalized energy would be if clusters were infinitely far apart,

        sum_a m_a^2 / M^2,     M = sum_a m_a,

    with m_a the mass of cluster a; each merge of clusters raises it by 2 m_a m_b / M^2.
    """
    events, times, held = merges(run), run["time"].data, _first_masses(run)
    levels = [float(held @ held / held.sum() ** 2)]
    for event in events:
        rise = 2 * event.leader_mass * event.joiner_mass / held.sum() ** 2
        levels.append(levels[-1] + rise if np.isnan(event.plateau) else event.plateau)
    counts = [len(held), *(event.count for event in events)]
    edges = [float(times[0]), *(event.time for event in events), float(times[-1])]
    return [Stair(*stair) for stair in zip(edges[:-1], edges[1:], counts, levels, strict=True)]


def _first_masses(run: xr.Dataset) -> np.ndarray:
    """The masses of the clusters at the start: tokens linked by steps of at most 1e-3 rad."""
    # SciPy, half a second, which a solve does not need.
    from tokenflock.observables.configuration import chord
    from tokenflock.observables.linkage import components

    if "x" not in run:
        raise InputError("`staircase` needs the tokens `x` of a run. Solve it without `save`.")
    first = run["x"].isel(time=0).transpose("token", "coord").data
    return np.bincount(components(first, chord(MET)), mass_of(run))
