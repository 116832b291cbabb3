"""Figures of the heads of pretrained models: their beta, their eigenvalues."""

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from tokenflock.plots.style import BLUE, GRAY, INK, PALE, styled

COLORS = {
    "good triple": "#009E73",
    "real, repelling": BLUE,
    "real negative": "#882255",
    "complex, growing": "#E69F00",
    "complex, shrinking": GRAY,
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
    """The eigenvalues of V of every head, colored by what they predict.

    Each head is a small complex plane in one large panel: axes of their own for every head would
    take matplotlib ten seconds.
    """
    rows, columns, place = _grid(table)
    fig = Figure(figsize=(1.0 + 0.95 * columns, 1.2 + 0.95 * rows), layout="constrained")
    ax = fig.subplots()
    reach = float(np.hypot(table["real"], table["imag"]).max()) or 1.0
    for kind, color in COLORS.items():
        _draw_heads(ax, table, place, reach, kind, color)
    _draw_cells(ax, table, place)
    _draw_unit_circles(ax, place, reach)
    ax.set(xlim=(-0.55, columns - 0.45), ylim=(rows - 0.4, -0.6), aspect="equal")
    ax.set_axis_off()
    fig.legend(
        loc="outside upper center", ncols=3, fontsize=7.5, title_fontsize=9,
        title=f"{table.attrs['model']}: eigenvalues of each head's $V$, the leading one ringed; "
        r"dotted, one for all: $|\lambda| = 1$",
    )  # fmt: skip
    return fig


def _grid(table: xr.Dataset) -> tuple[int, int, np.ndarray]:
    """Rows, columns and the cell (layer, head, 2) of every head; one layer is folded to rows."""
    layers, heads = table.sizes["layer"], table.sizes["head"]
    columns = heads if layers > 1 else min(6, heads)
    index = np.arange(layers * heads).reshape(layers, heads)
    return -(-layers * heads // columns), columns, np.stack([index % columns, index // columns], -1)


def _draw_heads(
    ax: Axes, table: xr.Dataset, place: np.ndarray, reach: float, kind: str, color: str
) -> None:
    """The eigenvalues of all heads of one kind."""
    which = table["kind"].data == kind
    if not which.any():
        return
    real, imag = (table[part].data[which] * 0.42 / reach for part in ("real", "imag"))
    x, y = place[which][:, :1] + real, place[which][:, 1:] - imag
    ax.scatter(x, y, s=4, color=color, linewidths=0, label=f"{kind}: {which.sum()}")
    ax.scatter(x[:, 0], y[:, 0], s=18, facecolors="none", edgecolors=INK, linewidths=0.6)


def _draw_unit_circles(ax: Axes, place: np.ndarray, reach: float) -> None:
    """The circle |lambda| = 1 of every head, as far as it lies in its cell: the scale of all."""
    angle = np.linspace(0, 2 * np.pi, 49)
    circle = np.stack([np.cos(angle), np.sin(angle)], -1) * 0.42 / reach
    circle[np.abs(circle).max(axis=-1) > 0.5] = np.nan
    lines = place.reshape(-1, 1, 2) + circle
    ax.add_collection(LineCollection(list(lines), colors=GRAY, lw=0.5, ls=":", zorder=0))


def _draw_cells(ax: Axes, table: xr.Dataset, place: np.ndarray) -> None:
    flat = place.reshape(-1, 2)
    half = np.array([[[-0.45, 0], [0.45, 0]], [[0, -0.38], [0, 0.45]]])
    lines = (flat[:, None, None, :] + half).reshape(-1, 2, 2)
    ax.add_collection(LineCollection(list(lines), colors=PALE, lw=0.5, zorder=0))
    names = [f"{k}.{h}" for k in table["layer"].data for h in table["head"].data]
    for (x, y), name in zip(flat, names, strict=True):
        ax.annotate(name, (x - 0.44, y - 0.3), fontsize=6, color=GRAY)
