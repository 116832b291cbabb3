"""Figure 2 of arXiv:2411.04990: metastable clusters on the circle and their centers."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.paper_figure import PaperFigure
from tokenflock.plots import circle_over_time, circle_snapshot, cluster_colors
from tokenflock.simulation import flow_of, tokens_of
from tokenflock.spec.presets import preset

TIMES = (0.0, 5.0, 75.0, 150.0)


def data(effort):
    spec = preset("causal-circle")
    grid = np.geomspace(0.01, spec.t_end, effort.of(quick=150, full=1200))
    times = np.union1d(grid[:-1], TIMES)
    run = tkf.solve(flow_of(spec), tokens_of(spec), times)
    run.x.attrs["mask"] = "causal"
    x0 = run.x.isel(time=0)
    return run.assign(
        renyi=tkf.renyi_centers(x0, beta=spec.beta),
        strong=tkf.strong_renyi_centers(x0, beta=spec.beta),
        clusters=tkf.count_clusters(run.x, beta=spec.beta),
    ).assign_attrs(spec=spec.to_json())


def draw(figure, data):
    top, bottom = figure.subfigures(2, 1, height_ratios=[1.2, 1])
    colors = cluster_colors(data.x.isel(time=-1))  # a cluster keeps its own
    circle_over_time(top.subplots(), data.x, colors=colors)
    for ax, t in zip(bottom.subplots(1, len(TIMES)), TIMES, strict=True):
        circle_snapshot(
            ax, data.x.sel(time=t), colors=colors, centers=np.flatnonzero(data.renyi.data),
            strong=np.flatnonzero(data.strong.data),
        )  # fmt: skip


FIGURE = PaperFigure(
    name="causal-circle",
    source="arXiv:2411.04990, Figure 2",
    title="strong Rényi centers stay, some Rényi centers vanish",
    caption="Causal attention on the circle, n = 200, beta = 64, Q = K = V = I, seed 0. Angles "
    "over time, and the tokens at t = 0, 5, 75, 150 with the current places of the Rényi centers "
    "(black rings) and strong Rényi centers (filled) of the start, delta = 4 beta^(-1/2) = 0.5.",
    cost="quick: 7 s of CPU; full: 10 s",
    data=data,
    draw=draw,
)
