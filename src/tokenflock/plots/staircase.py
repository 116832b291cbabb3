"""The staircase of a long run: clusters and energy from merge to merge."""

from typing import Any

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D

from tokenflock.observables import normalized_energy
from tokenflock.plots.curves import count_axis
from tokenflock.plots.scales import TimeScale, legend_above, path, time_axis
from tokenflock.plots.style import BLUE, STRONG, styled
from tokenflock.results.merges import Stair, staircase

SHORTEST = 1 / 60  # of the time axis that a plateau must last to be drawn


@styled
def merge_count(ax: Axes, run: xr.Dataset, *, time_scale: TimeScale = "log") -> Line2D:
    """The number of clusters against time, one step down at the time of every merge."""
    stairs = staircase(run)
    times = [stairs[0].start, *(stair.end for stair in stairs)]
    counts = [*(stair.count for stair in stairs), stairs[-1].count]
    (drawn,) = ax.step(times, counts, where="post", color=BLUE, lw=1.3)
    count_axis(ax, max(counts))
    time_axis(ax, run["time"].data, time_scale)
    ax.set_ylabel("clusters")
    return drawn


@styled
def merge_energy(ax: Axes, run: xr.Dataset, *, time_scale: TimeScale = "log") -> Line2D:
    """The normalized energy against time, and its plateaus sum_a (m_a / n)^2 between merges.

    Short plateaus are left out, and so is the time when no two tokens have met.
    """
    x = path(run["x"])
    times, values = x["time"].data, np.asarray(normalized_energy(x))
    (drawn,) = ax.plot(times, values, color=BLUE, lw=1.5, zorder=3)
    stairs = [s for s in staircase(run) if _lasts(s, times[-1]) and s.count < x.sizes["token"]]
    lines = [[(s.start, s.plateau), (s.end, s.plateau)] for s in stairs]
    if lines:
        look: Any = {"colors": STRONG, "lw": 1.0, "zorder": 4, "label": r"$\Sigma_a (m_a/n)^2$"}
        ax.add_collection(LineCollection(lines, **look), autolim=False)
        legend_above(ax)
    time_axis(ax, times, time_scale)
    ax.set(ylim=(0, min(1.04, 1.3 * values.max())), ylabel="energy / maximum")
    return drawn


def _lasts(stair: Stair, last: float) -> bool:
    """Whether a stretch takes its share of the time axis."""
    return bool(np.arcsinh(stair.end) - np.arcsinh(stair.start) > SHORTEST * np.arcsinh(last))
