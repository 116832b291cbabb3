"""Tokens on the sphere in three dimensions, seen from where the axes look."""

from typing import Any

import numpy as np
import xarray as xr
from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection

from tokenflock.plots.scales import configuration, path, time_name
from tokenflock.plots.style import PALE, cluster_colors, dot_look, line_look, styled, subset

MOST_TRAILS = 300
MERIDIANS, PARALLELS = 12, 5
ARC = np.linspace(0, 2 * np.pi, 145)


@styled
def sphere_snapshot(
    ax: Any,
    x: xr.DataArray,
    *,
    colors: np.ndarray | None = None,
    trails: xr.DataArray | None = None,
) -> Any:
    """A configuration (token, 3) on the unit sphere, on 3-d axes; `trails` is the path so far.

    What lies behind the sphere is paler.  The view is that of the axes at the time of drawing:
    call `ax.view_init` before.
    """
    x = configuration(x, d=3)
    colors = cluster_colors(x) if colors is None else colors
    _prepare(ax)
    eye = viewpoint(ax)
    _draw_ball(ax, eye)
    if trails is not None:
        _draw_trails(ax, path(trails, d=3), colors, eye)
    ax.text(*(-1.08 * upwards(ax)), time_name(x), ha="center", va="top")
    return _draw_tokens(ax, x.data, colors, eye)


def viewpoint(ax: Any) -> np.ndarray:
    """The unit vector from the origin towards the eye of 3-d axes."""
    up, around = np.radians([ax.elev, ax.azim])
    return np.array([np.cos(up) * np.cos(around), np.cos(up) * np.sin(around), np.sin(up)])


def upwards(ax: Any) -> np.ndarray:
    """The unit vector that points up in the picture of 3-d axes."""
    up, around = np.radians([ax.elev, ax.azim])
    return np.array([-np.sin(up) * np.cos(around), -np.sin(up) * np.sin(around), np.cos(up)])


def _prepare(ax: Any) -> None:
    ax.computed_zorder = False  # we know what is in front
    ax.set_proj_type("ortho")
    ax.set(xlim=(-1, 1), ylim=(-1, 1), zlim=(-1, 1))
    ax.set_box_aspect((1, 1, 1), zoom=1.5)
    ax.set_axis_off()


def _draw_ball(ax: Any, eye: np.ndarray) -> None:
    """A pale disc with an outline, and the graticule in front of it."""
    outline = _great_circle(eye)
    ax.add_collection3d(Poly3DCollection([outline], facecolor="#f5f6f8", zorder=0))
    ax.add_collection3d(Line3DCollection([outline], colors="#9a9a9a", lw=0.8, zorder=2))
    front, back = _split(_graticule(), eye)
    ax.add_collection3d(Line3DCollection(back, colors="#ececec", lw=0.4, zorder=1))
    ax.add_collection3d(Line3DCollection(front, colors=PALE, lw=0.5, zorder=1))


def _draw_trails(ax: Any, x: xr.DataArray, colors: np.ndarray, eye: np.ndarray) -> None:
    shown = subset(x.sizes["token"], MOST_TRAILS)
    lines = [x.data[:, i] for i in shown]
    look = line_look(len(shown)) | {"linewidths": 0.6}
    for part, strength, depth in zip(_split(lines, eye), (0.6, 0.2), (4, 2), strict=True):
        drawn = Line3DCollection(part, colors=colors[shown], zorder=depth, **look)
        drawn.set_alpha(strength)
        ax.add_collection3d(drawn)


def _draw_tokens(ax: Any, x: np.ndarray, colors: np.ndarray, eye: np.ndarray) -> Any:
    """Tokens in front with a white rim, those behind pale and small; front first if returned."""
    look = dot_look(len(x))
    behind = x @ eye < 0
    ax.scatter(
        *x[behind].T, c=_faded(colors[behind]), depthshade=False, zorder=3,
        **(look | {"s": 0.6 * look["s"]}),
    )  # fmt: skip
    rim = {"linewidths": 0.35, "edgecolors": "white"} if len(x) <= 500 else {}
    return ax.scatter(
        *x[~behind].T, c=colors[~behind], depthshade=False, zorder=5, **(look | rim)
    )  # fmt: skip


def _faded(colors: np.ndarray, by: float = 0.65) -> np.ndarray:
    return colors + by * (1 - colors)


def _great_circle(pole: np.ndarray) -> np.ndarray:
    """Points (145, 3) of the great circle with this pole."""
    u, v = np.linalg.svd(pole[None])[2][1:]
    return np.outer(np.cos(ARC), u) + np.outer(np.sin(ARC), v)


def _graticule() -> list[np.ndarray]:
    meridians = [
        _great_circle(np.array([np.cos(a), np.sin(a), 0.0]))
        for a in np.pi * np.arange(MERIDIANS // 2) / (MERIDIANS // 2)
    ]
    heights = np.sin(np.pi * (np.arange(1, PARALLELS + 1) / (PARALLELS + 1) - 0.5))
    return meridians + [_parallel(height) for height in heights]


def _parallel(height: float) -> np.ndarray:
    r = np.sqrt(1 - height**2)
    return np.column_stack([r * np.cos(ARC), r * np.sin(ARC), np.full_like(ARC, height)])


def _split(lines: list[np.ndarray], eye: np.ndarray) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """The parts of lines (points, 3) in front of the sphere and behind it; the rest is nan."""
    front = [np.where((line @ eye >= 0)[:, None], line, np.nan) for line in lines]
    back = [np.where((line @ eye <= 0)[:, None], line, np.nan) for line in lines]
    return front, back
