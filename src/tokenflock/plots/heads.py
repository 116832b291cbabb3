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

EDGE = 0.42  # of a cell: where the largest eigenvalue of a layer lies
MANY_ROWS = 16  # beyond, cells are smaller


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

    A layer has one scale, its largest |lambda|: over the depth of a model they grow a hundredfold.
    Each head is a small complex plane in one large panel: axes of their own for every head would
    take matplotlib ten seconds.
    """
    rows, columns, place = _grid(table)
    cell = 0.95 if rows <= MANY_ROWS else 0.7
    fig = Figure(figsize=(1.6 + cell * columns, 1.2 + cell * rows), layout="constrained")
    ax = fig.subplots()
    reach = np.hypot(table["real"].data, table["imag"].data).max(axis=(1, 2))
    reach = np.broadcast_to(np.where(reach > 0, reach, 1.0)[:, None], place.shape[:2])
    for kind, color in COLORS.items():
        _draw_heads(ax, table, place, reach, kind, color)
    _draw_cells(ax, table, place)
    _draw_unit_circles(ax, place, reach)
    _draw_scales(ax, place, reach)
    ax.set(xlim=(-0.55, columns + 0.1), ylim=(rows - 0.4, -0.6), aspect="equal")
    ax.set_axis_off()
    fig.legend(
        loc="outside upper center", ncols=3, fontsize=7.5, title_fontsize=8.5,
        title=f"{table.attrs['model']}: eigenvalues of each head's $V$\n"
        r"leading one ringed, $|\lambda| = 1$ dotted; "
        r"at the right the largest $|\lambda|$ of a layer",
    )  # fmt: skip
    return fig


def _grid(table: xr.Dataset) -> tuple[int, int, np.ndarray]:
    """Rows, columns and the cell (layer, head, 2) of every head; one layer is folded to rows."""
    layers, heads = table.sizes["layer"], table.sizes["head"]
    columns = heads if layers > 1 else min(6, heads)
    index = np.arange(layers * heads).reshape(layers, heads)
    return -(-layers * heads // columns), columns, np.stack([index % columns, index // columns], -1)


def _draw_heads(
    ax: Axes, table: xr.Dataset, place: np.ndarray, reach: np.ndarray, kind: str, color: str
) -> None:
    """The eigenvalues of all heads of one kind."""
    which = table["kind"].data == kind
    if not which.any():
        return
    scale = EDGE / reach[which][:, None]
    real, imag = (table[part].data[which] * scale for part in ("real", "imag"))
    x, y = place[which][:, :1] + real, place[which][:, 1:] - imag
    ax.scatter(x, y, s=4, color=color, linewidths=0, label=f"{kind}: {which.sum()}")
    ax.scatter(x[:, 0], y[:, 0], s=18, facecolors="none", edgecolors=INK, linewidths=0.6)


def _draw_unit_circles(ax: Axes, place: np.ndarray, reach: np.ndarray) -> None:
    """The circle |lambda| = 1 of every head, as far as it lies in its cell."""
    angle = np.linspace(0, 2 * np.pi, 49)
    circle = np.stack([np.cos(angle), np.sin(angle)], -1)
    circles = EDGE / reach.reshape(-1, 1, 1) * circle
    circles[np.abs(circles).max(axis=-1) > 0.5] = np.nan
    lines = place.reshape(-1, 1, 2) + circles
    ax.add_collection(LineCollection(list(lines), colors=GRAY, lw=0.5, ls=":", zorder=0))


def _draw_scales(ax: Axes, place: np.ndarray, reach: np.ndarray) -> None:
    """Beside the last head of a layer the largest |lambda|, which all its heads are drawn to."""
    for at, size in zip(place[:, -1], reach[:, -1], strict=True):
        ax.annotate(f"{size:.2g}", (at[0] + 0.5, at[1]), fontsize=7, color=INK, va="center")


def _draw_cells(ax: Axes, table: xr.Dataset, place: np.ndarray) -> None:
    flat = place.reshape(-1, 2)
    half = np.array([[[-0.45, 0], [0.45, 0]], [[0, -0.38], [0, 0.45]]])
    lines = (flat[:, None, None, :] + half).reshape(-1, 2, 2)
    ax.add_collection(LineCollection(list(lines), colors=PALE, lw=0.5, zorder=0))
    names = [f"{k}.{h}" for k in table["layer"].data for h in table["head"].data]
    for (x, y), name in zip(flat, names, strict=True):
        ax.annotate(name, (x - 0.44, y - 0.3), fontsize=6, color=GRAY)
