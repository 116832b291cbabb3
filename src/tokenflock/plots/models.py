"""Figures of pretrained models: heads, spectra, states of a sentence, predictions."""

from typing import Any

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from tokenflock.plots.pairs import alignment_over_time
from tokenflock.plots.style import BLUE, GREY, INK, PALE, PALETTE, STRONG, styled

MOST_LABELS = 40  # tokens whose words are written
COLOURS = {
    "good triple": "#009E73",
    "real, repelling": BLUE,
    "real negative": "#882255",
    "complex, growing": "#E69F00",
    "complex, shrinking": GREY,
}


@styled
def model_figure(table: xr.Dataset) -> Figure:
    """The heads of a model at a glance: effective beta and largest eigenvalue of V, by head."""
    fig = Figure(figsize=(7.2, 1.6 + 0.22 * table.sizes["layer"]), layout="constrained")
    left, right = fig.subplots(1, 2)
    size = np.hypot(table["real"].data[..., 0], table["imag"].data[..., 0])
    for ax, values, name in (
        (left, table["beta"].data, r"effective $\beta$"),
        (right, size, r"$|\lambda_1(V)|$"),
    ):
        image = ax.imshow(values, aspect="auto", cmap="magma_r", interpolation="nearest")
        ax.set(xlabel="head", ylabel="layer", title=name)
        ax.set_yticks(range(table.sizes["layer"]), [str(k) for k in table["layer"].data])
        ax.locator_params(axis="x", integer=True)
        fig.colorbar(image, ax=ax, fraction=0.05, pad=0.02)
    fig.suptitle(table.attrs["model"], fontsize=10)
    return fig


@styled
def spectra_figure(table: xr.Dataset) -> Figure:
    """The eigenvalues of V of every head, coloured by what they predict.

    Each head is a small complex plane in one large panel: axes of their own for every head would
    take matplotlib ten seconds.
    """
    rows, columns, place = _grid(table)
    fig = Figure(figsize=(1.0 + 0.95 * columns, 1.2 + 0.95 * rows), layout="constrained")
    ax = fig.subplots()
    reach = float(np.hypot(table["real"], table["imag"]).max()) or 1.0
    for kind, colour in COLOURS.items():
        _draw_heads(ax, table, place, reach, kind, colour)
    _draw_cells(ax, table, place)
    ax.set(xlim=(-0.55, columns - 0.45), ylim=(rows - 0.4, -0.6), aspect="equal")
    ax.set_axis_off()
    fig.legend(
        loc="outside upper center", ncols=3, fontsize=7.5, title_fontsize=9,
        title=f"{table.attrs['model']}: eigenvalues of each head's $V$, the leading one ringed; "
        rf"half a cell is $|\lambda| = {reach:.2f}$",
    )  # fmt: skip
    return fig


