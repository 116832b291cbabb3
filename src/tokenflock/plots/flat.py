"""Tokens in the plane and on the line, for Euclidean and rescaled runs."""

from typing import Any

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgba
from matplotlib.patches import Polygon
from matplotlib.ticker import MaxNLocator
from scipy.spatial import ConvexHull, QhullError

from tokenflock.plots.scales import TimeScale, configuration, path, time_axis, time_name
from tokenflock.plots.style import (
    BLUE,
    GRAY,
    MOST_VECTORS,
    cluster_colors,
    dot_look,
    line_look,
    styled,
    subset,
)


@styled
def plane_snapshot(
    ax: Axes,
    x: xr.DataArray,
    *,
    colors: np.ndarray | None = None,
    hull: bool = True,
    trails: xr.DataArray | None = None,
) -> Any:
    """A configuration (token, 2) in the plane with its convex hull; `trails` is the path so far."""
    x = configuration(x, d=2)
    colors = cluster_colors(x) if colors is None else colors
    if trails is not None:
        _draw_trails(ax, path(trails, d=2), colors)
    if hull:
        _draw_hull(ax, x.data, fc=to_rgba(BLUE, 0.07), ec=to_rgba(BLUE, 0.6), lw=0.8, zorder=1)
    rim = {"linewidths": 0.4, "edgecolors": "white"} if x.sizes["token"] <= 500 else {}
    look = dot_look(x.sizes["token"]) | rim
    drawn = ax.scatter(x.data[:, 0], x.data[:, 1], c=colors, zorder=3, **look)
    ax.set_title(time_name(x), pad=4)
    ax.set_aspect("equal", adjustable="datalim")
    ax.margins(0.08)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(MaxNLocator("auto", steps=[1, 2, 5, 10]))
    return drawn


@styled
def plane_paths(ax: Axes, x: np.ndarray, *, end: str = "end") -> None:
    """The paths (time, token, coord) of tokens in the plane of their first two coordinates.

    Dots where they start, squares where they end; `end` names the squares in the legend.
    """
    flat = np.asarray(x)[..., :2]
    ax.plot(flat[..., 0], flat[..., 1], color="0.7", lw=0.8)
    ax.plot(*flat[0].T, "o", ms=3, color=BLUE, label="$t = 0$")
    ax.plot(*flat[-1].T, "s", ms=5, color="C1", label=end)
    ax.set(xlabel="$z_1$", ylabel="$z_2$")


@styled
def line_over_time(
    ax: Axes,
    x: xr.DataArray,
    *,
    time_scale: TimeScale = "log",
    colors: np.ndarray | None = None,
) -> LineCollection:
    """The tokens of a path (time, token, 1) on the line, against time.

    Colored by the cluster in which they end; of more than 1000 tokens, 1000 are drawn.
    """
    x = path(x, d=1)
    colors = cluster_colors(x.isel(time=-1)) if colors is None else colors
    shown = subset(x.sizes["token"])
    times = x["time"].data
    lines = [np.column_stack([times, x.data[:, i, 0]]) for i in shown]
    drawn = LineCollection(lines, colors=colors[shown], **line_look(len(shown)))
    ax.add_collection(drawn)
    ax.margins(y=0.05)
    ax.autoscale_view(scalex=False)
    time_axis(ax, times, time_scale)
    ax.set_ylabel("token $x$")
    return drawn


def _draw_trails(ax: Axes, x: xr.DataArray, colors: np.ndarray) -> None:
    """Paths, small dots where they begin, and the hull of the beginning."""
    shown = subset(x.sizes["token"], 300)
    lines = [x.data[:, i] for i in shown]
    look = line_look(len(shown))
    ax.add_collection(LineCollection(lines, colors=colors[shown], zorder=2, **look))
    first = x.data[0]
    _draw_hull(ax, first, fc="none", ec=GRAY, lw=0.7, ls=(0, (4, 3)), zorder=1)
    rings: Any = {"s": 5, "c": "white", "edgecolors": colors, "linewidths": 0.6, "zorder": 2.5}
    ax.scatter(first[:, 0], first[:, 1], rasterized=len(first) > MOST_VECTORS, **rings)


def _draw_hull(ax: Axes, x: np.ndarray, **look: Any) -> None:
    try:
        corners = x[ConvexHull(x).vertices]
    except (QhullError, ValueError):  # fewer than three corners
        return
    ax.add_patch(Polygon(corners, closed=True, **look))
