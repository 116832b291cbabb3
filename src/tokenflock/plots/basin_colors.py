"""Basins of attraction as a colored plane."""

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.patches import Patch

from tokenflock.plots.style import GRAY, PALETTE

MOST_NAMED = 8


def basin_map(ax: Axes, found: xr.Dataset) -> None:
    """The states of `basins` over its two axes, the largest ones named with their shares."""
    upright, across = found["state"].dims
    order = np.argsort(-found["share"].data, kind="stable")
    rank = np.empty(len(order), int)
    rank[order] = np.arange(len(order))
    shown = min(len(order), MOST_NAMED)
    colors = [PALETTE[k % len(PALETTE)] for k in range(shown)] + [GRAY]
    ax.pcolormesh(
        found[across], found[upright], np.minimum(rank[found["state"].data], shown),
        cmap=ListedColormap(colors), vmin=-0.5, vmax=shown + 0.5, shading="nearest",
        rasterized=True,
    )  # fmt: skip
    names = [f"{found['name'].data[k]}: {found['share'].data[k]:.1%}" for k in order[:shown]]
    patches = [Patch(color=colors[k], label=name) for k, name in enumerate(names)]
    if len(order) > shown:
        rest = found["share"].data[order[shown:]].sum()
        patches.append(Patch(color=GRAY, label=f"{len(order) - shown} others: {rest:.1%}"))
    ax.legend(handles=patches, loc="upper left", bbox_to_anchor=(1.01, 1), borderaxespad=0)
    ax.set(xlabel=str(across), ylabel=str(upright))