def _grid(table: xr.Dataset) -> tuple[int, int, np.ndarray]:
    """Rows, columns and the cell (layer, head, 2) of every head; one layer is folded to rows."""
    layers, heads = table.sizes["layer"], table.sizes["head"]
    columns = heads if layers > 1 else min(6, heads)
    index = np.arange(layers * heads).reshape(layers, heads)
    return -(-layers * heads // columns), columns, np.stack([index % columns, index // columns], -1)


def _draw_heads(
    ax: Axes, table: xr.Dataset, place: np.ndarray, reach: float, kind: str, colour: str
) -> None:
    """The eigenvalues of all heads of one kind."""
    which = table["kind"].data == kind
    if not which.any():
        return
    real, imag = (table[part].data[which] * 0.42 / reach for part in ("real", "imag"))
    x, y = place[which][:, :1] + real, place[which][:, 1:] - imag
    ax.scatter(x, y, s=4, color=colour, linewidths=0, label=f"{kind}: {which.sum()}")
    ax.scatter(x[:, 0], y[:, 0], s=18, facecolors="none", edgecolors=INK, linewidths=0.6)


def _draw_cells(ax: Axes, table: xr.Dataset, place: np.ndarray) -> None:
    flat = place.reshape(-1, 2)
    half = np.array([[[-0.45, 0], [0.45, 0]], [[0, -0.38], [0, 0.45]]])
    lines = (flat[:, None, None, :] + half).reshape(-1, 2, 2)
    ax.add_collection(LineCollection(list(lines), colors=PALE, lw=0.5, zorder=0))
    names = [f"{k}.{h}" for k in table["layer"].data for h in table["head"].data]
    for (x, y), name in zip(flat, names, strict=True):
        ax.annotate(name, (x - 0.44, y - 0.3), fontsize=6, color=GREY)


@styled
def states_figure(run: xr.Dataset, measures: xr.Dataset, plane: xr.DataArray) -> Figure:
    """A path of states: cosines over depth, rank and clusters, and the principal plane."""
    fig = Figure(figsize=(9.6, 6.2), layout="constrained")
    axes = fig.subplots(2, 2, width_ratios=(1.0, 1.25))
    _draw_cosines(axes[0, 0], run)
    _draw_counts(axes[1, 0], measures)
    _draw_paths(axes[0, 1], plane)
    _draw_last(axes[1, 1], plane)
    for ax in (axes[0, 0], axes[1, 0]):
        ax.set_xlabel(run.attrs.get("clock", "layer"))
    fig.suptitle(run.attrs["title"], fontsize=10)
    return fig


def _draw_cosines(ax: Axes, run: xr.Dataset) -> None:
    u = run["x"] / np.sqrt((run["x"] ** 2).sum("coord"))
    alignment_over_time(ax, u, time_scale="linear")
    ax.set_ylabel("cosine between tokens")


def _draw_counts(ax: Axes, measures: xr.Dataset) -> None:
    times = measures["time"].data
    ax.plot(times, measures["effective_rank"], color=BLUE, label="effective rank")
    ax.step(times, measures["clusters"], where="post", color=STRONG, label="clusters (0.3 rad)")
    ax.set(ylim=(0, None), ylabel="number", xlim=(times[0], times[-1]))
    ax.legend(loc="best")


def _draw_paths(ax: Axes, plane: xr.DataArray) -> None:
    points = plane.transpose("token", "time", "axis").data[..., :2]
    colours = [PALETTE[k % len(PALETTE)] for k in range(len(points))]
    ax.add_collection(LineCollection(list(points), colors=colours, lw=0.7, alpha=0.7))
    ax.scatter(points[:, 0, 0], points[:, 0, 1], s=5, color=GREY, label="start", zorder=2)
    ax.scatter(points[:, -1, 0], points[:, -1, 1], s=12, color=colours, zorder=3, label="end")
    shares = plane.attrs["shares"].split()
    ax.set(xlabel=f"first axis ({shares[0]})", ylabel=f"second axis ({shares[1]})",
           title="paths in the principal plane")  # fmt: skip
    ax.autoscale_view()
    ax.legend(loc="best")


def _draw_last(ax: Axes, plane: xr.DataArray) -> None:
    last = plane.isel(time=-1).transpose("token", "axis").data[:, :2]
    ax.scatter(last[:, 0], last[:, 1], s=10, color=BLUE, linewidths=0)
    if "label" in plane.coords:
        for place, word in list(zip(last, plane["label"].data, strict=True))[:MOST_LABELS]:
            ax.annotate(str(word).strip() or "␣", place, fontsize=6.5, xytext=(2, 2),
                        textcoords="offset points", parse_math=False)  # fmt: skip
    ax.set(xlabel="first axis", ylabel="second axis", title="the last state")
    ax.margins(0.12)


@styled
def comparison_figure(table: xr.Dataset) -> Figure:
    """How far each version's tokens are from the model's, and how aligned they become, by depth."""
    fig = Figure(figsize=(8.4, 3.4), layout="constrained")
    left, right = fig.subplots(1, 2)
    for k, name in enumerate(table["version"].data):
        look: Any = {"color": INK if k == 0 else PALETTE[k - 1], "marker": "o", "ms": 2.5}
        one = table.isel(version=k)
        if k:
            left.plot(one["time"], one["angle"], label=str(name), **look)
        right.plot(one["time"], one["cosine"], label=str(name), **look)
    left.axhline(table.attrs["apart"], color=GREY, lw=0.7, ls="--")
    left.axhline(np.pi / 2, color=PALE, lw=0.7)
    left.annotate("unrelated", (0.0, np.pi / 2), fontsize=7, color=GREY, xytext=(2, 2),
                  textcoords="offset points")  # fmt: skip
    left.set(xlabel="layer", ylabel="mean angle to the model's tokens", ylim=(0, None))
    right.set(xlabel="layer", ylabel="mean cosine between tokens")
    right.legend(loc="best", fontsize=7)
    fig.suptitle(f"{table.attrs['model']}: what each part of a layer contributes", fontsize=10)
    return fig
