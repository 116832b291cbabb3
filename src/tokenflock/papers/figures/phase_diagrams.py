"""When tokens have met, over time and beta, for three dimensions (arXiv:2312.10794)."""

import numpy as np
import xarray as xr
from scipy.optimize import brentq

import tokenflock as tkf
from tokenflock import theory
from tokenflock.papers.paper_figure import PaperFigure

N, CLOSE, DIMENSIONS = 32, 0.999, (2, 8, 128)
TIMES = np.linspace(0.0, 30.0, 121)


def data(effort):
    betas = np.linspace(0.1, 9.0, effort.of(quick=37, full=90))
    count = effort.of(quick=12, full=512)
    share = [[_share(d, beta, count) for beta in betas] for d in DIMENSIONS]
    coords = {"d": list(DIMENSIONS), "beta": betas, "time": TIMES}
    curve = [meeting_time(beta) for beta in betas]
    return xr.Dataset({"share": (("d", "beta", "time"), share), "curve": ("beta", curve)}, coords)


def meeting_time(beta):
    """The time at which gamma_beta of orthogonal tokens reaches 0.999."""
    return brentq(lambda t: theory.equiangular(t, n=N, beta=beta) - CLOSE, 0.0, 1000.0)


def _share(d, beta, count):
    """The share of pairs with an inner product above 0.999, by time."""
    start = np.random.default_rng(d).normal(size=(count, N, d))
    flow = tkf.Flow(tkf.SelfAttention(beta))
    x = tkf.solve(flow, tkf.normalize(start), TIMES, tol=1e-5).x.data
    close = np.stack([(run @ run.swapaxes(-1, -2) > CLOSE).sum(axis=(-2, -1)) for run in x])
    return ((close - N) / (N * (N - 1))).mean(axis=0)


def draw(figure, run):
    axes = figure.subplots(1, len(DIMENSIONS), sharey=True)
    for ax, d in zip(axes, DIMENSIONS, strict=True):
        share = run.share.sel(d=d).data
        image = ax.pcolormesh(run.time, run.beta, share, vmin=0, vmax=1, shading="nearest")
        ax.plot(run.curve, run.beta, "r", lw=1.2)
        ax.set(title=f"$d = {d}$", xlabel="time $t$", xlim=(0, TIMES[-1]))
    axes[0].set_ylabel("β")
    figure.colorbar(image, ax=axes, label="share of pairs that have met")


FIGURE = PaperFigure(
    name="phase-diagrams",
    source="arXiv:2312.10794, phase diagrams",
    title="share of pairs that have met over time and beta, with the predicted curve",
    caption="The share of pairs with <x_i, x_j> > 0.999 for 32 uniform tokens on the sphere of "
    "R^d, Q = K = V = I, averaged over runs (12, or 512 with --full). Red: where gamma_beta(t) of "
    "orthogonal tokens reaches 0.999, from its closed form for n = 32 (the paper's notebook draws "
    "it for n = 128). The paper takes Euler steps of 0.1 and 2048 runs.",
    cost="quick: 70 s of CPU; full: hours, not measured",
    data=data,
    draw=draw,
)
