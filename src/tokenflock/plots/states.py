"""Figures of paths of states: cosines, counts, and the principal plane with its words."""

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from tokenflock.plots.labels import write_words
from tokenflock.plots.pairs import one_pair, shares_over_time
from tokenflock.plots.style import BLUE, GRAY, PALETTE, STRONG, styled

MOST_LABELS = 40  # tokens whose words are written


@styled
def states_figure(path: xr.Dataset) -> Figure:
    """A measured path: cosines over depth, rank and clusters, and the principal plane."""
    fig = Figure(figsize=(9.6, 6.2), layout="constrained")
    axes = fig.subplots(2, 2, width_ratios=(1.0, 1.25))
    draw_cosines(axes[0, 0], path)
    draw_counts(axes[1, 0], path)
    draw_paths(axes[0, 1], path["plane"])
    for ax in (axes[0, 0], axes[1, 0]):
        ax.set_xlabel(path.attrs["clock"])
    fig.suptitle(path.attrs["title"], fontsize=10)
    draw_last(axes[1, 1], path["plane"])  # words find their places when all else has one
    return fig


def draw_cosines(ax: Axes, path: xr.Dataset) -> None:
    """The shares of pairs by cosine, and the mean."""
    least = one_pair(path.sizes["token"])
    shares, mean = path["cosines"], path["alignment"]
    shares_over_time(ax, shares, mean, least=least, time_scale="linear")
    ax.set_ylabel("cosine between tokens")


def draw_counts(ax: Axes, measures: xr.Dataset) -> None:
    """Effective rank and number of clusters."""
    times = measures["time"].data
    ax.plot(times, measures["effective_rank"], color=BLUE, label="effective rank")
    ax.step(times, measures["clusters"], where="post", color=STRONG, label="clusters (0.3 rad)")
    if "unclustered" in measures:
        ax.step(times, measures["unclustered"], where="post", color=GRAY, ls=":", lw=1.2,
                label="loose tokens, in none")  # fmt: skip
    ax.set(ylim=(0, None), ylabel="number", xlim=(times[0], times[-1]))
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.legend(loc="best")


def draw_paths(ax: Axes, plane: xr.DataArray) -> None:
    """Every token's way (time, token, axis) along the first two axes."""
    points = plane.transpose("token", "time", "axis").data[..., :2]
    colors = [PALETTE[k % len(PALETTE)] for k in range(len(points))]
    ax.add_collection(LineCollection(list(points), colors=colors, lw=0.7, alpha=0.7))
    ax.scatter(points[:, 0, 0], points[:, 0, 1], s=5, color=GRAY, label="start", zorder=2)
    ax.scatter(points[:, -1, 0], points[:, -1, 1], s=12, color=colors, zorder=3, label="end")
    shares = plane.attrs["shares"].split()
    ax.set(xlabel=f"first axis ({shares[0]})", ylabel=f"second axis ({shares[1]})",
           title="paths in the principal plane")  # fmt: skip
    ax.autoscale_view()
    ax.legend(loc="best")


def draw_last(ax: Axes, plane: xr.DataArray) -> None:
    """The last state along the first two axes, with words where there are some."""
    last = plane.isel(time=-1).transpose("token", "axis").data[:, :2]
    ax.scatter(last[:, 0], last[:, 1], s=10, color=BLUE, linewidths=0)
    ax.set(xlabel="first axis", ylabel="second axis", title="the last state")
    _set_window(ax, plane, last)
    if "label" in plane.coords:
        words = [str(word) for word in plane["label"].data[:MOST_LABELS]]
        write_words(ax, last[: len(words)], words)


def _set_window(ax: Axes, plane: xr.DataArray, last: np.ndarray) -> None:
    """Show all of the last state, and never less than a twentieth of the way of all tokens.

    Scaled to itself, a cluster that met up to 1e-6 would look scattered.
    """
    points = plane.transpose("time", "token", "axis").data[..., :2].reshape(-1, 2)
    least = 0.05 * float(np.ptp(points, axis=0).max())
    middle = (last.min(axis=0) + last.max(axis=0)) / 2
    half = np.maximum(0.62 * np.ptp(last, axis=0), max(least, 1e-12))
    ax.set(xlim=(middle[0] - half[0], middle[0] + half[0]),
           ylim=(middle[1] - half[1], middle[1] + half[1]))  # fmt: skip
