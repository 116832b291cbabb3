"""Attention on the line becomes Boolean (arXiv:2305.05465, and the slides)."""

import numpy as np
import xarray as xr

import tokenflock as tkf
from tokenflock.papers.paper_figure import PaperFigure

TIMES = np.array([0.0, 2.0, 4.0, 10.0])


def data(effort):
    z0 = np.sort(np.random.default_rng(0).uniform(-1, 1, 40))[:, None]
    flow = tkf.Flow(tkf.SelfAttention(1.0), tkf.Rescaled())
    run = tkf.solve(flow, z0, TIMES)
    pairs = zip(TIMES, run.x.data, strict=True)
    P = np.stack([np.asarray(flow.space.weights(t, z, flow.attention))[0] for t, z in pairs])
    return run.assign(P=xr.DataArray(P, dims=("time", "token", "sender")))


def draw(figure, run):
    figure.set_size_inches(8.4, 2.6)
    axes = figure.subplots(1, len(TIMES), sharey=True)
    for ax, P in zip(axes, run.P, strict=True):
        image = tkf.plots.attention_matrix(ax, P.data, log=True, colorbar=False)
        image.set_clim(1e-6, 1.0)
        rank = int(tkf.numerical_rank(P.data, tol=1e-6))
        ax.set(title=f"$t = {float(P.time):g}$, rank {rank}")
        ax.label_outer()
    figure.colorbar(image, ax=axes, label="weight", shrink=0.8)


FIGURE = PaperFigure(
    name="boolean-matrix",
    source="arXiv:2305.05465, Theorem 2.1",
    title="the attention matrix of 40 tokens on the line becomes Boolean, of rank 2",
    caption="Attention matrices of 40 tokens on the line, sorted, uniform in [-1, 1], Q = K = V = "
    "1, at t = 0, 2, 4, 10 with their numerical rank at 1e-6 (white: below 1e-300): in the end all "
    "rows choose the first or the last token.",
    cost="9 s of CPU, mostly compilation",
    data=data,
    draw=draw,
)
