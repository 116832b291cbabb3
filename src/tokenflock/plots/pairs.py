"""Pairs of tokens: attention matrices and cosines."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import xarray as xr
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm, Normalize
from matplotlib.patheffects import withStroke

from tokenflock.errors import InputError
from tokenflock.observables import alignment, cosine_histogram
from tokenflock.plots.scales import (
    TimeScale,
    even_times,
    legend_above,
    path,
    snapshots,
    time_axis,
    time_name,
)
from tokenflock.plots.style import BLUE, styled, subset

SHADES = "magma_r"  # perceptually uniform, from near white to black
FAINTEST = 1e-6  # the least weight that shows on a logarithmic scale
MOST_TOKENS = 300  # tokens whose pairs are counted in a picture over time
MOST_TIMES = 200


@styled
def attention_matrix(ax: Axes, P: Any, *, log: bool = False, colorbar: bool = True) -> Any:
    """An attention matrix (n, n), or (1, n, n), as an image; row i receives, column j sends.

    `log` shows weights down to 1e-6; weights that are zero stay white.
    """
    P = _one_matrix(P)
    drawn = ax.imshow(
        np.ma.masked_less_equal(P, 0.0), cmap=_with_white(SHADES), norm=_norm(P, log),
        interpolation="nearest", extent=(-0.5, P.shape[1] - 0.5, P.shape[0] - 0.5, -0.5),
    )  # fmt: skip
    ax.set(xlabel="sender $j$", ylabel="receiver $i$")
    ax.spines[["top", "right"]].set_visible(True)
    ax.locator_params(integer=True)
    if colorbar:
        _draw_colorbar(ax, drawn, "weight $w_{ij}$")
    return drawn


@styled
def alignment_histogram(
    ax: Axes, x: xr.DataArray, *, times: Sequence[float] | None = None, bins: int | None = None
) -> list[Any]:
    """The share of pairs of tokens by cosine, for a configuration or at several times of a path.

    By default four times of a path, evenly spaced on the time axis.
    """
    configurations = _chosen(x, times)
    shades = colormaps[SHADES](np.linspace(0.15, 0.95, len(configurations)))
    # The limits come first: a single token has no pairs, and nothing to fit a scale to.
    ax.set(xlim=(-1.02, 1.02), ylim=(one_pair(x.sizes["token"]) / 2, 1.5), yscale="log")
    drawn = []
    for snapshot, shade in zip(configurations, shades, strict=True):
        share = _shares(snapshot, bins)
        edges = np.linspace(-1, 1, len(share) + 1)
        look = {"color": shade, "lw": 1.2, "label": time_name(snapshot)}
        drawn.append(ax.stairs(share, edges, baseline=None, **look))
    _cosine_axis(ax.xaxis)
    ax.set_ylabel("share of pairs")
    if "time" in configurations[0].coords:
        legend_above(ax, columns=len(configurations))
    return drawn


@styled
def alignment_over_time(
    ax: Axes,
    x: xr.DataArray,
    *,
    time_scale: TimeScale = "log",
    bins: int | None = None,
    colorbar: bool = True,
) -> Any:
    """The cosines of all pairs of a path against time: share of pairs as shade, mean as a line.

    What `circle_over_time` is on the circle, in any dimension.
    """
    x = path(x)
    few = x.isel(
        time=even_times(x["time"].data, MOST_TIMES), token=subset(x.sizes["token"], MOST_TOKENS)
    )
    table = xr.DataArray(
        _shares(few, bins), dims=("time", "bin"), coords={"time": few["time"].data}
    )
    mean = xr.DataArray(np.asarray(alignment(x)), dims="time", coords={"time": x["time"].data})
    least = one_pair(few.sizes["token"])
    return shares_over_time(ax, table, mean, least=least, time_scale=time_scale, colorbar=colorbar)


@styled
def shares_over_time(
    ax: Axes,
    shares: xr.DataArray,
    mean: xr.DataArray,
    *,
    least: float,
    time_scale: TimeScale = "log",
    colorbar: bool = True,
) -> Any:
    """Shares of pairs (time, bin) in equal bins of cosine, as shades from `least` on; the mean."""
    share = shares.data
    drawn = ax.pcolormesh(
        _borders(shares["time"].data), np.linspace(-1, 1, share.shape[-1] + 1),
        np.ma.masked_less_equal(share, 0.0).T,
        cmap=_with_white(SHADES), norm=LogNorm(least, 1.0), rasterized=True,
    )  # fmt: skip
    outline = [withStroke(linewidth=2.6, foreground="white")]
    times = mean["time"].data
    ax.plot(times, mean.data, color=BLUE, lw=1.3, label="mean", path_effects=outline)
    legend_above(ax)
    time_axis(ax, times, time_scale)
    ax.set_ylim(-1.02, 1.02)
    _cosine_axis(ax.yaxis)
    if colorbar and share.any():
        _draw_colorbar(ax, drawn, "share of pairs")
    return drawn


def _one_matrix(P: Any) -> np.ndarray:
    P = np.asarray(P)
    P = P[0] if P.ndim == 3 and len(P) == 1 else P
    if P.ndim != 2:
        raise InputError(
            f"`P` must be one matrix (n, n). Got shape {P.shape}. Choose a head, as in `P[0]`."
        )
    return P


def _norm(P: np.ndarray, log: bool) -> Normalize:
    top = float(P.max(initial=0.0)) or 1.0
    return LogNorm(min(FAINTEST, top / 10), top) if log else Normalize(0.0, top)


def _with_white(name: str) -> Any:
    return colormaps[name].with_extremes(bad="white")


def _chosen(x: xr.DataArray, times: Sequence[float] | None) -> list[xr.DataArray]:
    if "time" not in x.dims:
        return [x]
    return snapshots(x) if times is None else [x.sel(time=t, method="nearest") for t in times]


def _shares(x: xr.DataArray, bins: int | None) -> np.ndarray:
    """The share of pairs in equal bins of cosine; by default more bins for more pairs."""
    bins = 2 * int(np.clip(x.sizes["token"] / 2, 20, 30)) if bins is None else bins
    return np.asarray(cosine_histogram(x, bins=bins)) * 2 / bins


def one_pair(n: int) -> float:
    """The share of one pair among all of n tokens, but not less than 1e-5 nor more than 0.1."""
    return float(np.clip(2 / max(1, n * (n - 1)), 1e-5, 0.1))


def _cosine_axis(axis: Any) -> None:
    axis.set_ticks([-1, -0.5, 0, 0.5, 1])
    axis.set_label_text(r"cosine $\langle x_i, x_j \rangle$")


def _draw_colorbar(ax: Axes, image: Any, name: str) -> None:
    bar: Any = ax.figure.colorbar(image, ax=ax, fraction=0.045, pad=0.02)
    bar.set_label(name)
    bar.outline.set_linewidth(0.6)


def _borders(times: np.ndarray) -> np.ndarray:
    """Borders of the cells around increasing times; the outer ones are the times themselves."""
    if len(times) == 1:
        return np.array([times[0], times[0] + 1])
    return np.concatenate([times[:1], (times[1:] + times[:-1]) / 2, times[-1:]])
