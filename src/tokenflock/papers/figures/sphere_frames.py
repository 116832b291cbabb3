"""Tokens on the sphere meet at one point (arXiv:2312.10794)."""

import tokenflock as tkf
from tokenflock.papers.paper_figure import PaperFigure

SHOWN = (0.0, 2.0, 5.0, 15.0)


def data(effort):
    return tkf.simulate(tkf.Spec(n=64, d=3, beta=1.0, t_end=15.0, samples=151, seed=1))


def draw(figure, run):
    figure.set_size_inches(8.4, 2.5)
    colors = tkf.plots.cluster_colors(run.x.isel(time=0))  # a token keeps its own
    for k, t in enumerate(SHOWN):
        ax = figure.add_subplot(1, 4, k + 1, projection="3d")
        tkf.plots.sphere_snapshot(ax, run.x.sel(time=t, method="nearest"), colors=colors)


FIGURE = PaperFigure(
    name="sphere-frames",
    source="arXiv:2312.10794, sphere.py",
    title="64 tokens on the sphere become one",
    caption="64 uniform tokens on the sphere of R^3 under self-attention, Q = K = V = I, beta = 1, "
    "at t = 0, 2, 5, 15. The paper's code takes Euler steps of 0.1; here the error is controlled.",
    cost="7 s of CPU, mostly compilation",
    data=data,
    draw=draw,
)
