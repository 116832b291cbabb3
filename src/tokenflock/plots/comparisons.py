"""Figures that compare paths: versions of a model, flows that differ in one thing."""

from typing import Any

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tokenflock.plots.style import GRAY, INK, PALE, PALETTE, styled


@styled
def comparison_figure(table: xr.Dataset) -> Figure:
    """How far each version's tokens are from the model's, and how aligned they become, by depth.

    Where block coupling was measured, a third panel shows it.
    """
    widths = (1.0, 1.0, 0.8) if "coupling" in table else (1.0, 1.0)
    fig = Figure(figsize=(4.2 * sum(widths), 3.4), layout="constrained")
    axes = fig.subplots(1, len(widths), width_ratios=widths)
    for k, name in enumerate(table["version"].data):
        look: Any = {"color": INK if k == 0 else PALETTE[k - 1], "marker": "o", "ms": 2.5}
        one = table.isel(version=k)
        if k:
            axes[0].plot(one["time"], one["angle"], label=str(name), **look)
        axes[1].plot(one["time"], one["cosine"], label=str(name), **look)
    _draw_levels(axes[0], table)
    axes[0].set(xlabel="layer", ylabel="mean angle to the model's tokens", ylim=(0, None))
    axes[1].set(xlabel="layer", ylabel="mean cosine between tokens")
    axes[1].legend(loc="best", fontsize=7)
    if "coupling" in table:
        _draw_coupling(axes[2], table)
    fig.suptitle(f"{table.attrs['model']}: what each part of a layer contributes", fontsize=10)
    return fig


def _draw_levels(ax: Axes, table: xr.Dataset) -> None:
    ax.axhline(table.attrs["apart"], color=GRAY, lw=0.7, ls="--")
    ax.axhline(np.pi / 2, color=PALE, lw=0.7)
    for level, word in ((table.attrs["apart"], "parted"), (np.pi / 2, "unrelated")):
        ax.annotate(word, (0.0, level), fontsize=7, color=GRAY, xytext=(2, 2),
                    textcoords="offset points")  # fmt: skip


def _draw_coupling(ax: Axes, table: xr.Dataset) -> None:
    image = ax.imshow(table["coupling"], cmap="magma_r", vmin=0.0, interpolation="nearest")
    ax.set(xlabel="layer that gives the directions", ylabel="layer",
           title=f"block coupling, K = {table['coupling'].attrs['K']} (0: shared)")  # fmt: skip
    ax.locator_params(integer=True)
    ax.figure.colorbar(image, ax=ax, fraction=0.045, pad=0.02)


@styled
def study_figure(table: xr.Dataset) -> Figure:
    """The distance from consensus, 1 - mean cosine, of flows that differ in one thing each."""
    kinds = list(dict.fromkeys(table["varied"].data))
    fig = Figure(figsize=(3.6 * len(kinds), 3.4), layout="constrained")
    axes = fig.subplots(1, len(kinds), sharey=True)
    for ax, kind in zip(axes, kinds, strict=True):
        some = table.isel(run=table["varied"].data == kind)
        for k in range(some.sizes["run"]):
            one = some.isel(run=k)
            gap = np.clip(1 - one["alignment"].data, 1e-15, None)
            ax.semilogy(one["time"], gap, color=PALETTE[k], label=str(one["value"].data))
        ax.set(xlabel="time", title=f"by {kind}")
        ax.legend(loc="best", fontsize=7)
    axes[0].set_ylabel("1 - mean cosine")
    fig.suptitle(f"{table.attrs['model']}, layer {table.attrs['layer']}", fontsize=10)
    return fig
