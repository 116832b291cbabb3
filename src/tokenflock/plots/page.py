"""One figure for a run: which panels, and where."""

import json
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
from tokenflock.plots.scales import evenly, moments, path, share_time
from tokenflock.plots.sphere import sphere_snapshot
from tokenflock.plots.staircase import merge_count, merge_energy
from tokenflock.plots.style import GRAY, cluster_colors, some, styled

SIZE = (9.6, 5.2)  # inches
TALL = (9.6, 6.0)
SMALL_PART = 1.5  # radians
MOST_TOKENS = 500  # tokens drawn and measured where pairs of tokens matter
MOST_PAIRS = 1e7  # pairs of tokens measured along a path

FLAT = ("euclidean", "rescaled")
SPACES = {
    "euclidean": ["Euclidean space"],
    "rescaled": ["rescaled tokens"],
    "preln": ["Pre-LN"],
    "periln": ["Peri-LN"],
    "mixln": ["Mix-LN"],
    "ngpt": ["nGPT"],
    "sqrtscaled": ["sqrt-scaling"],
}

Page = Callable[[xr.DataArray], Figure]


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
    fig = _staircase_page(run, x) if "merge_time" in run else _page_for(shown)(shown)
    fig.suptitle(title(run) + _thinning(x, shown), x=0.012, ha="left", fontsize=10)
    return fig


def title(run: xr.Dataset) -> str:
    """The parameters of a run in one line: n, d, beta, space, mask, seed."""
    x = run["x"]
    about = run.attrs | x.attrs
    parts = [f"$n = {x.sizes['token']}$", f"$d = {x.sizes['coord']}$"]
    if "beta" in about:
        parts.append(rf"$\beta = {about['beta']:g}$")
    parts += [f"{about['mask']} attention"] if "mask" in about else []
    own = [about["own_space"]] if "own_space" in about else []
    parts += own or SPACES.get(about.get("space", ""), [])
    spec = json.loads(about.get("spec", "{}"))
    parts += _matrices(spec) + _laws(spec)
    parts += [f"seed {about['seed']}"] if "seed" in about else []
    return ",  ".join(parts)


def _matrices(spec: dict[str, Any]) -> list[str]:
    symbols = {"qk": r"Q^\top\! K", "ov": "V"}
    given = {name: spec[name] for name in symbols if name in spec}
    return [
        f"${symbols[name]} = {_scalar(value)}I$" if isinstance(value, int | float)
        else f"{value} ${symbols[name]}$" if isinstance(value, str)
        else f"given ${symbols[name]}$"
        for name, value in given.items()
    ]  # fmt: skip


def _laws(spec: dict[str, Any]) -> list[str]:
    """What distinguishes a spec from softmax attention in continuous time without noise."""
    weighting = spec.get("weighting", "softmax").replace(":", ", ")
    parts = [] if weighting == "softmax" else [f"{weighting} weights"]
    parts += [spec["position"].replace(":", " ")] if "position" in spec else []
    parts += [rf"noise $\kappa = {spec['kappa']:g}$"] if "kappa" in spec else []
    method = spec.get("method")
    return parts + ([method.replace("-", " ")] if method in ("layers", "no-residual") else [])


def _scalar(value: float) -> str:
    return {1.0: "", -1.0: "-"}.get(value, rf"{value:g}\,")


def _on_sphere(x: xr.DataArray) -> xr.DataArray:
    """The directions of tokens that a law normalizes; other tokens as they are."""
    if x.attrs.get("space", "sphere") in ("sphere", *FLAT):
        return x
    return x.copy(data=directions(x.data))


def _page_for(x: xr.DataArray) -> Page:
    d = x.sizes["coord"]
    if d == 1:
        return _line_page
    if x.attrs.get("space") in FLAT:
        return _plane_page
    return {2: _circle_page, 3: _sphere_page}.get(d, _cosine_page)


def _circle_page(x: xr.DataArray) -> Figure:
    fig = Figure(figsize=SIZE, layout="constrained")
    left, right = _columns(fig, (1.2, 1))
    main, below = left.subplots(2, 1, height_ratios=(3.4, 1))
    colors, shown = cluster_colors(x.isel(time=-1)), moments(x)
    circle_over_time(main, x, colors=colors)
    _mark_times(main, shown[1:-1])
    cluster_count(below, x)
    share_time(main, below)
    marks = [_center_marks(x), {}, {}, {}]
    for ax, moment, marked in zip(_grid(right, len(shown)), shown, marks, strict=False):
        circle_snapshot(ax, moment, colors=colors, **marked)
    return fig


