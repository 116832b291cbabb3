"""Numbers against time: clusters and energy."""

from itertools import pairwise

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

from tokenflock.observables import clusters, normalized_energy, timeline
from tokenflock.plots.scales import TimeScale, path, time_axis
from tokenflock.plots.style import BLUE, INK, PALE, styled

MANY = 20  # more clusters than this are counted on a logarithmic axis


@styled
def cluster_count(ax: Axes, x: xr.DataArray, *, time_scale: TimeScale = "log") -> Line2D:
    """The number of clusters of a path against time, as steps; tokens in no cluster are shaded."""
    x = path(x)
    labels = np.asarray(clusters(x))
    times, count, loose = x["time"].data, labels.max(axis=-1) + 1, (labels < 0).sum(axis=-1)
    (drawn,) = ax.step(times, count, where="post", color=BLUE, lw=1.3, label="clusters")
    ax.set_ylabel("clusters")
    _count_axis(ax, int(max(count.max(), loose.max())))
    time_axis(ax, times, time_scale)
    if loose.any():
        ax.fill_between(
            times, loose, step="post", color=PALE, lw=0, zorder=0, label="unclustered tokens"
        )
        ax.set_ylabel("number")
        ax.legend(loc="upper right", handlelength=1.2, borderaxespad=0.0)
    return drawn


@styled
def energy_curve(
    ax: Axes, x: xr.DataArray, *, time_scale: TimeScale = "log", plateaus: bool = False
) -> Line2D:
    """The normalised energy 1/n^2 sum_ij exp(beta (<x_i, x_j> - 1)) of a path against time.

    `plateaus` adds its value sum_a (m_a / n)^2 for far clusters of m_a tokens, wherever every
    token belongs to one.
    """
    x = path(x)
    times = x["time"].data
    (drawn,) = ax.plot(times, np.asarray(normalized_energy(x)), color=BLUE, lw=1.3, zorder=3)
    if plateaus:
        _draw_plateaus(ax, x)
    time_axis(ax, times, time_scale)
    ax.set(ylim=(0, 1.04), ylabel="energy / maximum")
    return drawn


def _count_axis(ax: Axes, most: int) -> None:
    if most <= MANY:
        ax.set_ylim(0, most + 0.5)
        ax.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=5))
        return
    ax.set_yscale("log")
    ax.set_ylim(0.85, 1.25 * most)
    decades = [10.0**k for k in range(8)]
    steps = decades if most >= 1000 else [m * t for t in decades for m in (1, 3)]
    ax.yaxis.set_major_locator(FixedLocator(steps))
    ax.yaxis.set_minor_locator(NullLocator())
    ax.yaxis.set_major_formatter(FuncFormatter(lambda count, _: f"{count:g}"))


def _draw_plateaus(ax: Axes, x: xr.DataArray) -> None:
    for now, after in pairwise(timeline(x)):
        if now.unclustered == 0:
            value = sum(m**2 for m in now.sizes) / sum(now.sizes) ** 2
            ax.hlines(value, now.time, after.time, color=INK, lw=0.9, ls=(0, (3, 2)), zorder=2)
