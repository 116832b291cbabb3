"""Numbers against time: clusters and energy."""

from itertools import pairwise
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

from tokenflock.observables import Epoch, clusters, normalized_energy, timeline
from tokenflock.plots.scales import TimeScale, legend_above, path, time_axis
from tokenflock.plots.style import BLUE, PALE, STRONG, styled

MANY = 20  # more clusters than this are counted on a logarithmic axis


@styled
def cluster_count(ax: Axes, x: xr.DataArray, *, time_scale: TimeScale = "log") -> Line2D:
    """The number of clusters of a path against time, as steps; tokens in no cluster are shaded."""
    x = path(x)
    labels = np.asarray(clusters(x))
    times, count, loose = x["time"].data, labels.max(axis=-1) + 1, (labels < 0).sum(axis=-1)
    (drawn,) = ax.step(times, count, where="post", color=BLUE, lw=1.3, label="clusters")
    ax.set_ylabel("clusters")
    count_axis(ax, int(max(count.max(), loose.max())))
    time_axis(ax, times, time_scale)
    if loose.any():
        ax.fill_between(
            times, loose, step="post", color=PALE, lw=0, zorder=0, label="unclustered tokens"
        )
        ax.set_ylabel("number")
        legend_above(ax)
    return drawn


@styled
def energy_curve(
    ax: Axes, x: xr.DataArray, *, time_scale: TimeScale = "log", plateaus: bool = False
) -> Line2D:
    """The normalized energy 1/n^2 sum_ij exp(beta (<x_i, x_j> - 1)) of a path against time.

    `plateaus` adds its value sum_a (m_a / n)^2 for far clusters of m_a tokens, wherever every
    token belongs to one for a while.
    """
    x = path(x)
    times = x["time"].data
    values = np.asarray(normalized_energy(x))
    (drawn,) = ax.plot(times, values, color=BLUE, lw=1.3, zorder=3)
    if plateaus:
        _draw_plateaus(ax, x)
    time_axis(ax, times, time_scale)
    ax.set(ylim=(0, min(1.04, 1.3 * values.max())), ylabel="energy / maximum")
    return drawn


def count_axis(ax: Axes, most: int) -> None:
    """Lay out the vertical axis for up to `most` clusters."""
    if most <= MANY:
        ax.set_ylim(0, most + 0.5)
        ax.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=5))
        return
    ax.set_yscale("log")
    ax.set_ylim(0.85, 1.25 * most)
    decades = [10.0**k for k in range(0, 8, 2 if most >= 10_000 else 1)]
    steps = decades if most >= 1000 else [m * t for t in decades for m in (1, 3)]
    ax.yaxis.set_major_locator(FixedLocator(steps))
    ax.yaxis.set_minor_locator(NullLocator())
    ax.yaxis.set_major_formatter(FuncFormatter(lambda count, _: f"{count:g}"))


def _draw_plateaus(ax: Axes, x: xr.DataArray) -> None:
    lines = [
        [(now.time, _plateau(now)), (after.time, _plateau(now))]
        for now, after in pairwise(timeline(x))
        if _is_clustered(now) and _is_long(now.time, after.time, float(x["time"][-1]))
    ]
    if lines:
        look: Any = {"colors": STRONG, "lw": 1.0, "zorder": 4, "label": r"$\Sigma_a (m_a/n)^2$"}
        ax.add_collection(LineCollection(lines, **look), autolim=False)
        legend_above(ax)


def _plateau(epoch: Epoch) -> float:
    return sum(m**2 for m in epoch.sizes) / sum(epoch.sizes) ** 2


def _is_clustered(epoch: Epoch) -> bool:
    """Whether every token is in a cluster, and clusters hold two tokens or more on average."""
    return epoch.unclustered == 0 and 2 * epoch.count <= sum(epoch.sizes)


def _is_long(start: float, end: float, last: float) -> bool:
    """Whether an epoch takes at least a twentieth of the time axis."""
    return bool(np.arcsinh(end) - np.arcsinh(start) > np.arcsinh(last) / 20)
