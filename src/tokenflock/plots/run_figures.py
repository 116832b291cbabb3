"""One figure for a run: which panels, and where."""

from collections.abc import Callable
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import AutoLocator, NullLocator, ScalarFormatter

from tokenflock.errors import InputError
from tokenflock.observables import center_distance, renyi_centers, strong_renyi_centers
from tokenflock.observables.configuration import directions
from tokenflock.plots.circle import circle_over_time, circle_snapshot
from tokenflock.plots.curves import cluster_count, energy_curve
from tokenflock.plots.flat import line_over_time, plane_snapshot
from tokenflock.plots.pairs import alignment_histogram, alignment_over_time
from tokenflock.plots.scales import even_times, path, share_time, snapshots
from tokenflock.plots.sphere import sphere_snapshot
from tokenflock.plots.staircase import merge_count, merge_energy
from tokenflock.plots.style import GRAY, cluster_colors, styled, subset
from tokenflock.plots.titles import run_title

SIZE = (9.6, 5.2)  # inches
TALL = (9.6, 6.0)
SMALL_PART = 1.5  # radians
MOST_TOKENS = 500  # tokens drawn and measured where pairs of tokens matter
MOST_PAIRS = 1e7  # pairs of tokens measured along a path

Layout = Callable[[xr.DataArray], Figure]


@styled
def figure_of(run: xr.Dataset) -> Figure:
    """One figure that shows a run: panels by space and dimension, parameters above.

    Of more than 500 tokens that are neither on the circle nor on the line, 500 are drawn and
    measured, and the title says so.
    """
    if not isinstance(run, xr.Dataset) or "x" not in run:
        raise InputError(f"`run` must be a dataset with tokens `x`. Got {type(run).__name__}.")
    x = _on_sphere(path(run["x"]))
    shown = _thinned(x)
    fig = _staircase_figure(run, x) if "merge_time" in run else _layout_for(shown)(shown)
    fig.suptitle(run_title(run) + _thinning(x, shown), x=0.012, ha="left", fontsize=10)
    return fig


def _on_sphere(x: xr.DataArray) -> xr.DataArray:
    """The directions of tokens that are compared by angle; other tokens as they are."""
    return x.copy(data=directions(x.data)) if x.attrs.get("metric") == "angle" else x


def _layout_for(x: xr.DataArray) -> Layout:
    d = x.sizes["coord"]
    if d == 1:
        return _line_figure
    if x.attrs.get("metric") == "euclidean":
        return _plane_figure
    return {2: _circle_figure, 3: _sphere_figure}.get(d, _cosine_figure)


def _circle_figure(x: xr.DataArray) -> Figure:
    fig = Figure(figsize=SIZE, layout="constrained")
    left, right = _columns(fig, (1.2, 1))
    main, below = left.subplots(2, 1, height_ratios=(3.4, 1))
    colors, shown = cluster_colors(x.isel(time=-1)), snapshots(x)
    circle_over_time(main, x, colors=colors)
    _mark_times(main, shown[1:-1])
    cluster_count(below, x)
    share_time(main, below)
    marks = [_center_marks(x), {}, {}, {}]
    for ax, snapshot, marked in zip(_grid(right, len(shown)), shown, marks, strict=False):
        circle_snapshot(ax, snapshot, colors=colors, **marked)
    return fig


def _staircase_figure(run: xr.Dataset, x: xr.DataArray) -> Figure:
    """Tokens, clusters and energy over the same long time, with snapshots where there is room."""
    fig, colors, shown = Figure(figsize=TALL, layout="constrained"), None, snapshots(x)
    left, right = _columns(fig, (1.5, 1))
    main, count, energy = left.subplots(3, 1, height_ratios=(2.2, 1, 1.4))
    if x.sizes["coord"] == 2:
        colors = cluster_colors(x.isel(time=0 if x.sizes["token"] <= 8 else -1))
        circle_over_time(main, x, colors=colors)
        _zoomed(main, x)
    else:
        alignment_over_time(main, _thinned(x))
    _mark_times(main, shown[1:-1])
    merge_count(count, run)
    merge_energy(energy, run)
    share_time(main, energy)
    share_time(count, energy)
    _staircase_snapshots(right, x, shown, colors)
    return fig


def _zoomed(ax: Axes, x: xr.DataArray) -> None:
    """Angles where the tokens are, if that is a small part of the circle."""
    angle = np.arctan2(x.data[..., 1], x.data[..., 0])
    low, high = float(angle.min()), float(angle.max())
    if high - low < SMALL_PART:
        margin = 0.1 * (high - low) + 1e-3
        ax.yaxis.set_major_locator(AutoLocator())
        ax.yaxis.set_major_formatter(ScalarFormatter())
        ax.yaxis.set_minor_locator(NullLocator())
        ax.set_ylim(low - margin, high + margin)


def _staircase_snapshots(part: Any, x: xr.DataArray, shown: Any, colors: Any) -> None:
    """Four snapshots of a circle or a sphere; for more dimensions the angles between tokens."""
    if x.sizes["coord"] > 3:
        alignment_histogram(part.subplots(), _thinned(x))
        return
    for k, snapshot in enumerate(shown):
        if x.sizes["coord"] == 2:
            circle_snapshot(part.add_subplot(2, 2, k + 1), snapshot, colors=colors)
        else:
            ax = part.add_subplot(2, 2, k + 1, projection="3d", elev=18, azim=_facing(x))
            sphere_snapshot(ax, snapshot, colors=cluster_colors(x.isel(time=-1)))


