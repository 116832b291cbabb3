"""Figures of a diagnosis: small panels, each readable on a telephone."""

from collections.abc import Callable
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, MaxNLocator, NullFormatter

from tokenflock.plots.style import BLUE, GRAY, INK, PALE, PALETTE, STRONG, styled

SIZE = (4.6, 3.4)
# Margins are given: to have them found takes as long as to draw, for every panel.
MARGINS = {"left": 0.15, "right": 0.97, "top": 0.96}
BOTTOM, ROW, COLUMNS = 0.14, 0.055, 3  # of the axes: without a legend, and for each of its rows
Draw = Callable[[Axes, xr.Dataset], None]
# Numbers of layers 1 - 30 lie beside each other, heads too.
HEATMAP: dict[str, Any] = {"aspect": "auto", "interpolation": "nearest", "origin": "lower"}


def panels_of(
    table: xr.Dataset, other: xr.Dataset | None = None
) -> list[tuple[str, str, Callable[[], Figure]]]:
    """Title, caption and a function that draws, for every panel that a table has data for."""
    return [
        (title, _caption(caption, table), _panel(draw, table, other))
        for needed, title, caption, draw in PANELS
        if needed in table
    ]


def _caption(caption: str, table: xr.Dataset) -> str:
    """A caption without what it says of curves that a table has no data for."""
    for needed, words in OPTIONAL_WORDS.items():
        caption = caption if needed in table else caption.replace(words, "")
    return caption


def _panel(draw: Draw, table: xr.Dataset, other: xr.Dataset | None) -> Callable[[], Figure]:
    @styled
    def figure() -> Figure:
        if other is not None and draw in STACKED and set(STACKED[draw]) <= set(other):
            return _stacked(draw, table, other)
        fig, ax = _axes()
        draw(ax, table)
        if other is not None and draw in OVERLAYS:
            _overlay(ax, other, OVERLAYS[draw])
        return fig

    return figure


def _stacked(draw: Draw, table: xr.Dataset, other: xr.Dataset) -> Figure:
    """The same of both models, one above the other, on the same scales."""
    fig = Figure(figsize=(SIZE[0], 2 * SIZE[1]))
    fig.subplots_adjust(bottom=BOTTOM / 2, **MARGINS, hspace=0.36)
    axes = fig.subplots(2, 1)
    for ax, one in zip(axes, (table, other), strict=True):
        draw(ax, one)
        ax.set_title(str(one.attrs["model"]), fontsize=8.5, loc="left")
    if all(ax.images for ax in axes):
        high = max(ax.images[0].get_clim()[1] for ax in axes)
        for ax in axes:
            ax.images[0].set_clim(0.0, high)
    else:
        _on_one_scale(list(axes))
    return fig


def _on_one_scale(axes: list[Axes]) -> None:
    """Vertical axes with the same ends."""
    ends = [ax.get_ylim() for ax in axes]
    for ax in axes:
        ax.set_ylim(min(low for low, _ in ends), max(high for _, high in ends))
        if ax.get_yscale() == "log":
            _log_axis(ax.yaxis)


def _axes() -> tuple[Figure, Axes]:
    fig = Figure(figsize=SIZE)
    fig.subplots_adjust(bottom=BOTTOM, **MARGINS)
    return fig, fig.subplots()


def _overlay(ax: Axes, other: xr.Dataset, colors: dict[str, str]) -> None:
    """The same measures of what the model is compared with, dotted in the same colors."""
    left, right = ax.get_xlim()
    for name, color in colors.items():
        if name in other:
            values = _median(other, name)
            ends = (0, ax.dataLim.x1)
            ax.plot(np.linspace(*ends, len(values)), values, color=color, ls=":", lw=1.6)
    ax.plot([], [], color=GRAY, ls=":", lw=1.6, label=str(other.attrs["model"]))
    ax.set_xlim(left, right)
    if ax.get_yscale() == "log":
        _log_axis(ax.yaxis)
    _legend(ax)


def _median(table: xr.Dataset, name: str) -> np.ndarray:
    values = table[name].data
    return np.nanmedian(values, axis=1) if values.ndim == 2 else values


def _depth_axis(ax: Axes, label: str) -> None:
    ax.set_xlabel(label)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))


# Of a logarithmic axis whose ends have a quotient below: numbers times powers of ten.
SUBS = (
    (3.0, (1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0)),
    (10.0, (1.0, 1.5, 2.0, 3.0, 5.0, 7.0)),
    (300.0, (1.0, 2.0, 5.0)),
)


