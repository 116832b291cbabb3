"""Rescaled tokens gather on lines and planes (arXiv:2305.05465)."""

import numpy as np
import xarray as xr

import tokenflock as tkf
from tokenflock.papers.claims.emergence.hyperplanes import PUBLISHED, leading_form
from tokenflock.papers.paper_figure import PaperFigure

NAMES = tuple(PUBLISHED)


def data(effort):
    paths = {f"z_{k}": _path(name, k) for k, name in enumerate(NAMES)}
    return xr.Dataset(paths)


def _path(name, k):
    V = np.array(PUBLISHED[name])
    base = {"n": 20, "d": len(V), "space": "rescaled", "init": "cube:5", "seed": k}
    x = tkf.simulate(tkf.Spec(ov=V, t_end=5.0, samples=51, **base)).x
    return xr.DataArray(x.data, dims=("time", "token", f"coord_{k}"), coords={"time": x.time.data})


def draw(figure, run):
    figure.set_size_inches(8.4, 3.2)
    for k, (ax, name) in enumerate(zip(figure.subplots(1, len(NAMES)), NAMES, strict=True)):
        seen = run[f"z_{k}"].data @ _edge_on(leading_form(np.array(PUBLISHED[name]))[1])
        tkf.plots.plane_paths(ax, seen, end="$t = 5$")
        ax.set(
            title=name, xlabel=r"$\varphi_1^*(z)$", ylabel="a coordinate across" if k == 0 else ""
        )
    ax.legend(loc="upper right")


def _edge_on(form):
    """The directions of a form and across it, as columns: its hyperplanes become vertical lines."""
    return np.linalg.svd(form[None])[2][:2].T


FIGURE = PaperFigure(
    name="hyperplanes",
    source="arXiv:2305.05465, hyperplanes figures",
    title="20 rescaled tokens approach at most three parallel hyperplanes",
    caption="Paths of z = e^(-tV) x up to t = 5 for the three matrices V of the paper's code, with "
    "Q = K = I and 20 tokens uniform in [-5, 5]^d, in the coordinate phi_1* that is constant on "
    "the hyperplanes and one across: a hyperplane is a vertical line. The last two V differ "
    "in the sign of the real parts of the other eigenvalues.",
    cost="10 s of CPU, mostly compilation",
    data=data,
    draw=draw,
)