def _sphere_figure(x: xr.DataArray) -> Figure:
    fig = Figure(figsize=SIZE, layout="constrained")
    rows: Any = fig.subfigures(2, 1, height_ratios=(1.05, 0.9))
    colors, shown = cluster_colors(x.isel(time=-1)), snapshots(x)
    for k, snapshot in enumerate(shown):
        ax: Any = rows[0].add_subplot(1, 4, k + 1, projection="3d", elev=18, azim=_facing(x))
        so_far = x.sel(time=slice(None, snapshot["time"]))
        sphere_snapshot(ax, snapshot, colors=colors, trails=so_far)
    left, right = rows[1].subplots(1, 2)
    cluster_count(left, x)
    alignment_over_time(right, x)
    return fig


def _cosine_figure(x: xr.DataArray) -> Figure:
    fig = Figure(figsize=SIZE, layout="constrained")
    (main, histogram), (below, energy) = fig.subplots(
        2, 2, width_ratios=(1.7, 1), height_ratios=(1.7, 1)
    )
    alignment_over_time(main, x)
    alignment_histogram(histogram, x)
    cluster_count(below, x)
    energy_curve(energy, x, plateaus=True)
    return fig


def _plane_figure(x: xr.DataArray) -> Figure:
    fig = Figure(figsize=SIZE, layout="constrained")
    left, right = _columns(fig, (1, 1))
    upper, lower = right.subfigures(2, 1, height_ratios=(3.4, 1))
    plane, colors = _principal(x), cluster_colors(x.isel(time=-1))
    shown = snapshots(plane)
    main = left.subplots()
    plane_snapshot(main, shown[-1], colors=colors, trails=plane)
    if x.sizes["coord"] > 2:
        main.set(xlabel="first principal component", ylabel="second")
    for ax, snapshot in zip(_grid(upper, len(shown)), shown, strict=True):
        plane_snapshot(ax, snapshot, colors=colors)
        _same_limits(ax, plane)
    cluster_count(lower.subplots(), x)
    return fig


def _line_figure(x: xr.DataArray) -> Figure:
    fig = Figure(figsize=(6.4, 5.2), layout="constrained")
    main, below = fig.subplots(2, 1, height_ratios=(3, 1))
    line_over_time(main, x)
    cluster_count(below, x)
    share_time(main, below)
    return fig


def _same_limits(ax: Axes, x: xr.DataArray) -> None:
    """Limits for the whole path where it stays bounded: rescaled hulls only shrink."""
    if x.attrs.get("space") == "rescaled":
        ax.update_datalim(x.data.reshape(-1, 2))
        ax.autoscale_view()


def _columns(fig: Figure, widths: tuple[float, float]) -> Any:
    return fig.subfigures(1, 2, width_ratios=widths)


def _grid(part: Any, count: int) -> list[Axes]:
    """Up to four axes in two rows."""
    return [part.add_subplot(2, 2, k + 1) for k in range(count)]


def _mark_times(ax: Axes, snapshots: list[xr.DataArray]) -> None:
    for snapshot in snapshots:
        ax.axvline(float(snapshot["time"]), color=GRAY, lw=0.5, ls=(0, (2, 3)), zorder=0)


def _center_marks(x: xr.DataArray) -> dict[str, Any]:
    """What to ring at time 0 in a causal run."""
    if x.attrs.get("mask") != "causal" or x.attrs.get("beta", 0.0) <= 0:
        return {}
    first = x.isel(time=0)
    return {
        "centers": np.asarray(renyi_centers(first)),
        "strong": np.asarray(strong_renyi_centers(first)),
        "delta": center_distance(x.attrs["beta"]),
    }


def _facing(x: xr.DataArray) -> float:
    """The azimuth, in degrees, from which the final tokens are seen in front and a bit aside."""
    mean = x.isel(time=-1).data.mean(axis=0)
    return float(np.degrees(np.arctan2(mean[1], mean[0]))) - 25


def _principal(x: xr.DataArray) -> xr.DataArray:
    """The path in the plane of the two largest principal components of its last configuration."""
    if x.sizes["coord"] == 2:
        return x
    last = x.isel(time=-1).data
    axes = np.linalg.svd(last - last.mean(axis=0), full_matrices=True)[2][:2]
    return xr.DataArray(x.data @ axes.T, dims=x.dims, coords={"time": x["time"]}, attrs=x.attrs)


def _thinned(x: xr.DataArray) -> xr.DataArray:
    """Fewer tokens and times of a long path of many, unless angles or places are just sorted."""
    if _layout_for(x) in (_circle_figure, _line_figure):
        return x
    x = x.isel(token=subset(x.sizes["token"], MOST_TOKENS))
    most_times = int(MOST_PAIRS / x.sizes["token"] ** 2)
    if x.sizes["time"] <= most_times:
        return x
    return x.isel(time=even_times(x["time"].data, most_times))


def _thinning(x: xr.DataArray, shown: xr.DataArray) -> str:
    few, all_tokens = shown.sizes["token"], x.sizes["token"]
    return f"   ({few} of {all_tokens} tokens shown)" if few < all_tokens else ""