def _log_axis(axis: Axis) -> None:
    """Plain numbers, about three to seven, at round ones that the range has."""
    low, high = axis.get_view_interval()
    quotient = high / max(low, 1e-300)
    subs = next((subs for most, subs in SUBS if quotient < most), (1.0,))
    axis.set_major_locator(LogLocator(subs=subs))
    axis.set_major_formatter("{x:g}")
    axis.set_minor_formatter(NullFormatter())


def _legend(ax: Axes) -> None:
    """Below the axes, where no curve is."""
    figure = ax.figure
    for old in figure.legends:
        old.remove()
    handles, labels = ax.get_legend_handles_labels()
    rows = -(-len(labels) // COLUMNS)
    figure.subplots_adjust(bottom=BOTTOM + ROW * rows)
    figure.legend(handles, labels, loc="lower center", ncols=COLUMNS, fontsize=7.5,
                  handlelength=1.4, columnspacing=1.2, borderaxespad=0.2)  # fmt: skip


def draw_cosine(ax: Axes, t: xr.Dataset) -> None:
    """The mean cosine by depth, what equiangular tokens would do, and versions of the model."""
    if "predicted_cosine" in t:
        low, high = t.predicted_cosine.data, t.predicted_uniform.data
        ax.fill_between(np.arange(len(low)), low, high, color=PALE, lw=0, label="equiangular")
    if "version" in t.dims:
        for k, name in enumerate(t["version"].data):
            ax.plot(t.version_cosine[k], color=PALETTE[k % len(PALETTE)], lw=0.9, label=str(name))
    ax.plot(t.mean_cosine.data, color=INK, lw=1.8, label="model")
    ax.set(ylabel="mean cosine", ylim=(min(-0.05, float(t.mean_cosine.min())), 1.05))
    _depth_axis(ax, "layers passed")
    _legend(ax)


def draw_ranks(ax: Axes, t: xr.Dataset) -> None:
    """Effective and numerical ranks of directions, and of the tokens with their norms."""
    ax.plot(t.effective_rank.data, color=INK, lw=1.8, label="directions")
    ax.plot(t.raw_effective_rank.data, color=BLUE, lw=1.5, label="with norms")
    ax.plot(t.numerical_rank.data, color=INK, lw=0.8, ls="--", label="numerical, directions")
    ax.plot(t.raw_numerical_rank.data, color=BLUE, lw=0.8, ls="--", label="numerical, with norms")
    ax.set(ylabel="rank", ylim=(0, None))
    _depth_axis(ax, "layers passed")
    _legend(ax)


def draw_histogram(ax: Axes, t: xr.Dataset) -> None:
    """The share of pairs of tokens at each cosine, by depth."""
    share = t.cosines.data.T
    image = ax.imshow(
        np.sqrt(share), cmap="magma_r", extent=(-0.5, share.shape[1] - 0.5, -1, 1), **HEATMAP
    )
    ax.set(ylabel="cosine of a pair")
    _depth_axis(ax, "layers passed")
    bar = ax.figure.colorbar(image, ax=ax, pad=0.02)
    bar.set_label("√ share of pairs", fontsize=8)


def draw_norms(ax: Axes, t: xr.Dataset) -> None:
    """Norms of the median and the longest token, and of the first."""
    ax.semilogy(t.median_norm.data, color=INK, lw=1.8, label="median")
    ax.semilogy(t.largest_norm.data, color=STRONG, lw=1.5, label="longest")
    ax.semilogy(t.first_norm_ratio.data * t.median_norm.data, color=BLUE, lw=0.9, ls="--",
                label="first token")  # fmt: skip
    ax.set_ylabel("norm")
    _log_axis(ax.yaxis)
    _depth_axis(ax, "layers passed")
    _legend(ax)


def draw_parts(ax: Axes, t: xr.Dataset) -> None:
    """What attention and MLP add, over the norm of the token that stands there."""
    for name, color, word in (
        ("attention_share", BLUE, "attention"), ("mlp_share", PALETTE[1], "MLP"),
    ):  # fmt: skip
        if name in t:
            ax.semilogy(t[name].data, color=color, marker="o", ms=2.5, label=f"{word} / residual")
    ax.axhline(1.0, color=PALE, lw=0.8, zorder=0)
    ax.set_ylabel("|added| / |residual|")
    _log_axis(ax.yaxis)
    _depth_axis(ax, "layer")
    _legend(ax)


def draw_clusters(ax: Axes, t: xr.Dataset) -> None:
    """Clusters no wider than 0.3 radians, lone tokens among them, and tokens in none."""
    ax.plot(t.clusters.data, color=INK, label="clusters")
    ax.plot(t.loose.data, color=GRAY, ls="--", label="tokens in none")
    ax.axhline(t.attrs["tokens"], color=PALE, lw=0.8, zorder=0)
    ax.set(ylabel=f"of {t.attrs['tokens']:.0f} tokens", ylim=(0, None))
    _depth_axis(ax, "layers passed")
    _legend(ax)


def _heat(ax: Axes, values: np.ndarray, label: str, cmap: str, high: float | None) -> None:
    image = ax.imshow(values.T, cmap=cmap, vmin=0.0, vmax=high, **HEATMAP)
    ax.set_ylabel("head")
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    _depth_axis(ax, "layer")
    ax.figure.colorbar(image, ax=ax, pad=0.02).set_label(label, fontsize=8)


def draw_entropy(ax: Axes, t: xr.Dataset) -> None:
    """Entropy of every head over log of the tokens in sight."""
    _heat(ax, t.relative_entropy.data, "entropy / log m", "viridis", 1.0)


def draw_sinks(ax: Axes, t: xr.Dataset) -> None:
    """What later tokens give the first one, by head."""
    _heat(ax, t.first_share.data, "share of the first token", "magma_r", 1.0)


def draw_logits(ax: Axes, t: xr.Dataset) -> None:
    """The deviation of logits within rows, and the critical one of random layers."""
    spread = t.logit_spread.data
    layers = np.arange(len(spread))
    low, high = np.nanmin(spread, axis=1), np.nanmax(spread, axis=1)
    ax.fill_between(layers, low, high, color=PALE, lw=0, label="all heads")
    ax.plot(layers, np.nanmedian(spread, axis=1), color=INK, lw=1.8, label="median head")
    if "critical_spread" in t:
        ax.plot(layers, t.critical_spread.data, color=STRONG, ls="--", label="critical")
    ax.set(ylabel="spread of logits", yscale="log")
    _log_axis(ax.yaxis)
    _depth_axis(ax, "layer")
    _legend(ax)


def draw_gamma(ax: Axes, t: xr.Dataset) -> None:
    """gamma = beta / log n of the heads, against 1 / (1 - rho)."""
    gamma = t.gamma.data
    layers = np.arange(len(gamma))
    low, high = np.nanquantile(gamma, (0.1, 0.9), axis=1)
    ax.fill_between(layers, low, high, color=PALE, lw=0, label="80 % of heads")
    ax.plot(layers, np.nanmedian(gamma, axis=1), color=INK, lw=1.8, label="median head")
    ax.plot(layers, t.critical_gamma.data, color=STRONG, ls="--", label="1 / (1 − ρ)")
    ax.set(ylabel="γ = β / log n", ylim=(0, None))
    _depth_axis(ax, "layer")
    _legend(ax)


def draw_spectrum(ax: Axes, t: xr.Dataset) -> None:
    """The leading eigenvalue of every head's value-output matrix."""
    x, y = t.leading_real.data, t.leading_imag.data
    color = np.broadcast_to(np.arange(len(x))[:, None], x.shape)
    image = ax.scatter(x, y, c=color, s=9, cmap="viridis", lw=0)
    ax.axvline(0, color=PALE, lw=0.8, zorder=0)
    ax.axhline(0, color=PALE, lw=0.8, zorder=0)
    ax.set(xlabel="real part", ylabel="imaginary part")
    ax.figure.colorbar(image, ax=ax, pad=0.02).set_label("layer", fontsize=8)


def draw_influence(ax: Axes, t: xr.Dataset) -> None:
    """The influence of each position on the output, over the mean."""
    share = t.influence.data * t.sizes["token"]
    ax.semilogy(share, color=GRAY, lw=0.6)
    width = max(1, len(share) // 24)
    kernel = np.ones(width) / width
    smooth = np.exp(np.convolve(np.log(np.maximum(share, 1e-12)), kernel, mode="valid"))
    ax.semilogy(np.arange(len(smooth)) + (width - 1) / 2, smooth, color=INK, lw=1.6)
    ax.axhline(1.0, color=PALE, lw=0.8, zorder=0)
    ax.set(xlabel="position", ylabel="influence / mean")
    _log_axis(ax.yaxis)


BAND = (
    " Band: equiangular tokens with Q = K = V = I under attention as strong as measured, between "
    "the measured β and uniform attention."
)
THIN = " Thin: versions of the model."
OPTIONAL_WORDS = {"predicted_cosine": BAND, "version_cosine": THIN}

PANELS: tuple[tuple[str, str, str, Draw], ...] = (
    ("mean_cosine", "Do tokens become one?",
     "Mean cosine of pairs." + BAND + THIN, draw_cosine),
    ("effective_rank", "How many directions are left?",
     "Effective rank: e to the entropy of singular values; numerical: those above 1/1000 of the "
     "largest. With norms, one long token hides the others.", draw_ranks),
    ("cosines", "Cosines of all pairs", "Histogram by depth.", draw_histogram),
    ("median_norm", "Norms", "A token far longer than the median is a massive activation.",
     draw_norms),
    ("attention_share", "Who writes to the residual stream?",
     "Norm of what attention and MLP add, over that of the token that enters the layer.",
     draw_parts),
    ("clusters", "Clusters", "No wider than 0.3 radians; a lone token is one.", draw_clusters),
    ("relative_entropy", "Entropy of attention", "1: all tokens in sight alike; 0: a single one.",
     draw_entropy),
    ("first_share", "Sinks", "The attention that later tokens give the first one.", draw_sinks),
    ("logit_spread", "Spread of logits",
     "Deviation of logits within a row. Beyond √(2 log n / (1 − ρ)) a random layer picks single "
     "tokens (arXiv:2505.24333).", draw_logits),
    ("gamma", "Does β fit the context?",
     "β of equiangular tokens that attend with the same entropy, over log n. Above 1 / (1 − ρ) a "
     "token sees itself, below it averages (arXiv:2510.05554).", draw_gamma),
    ("leading_real", "Value-output matrices", "The leading eigenvalue of each head's W_O W_V.",
     draw_spectrum),
    ("influence", "Influence by position",
     "How much a token in front of the first layer moves the output: the last token after the last "
     "layer (causal), or the mean of all. Thick: smoothed.", draw_influence),
)  # fmt: skip

# Which measures of another model are drawn beside, and in which color.
OVERLAYS: dict[Draw, dict[str, str]] = {
    draw_cosine: {"mean_cosine": INK},
    draw_ranks: {"effective_rank": INK, "raw_effective_rank": BLUE},
    draw_clusters: {"clusters": INK},
    draw_norms: {"median_norm": INK, "largest_norm": STRONG},
    draw_parts: {"attention_share": BLUE, "mlp_share": PALETTE[1]},
    draw_logits: {"logit_spread": INK},
    draw_gamma: {"gamma": INK},
}

# What is drawn of both models, one above the other, and the measures that it takes.
STACKED: dict[Draw, tuple[str, ...]] = {
    draw_histogram: ("cosines",),
    draw_entropy: ("relative_entropy",),
    draw_sinks: ("first_share",),
    draw_spectrum: ("leading_real", "leading_imag"),
    draw_influence: ("influence",),
}

EXPONENTS = {
    "lambda_a": ("λ$_a$: angles (< 0: tokens merge)", "Angles: λ_a"),
    "lambda_g": ("λ$_g$: gradients (> 0: explode)", "Gradients: λ_g"),
}


@styled
def trainability_figure(table: xr.Dataset) -> Figure:
    """Exponents of angles and gradients over gains, the model's own initialization marked."""
    fig = Figure(figsize=(8.6, 3.6), layout="constrained")
    for ax, name in zip(fig.subplots(1, 2), EXPONENTS, strict=True):
        _draw_exponent(ax, table, name)
    fig.suptitle(f"{table.attrs['model']}: trainability at initialization", fontsize=10)
    return fig


@styled
def exponent_figure(table: xr.Dataset, name: str) -> Figure:
    """One of the two exponents, for a narrow page."""
    fig, ax = _axes()
    fig.subplots_adjust(top=0.9)
    _draw_exponent(ax, table, name)
    return fig


def _draw_exponent(ax: Axes, table: xr.Dataset, name: str) -> None:
    values = table[name].data
    limit = max(1e-3, float(np.nanquantile(np.abs(values), 0.9)))
    x, y = table["gain"].data, table["qk_gain"].data
    image = ax.pcolormesh(x, y, values, cmap="RdBu_r", vmin=-limit, vmax=limit, shading="nearest")
    if values.min() < 0 < values.max():
        ax.contour(x, y, values, levels=[0.0], colors=INK, linewidths=1.0)
    edge = table.attrs["critical_spread"] ** 0.5  # logits spread by the square of the gain
    if y[0] < edge < y[-1]:
        ax.axhline(edge, color=INK, lw=0.8, ls="--")
        ax.annotate("attention picks tokens", (x[0], edge), xytext=(3, 3), fontsize=7,
                    textcoords="offset points")  # fmt: skip
    own = table.attrs["own_gain"]
    ax.plot(own, own, marker="*", ms=13, color=STRONG, mec="white", mew=0.8, ls="none")
    ax.annotate("own", (own, own), xytext=(7, -9), textcoords="offset points", fontsize=8)
    ax.set(xscale="log", yscale="log", title=EXPONENTS[name][0], ylabel="gain of Q and K",
           xlabel="gain σ√d of V, O and MLP")  # fmt: skip
    _log_axis(ax.xaxis)
    _log_axis(ax.yaxis)
    ax.figure.colorbar(image, ax=ax, pad=0.02)
