"""Plots: functions that draw labeled data on given axes, and compute nothing but observables.

    draw(ax, data)        one panel on the axes of your own figure
    figure_of(run)        one figure for a whole run

Nothing here uses pyplot or leaves a setting changed, so it works without a screen and in threads.
"""

from tokenflock.plots.basin_colors import basin_map
from tokenflock.plots.circle import circle_over_time, circle_snapshot
from tokenflock.plots.curves import cluster_count, energy_curve
from tokenflock.plots.flat import line_over_time, plane_paths, plane_snapshot
from tokenflock.plots.grids import sweep_figure
from tokenflock.plots.pairs import alignment_histogram, alignment_over_time, attention_matrix
from tokenflock.plots.run_figures import figure_of
from tokenflock.plots.saving import save_figure
from tokenflock.plots.sphere import sphere_snapshot
from tokenflock.plots.staircase import merge_count, merge_energy
from tokenflock.plots.style import STYLE, cluster_colors

__all__ = [
    "STYLE",
    "alignment_histogram",
    "alignment_over_time",
    "attention_matrix",
    "basin_map",
    "circle_over_time",
    "circle_snapshot",
    "cluster_colors",
    "cluster_count",
    "energy_curve",
    "figure_of",
    "line_over_time",
    "merge_count",
    "merge_energy",
    "plane_paths",
    "plane_snapshot",
    "save_figure",
    "sphere_snapshot",
    "sweep_figure",
]
