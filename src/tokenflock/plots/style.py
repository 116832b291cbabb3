"""How figures look: settings, colors, and the numbers that depend on how many tokens there are."""

import functools
import threading
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import matplotlib
import numpy as np
import xarray as xr
from matplotlib.colors import to_rgba_array

from tokenflock.observables import clusters

STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",  # ships with matplotlib, as do its mathematical letters
    "font.size": 8.5,
    "mathtext.fontset": "dejavusans",
    "axes.titlesize": 9,
    "axes.labelsize": 9,
    "axes.linewidth": 0.6,
    "axes.edgecolor": "#444444",
    "axes.labelcolor": "#222222",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "text.color": "#222222",
    "xtick.color": "#444444",
    "ytick.color": "#444444",
    "xtick.labelcolor": "#222222",
    "ytick.labelcolor": "#222222",
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "xtick.minor.width": 0.4,
    "ytick.minor.width": 0.4,
    "xtick.major.size": 3.5,
    "ytick.major.size": 3.5,
    "xtick.minor.size": 2,
    "ytick.minor.size": 2,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "lines.linewidth": 1.2,
    "lines.solid_joinstyle": "round",
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "svg.hashsalt": "tokenflock",  # equal figures get equal ids, hence equal bytes
    "pdf.fonttype": 42,
}

INK = "#222222"
GRAY = "#8a8a8a"  # tokens in no cluster, guides
PALE = "#d9d9d9"
BLUE = "#0072B2"
STRONG = "#D55E00"  # strong Rényi centers; kept out of the palette for that reason

# Okabe and Ito's colors without black, yellow (too light) and vermillion, then three dark ones.
PALETTE = (
    BLUE, "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#882255", "#999933", "#332288",
)  # fmt: skip

MOST_LINES = 1000  # more lines than this are thinned
MOST_VECTORS = 500  # more marks than this become pixels in an SVG or PDF

P = ParamSpec("P")
R = TypeVar("R")

# matplotlib has one set of settings for all threads: whoever changes them for a while holds this.
_settings = threading.RLock()


def styled(draw: Callable[P, R]) -> Callable[P, R]:
    """The function, run under our settings; the user's are back when it returns."""

    @functools.wraps(draw)
    def drawn(*args: P.args, **options: P.kwargs) -> R:
        with _settings, matplotlib.rc_context(STYLE):
            return draw(*args, **options)

    return drawn


def cluster_colors(x: xr.DataArray) -> np.ndarray:
    """One color (n, 4) per token of a configuration (token, coord), by cluster; gray for none.

    Colors repeat when there are many clusters; neighbors on the circle always differ.
    """
    labels = np.asarray(clusters(x))
    rank = _ranks(x, labels)
    cycle = np.arange(len(rank)) % len(PALETTE)
    if len(cycle) > 1 and cycle[-1] == 0:
        cycle[-1] = 2  # the last neighbors the first
    colors = to_rgba_array([*(PALETTE[k] for k in cycle), GRAY])
    return colors[np.append(rank, len(rank))[labels]]


def _ranks(x: xr.DataArray, labels: np.ndarray) -> np.ndarray:
    """The place of each cluster: along the line, around the circle, else by number."""
    count, d = labels.max(initial=-1) + 1, x.sizes["coord"]
    if d > 2:
        return np.arange(count)
    middle = np.array([x.data[labels == k].mean(axis=0) for k in range(count)]).reshape(-1, d)
    place = middle[:, 0] if d == 1 else np.arctan2(middle[:, 1], middle[:, 0])
    return np.argsort(np.argsort(place))


def line_look(count: int) -> dict[str, Any]:
    """Width, opacity and rasterization that keep `count` lines readable and the file small."""
    return {
        "linewidths": float(np.clip(4 / max(count, 1) ** 0.4, 0.3, 1.4)),
        "alpha": float(np.clip(1.5 / max(count, 1) ** 0.18, 0.35, 0.95)),
        "rasterized": count > MOST_VECTORS,
    }


def dot_look(count: int) -> dict[str, Any]:
    """Area and rasterization for `count` dots."""
    return {
        "s": float(np.clip(120 / max(count, 1) ** 0.5, 3.0, 26.0)),
        "linewidths": 0.0,
        "rasterized": count > MOST_VECTORS,
    }


def subset(n: int, most: int = MOST_LINES) -> np.ndarray:
    """At most `most` of the numbers 0 ... n-1, evenly spread, the first among them."""
    return np.arange(n) if n <= most else np.linspace(0, n - 1, most).round().astype(int)
