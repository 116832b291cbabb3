"""Tokens on the circle: against time, and at one time."""

from typing import Any

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.patches import Arc, Circle

from tokenflock.observables import clusters, renyi_centers, strong_renyi_centers
from tokenflock.plots.scales import (
    TimeScale,
    angle_axis,
    configuration,
    legend_above,
    path,
    time_axis,
    time_name,
)
from tokenflock.plots.style import (
    INK,
    MOST_LINES,
    PALE,
    STRONG,
    cluster_colors,
    dot_look,
    line_look,
    styled,
    subset,
)

HOLLOW: dict[str, Any] = {"marker": "o", "markersize": 4.2, "mfc": "white", "mec": INK, "mew": 0.9}
FILLED: dict[str, Any] = {"marker": "o", "markersize": 4.2, "mfc": STRONG, "mec": INK, "mew": 0.5}
MOST_NAMED = 16  # clusters whose mass is written beside them
LARGEST_DISC = 0.25  # radius of the disc of all tokens together, for a circle of radius 1


@styled
def circle_over_time(
    ax: Axes,
    x: xr.DataArray,
    *,
    time_scale: TimeScale = "log",
    colors: np.ndarray | None = None,
    centers: bool | None = None,
    legend: bool = True,
) -> LineCollection:
    """The angle of every token of a path (time, token, 2) against time.

    Lines are colored by the cluster in which they end and stop at the seam -pi = pi.  `centers`
    marks the Rényi centers of the first configuration (by default when attention is causal).  Of
    more than 1000 tokens, 1000 are drawn.
    """
    x = path(x, d=2)
    times = x["time"].data
    colors = cluster_colors(x.isel(time=-1)) if colors is None else colors
    shown = subset(x.sizes["token"], MOST_LINES)
    theta = np.arctan2(x.data[..., 1], x.data[..., 0])
    lines = [_broken(times, theta[:, i]) for i in shown]
    drawn = LineCollection(lines, colors=colors[shown], **line_look(len(shown)))
    ax.add_collection(drawn, autolim=False)
    time_axis(ax, times, time_scale)
    angle_axis(ax)
    if _is_causal(x) if centers is None else centers:
        _mark_centers(ax, x.isel(time=0), times[0], theta[0], legend)
    return drawn


@styled
def circle_snapshot(
    ax: Axes,
    x: xr.DataArray,
    *,
    colors: np.ndarray | None = None,
    centers: np.ndarray | None = None,
    strong: np.ndarray | None = None,
    delta: float | None = None,
    masses: bool = True,
) -> Any:
    """A configuration (token, 2) on the unit circle; a cluster's disc has the area of its mass.

    `centers` and `strong` are the tokens (n,) to ring, such as the Rényi centers at time 0; with
    `delta`, an arc of that length is drawn about each center: the parked cars of Rényi's problem,
    which never overlap.  `masses` writes the number of tokens beside the larger clusters.
    """
    x = configuration(x, d=2)
    colors = cluster_colors(x) if colors is None else colors
    ax.add_patch(Circle((0, 0), 1, fill=False, ec=PALE, lw=0.8, zorder=0))
    _draw_discs(ax, x, colors, masses)
    drawn = ax.scatter(x.data[:, 0], x.data[:, 1], c=colors, zorder=2, **dot_look(len(colors)))
    if centers is not None and delta is not None:
        _park(ax, x.data[centers], delta)
    for which, look in ((centers, HOLLOW), (strong, FILLED)):
        if which is not None:
            ax.plot(*x.data[which].T, ls="none", zorder=3, **_smaller(look))
    ax.text(0, 0, time_name(x), ha="center", va="center")
    ax.set(xlim=(-1.26, 1.26), ylim=(-1.26, 1.26), aspect="equal")
    ax.set_axis_off()
    return drawn


def _broken(t: np.ndarray, theta: np.ndarray) -> np.ndarray:
    """The line (t, theta), cut where it crosses the seam and drawn up to it on both sides."""
    turn = np.diff(theta)
    k = np.flatnonzero(np.abs(turn) > np.pi)
    edge = -np.sign(turn[k]) * np.pi
    crossing = t[k] + (edge - theta[k]) / (turn[k] + 2 * edge) * (t[k + 1] - t[k])
    at = np.repeat(k + 1, 3)
    seam = np.stack([edge, np.full(len(k), np.nan), -edge], axis=-1).ravel()
    return np.column_stack([np.insert(t, at, np.repeat(crossing, 3)), np.insert(theta, at, seam)])


def _is_causal(x: xr.DataArray) -> bool:
    return x.attrs.get("mask") == "causal"


def _mark_centers(ax: Axes, x0: xr.DataArray, t0: float, theta: np.ndarray, legend: bool) -> None:
    marks = (
        (np.asarray(renyi_centers(x0)), HOLLOW, "Rényi centers"),
        (np.asarray(strong_renyi_centers(x0)), FILLED, "strong Rényi centers"),
    )
    for which, look, name in marks:
        at = np.full(which.sum(), t0)
        ax.plot(at, theta[which], ls="none", clip_on=False, zorder=5, label=name, **look)
    if legend:
        legend_above(ax)


def _draw_discs(ax: Axes, x: xr.DataArray, colors: np.ndarray, masses: bool) -> None:
    """Translucent discs for clusters of two and more, the heaviest first."""
    labels = np.asarray(clusters(x))
    mass = np.bincount(labels[labels >= 0])
    named: list[float] = []
    for k in np.argsort(-mass, kind="stable"):
        if mass[k] < 2:
            break
        members = np.flatnonzero(labels == k)
        angle = np.angle(np.sum(x.data[members] @ [1, 1j]))
        radius = LARGEST_DISC * np.sqrt(mass[k] / len(labels))
        at = (np.cos(angle), np.sin(angle))
        ax.add_patch(Circle(at, radius, color=colors[members[0]], alpha=0.4, lw=0, zorder=1))
        if masses and mass[k] >= 0.03 * len(labels) and _is_free(angle, named):
            named.append(angle)
            inside = 1 - radius - 0.07 - 0.03 * len(str(mass[k]))
            ax.text(inside * at[0], inside * at[1], str(mass[k]), ha="center", va="center",
                    fontsize=6.5, color=INK)  # fmt: skip


def _is_free(angle: float, named: list[float]) -> bool:
    apart = [abs(np.angle(np.exp(1j * (angle - other)))) for other in named]
    return len(named) < MOST_NAMED and min(apart, default=np.inf) > 0.28


def _park(ax: Axes, at: np.ndarray, delta: float) -> None:
    for angle in np.degrees(np.arctan2(at[:, 1], at[:, 0])):
        half = np.degrees(min(delta, 2 * np.pi)) / 2
        ax.add_patch(
            Arc((0, 0), 2.24, 2.24, theta1=angle - half, theta2=angle + half, color=INK, lw=0.9)
        )
    ax.text(0, -0.24, rf"arcs: $\delta = {delta:.3g}$", ha="center", va="center", fontsize=6.5)


def _smaller(look: dict[str, Any]) -> dict[str, Any]:
    return look | {"markersize": 0.8 * look["markersize"], "mew": 0.8 * look["mew"]}