def _staircase_page(run: xr.Dataset, x: xr.DataArray) -> Figure:
    """Tokens, clusters and energy over the same long time, with snapshots where there is room."""
    fig, colors, shown = Figure(figsize=TALL, layout="constrained"), None, moments(x)
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
    _moments_of_staircase(right, x, shown, colors)
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


def _moments_of_staircase(part: Any, x: xr.DataArray, shown: Any, colors: Any) -> None:
    """Four snapshots of a circle or a sphere; for more dimensions the angles between tokens."""
    if x.sizes["coord"] > 3:
        alignment_histogram(part.subplots(), _thinned(x))
        return
    for k, moment in enumerate(shown):
        if x.sizes["coord"] == 2:
            circle_snapshot(part.add_subplot(2, 2, k + 1), moment, colors=colors)
        else:
            ax = part.add_subplot(2, 2, k + 1, projection="3d", elev=18, azim=_facing(x))
            sphere_snapshot(ax, moment, colors=cluster_colors(x.isel(time=-1)))


def _sphere_page(x: xr.DataArray) -> Figure:
    fig = Figure(figsize=SIZE, layout="constrained")
    rows: Any = fig.subfigures(2, 1, height_ratios=(1.05, 0.9))
    colors, shown = cluster_colors(x.isel(time=-1)), moments(x)
    for k, moment in enumerate(shown):
        ax: Any = rows[0].add_subplot(1, 4, k + 1, projection="3d", elev=18, azim=_facing(x))
        so_far = x.sel(time=slice(None, moment["time"]))
        sphere_snapshot(ax, moment, colors=colors, trails=so_far)
    left, right = rows[1].subplots(1, 2)
    cluster_count(left, x)
    alignment_over_time(right, x)
    return fig


def _cosine_page(x: xr.DataArray) -> Figure:
    fig = Figure(figsize=SIZE, layout="constrained")
    (main, histogram), (below, energy) = fig.subplots(
        2, 2, width_ratios=(1.7, 1), height_ratios=(1.7, 1)
    )
    alignment_over_time(main, x)
    alignment_histogram(histogram, x)
    cluster_count(below, x)
    energy_curve(energy, x, plateaus=True)
    return fig


def _plane_page(x: xr.DataArray) -> Figure:
    fig = Figure(figsize=SIZE, layout="constrained")
    left, right = _columns(fig, (1, 1))
    upper, lower = right.subfigures(2, 1, height_ratios=(3.4, 1))
    plane, colors = _principal(x), cluster_colors(x.isel(time=-1))
    shown = moments(plane)
    main = left.subplots()
    plane_snapshot(main, shown[-1], colors=colors, trails=plane)
    if x.sizes["coord"] > 2:
        main.set(xlabel="first principal component", ylabel="second")
    for ax, moment in zip(_grid(upper, len(shown)), shown, strict=True):
        plane_snapshot(ax, moment, colors=colors)
        _same_limits(ax, plane)
    cluster_count(lower.subplots(), x)
    return fig


def _line_page(x: xr.DataArray) -> Figure:
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


def _mark_times(ax: Axes, moments: list[xr.DataArray]) -> None:
    for moment in moments:
        ax.axvline(float(moment["time"]), color=GRAY, lw=0.5, ls=(0, (2, 3)), zorder=0)


def _center_marks(x: xr.DataArray) -> dict[str, Any]:
    """What to ring at time 0 in a causal run."""
    if x.attrs.get("mask") != "causal" or not x.attrs.get("beta"):
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
    if _page_for(x) in (_circle_page, _line_page):
        return x
    x = x.isel(token=some(x.sizes["token"], MOST_TOKENS))
    most_times = int(MOST_PAIRS / x.sizes["token"] ** 2)
    return x if x.sizes["time"] <= most_times else x.isel(time=evenly(x["time"].data, most_times))


def _thinning(x: xr.DataArray, shown: xr.DataArray) -> str:
    few, all_tokens = shown.sizes["token"], x.sizes["token"]
    return f"   ({few} of {all_tokens} tokens shown)" if few < all_tokens else ""
