"""Rescaled tokens gather on lines and planes (arXiv:2305.05465)."""

import numpy as np
import xarray as xr

import tokenflock as tkf
from tokenflock.claims.emergence.hyperplanes import PUBLISHED
from tokenflock.reproductions.paper_figure import PaperFigure

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
    for k, name in enumerate(NAMES):
        z = run[f"z_{k}"].data
        ax = figure.add_subplot(1, 3, k + 1, projection="3d" if z.shape[-1] == 3 else None)
        for path in z.swapaxes(0, 1):
            ax.plot(*path.T, color="0.75", lw=0.7)
        ax.plot(*z[0].T, "o", ms=2.5, color="0.5")
        ax.plot(*z[-1].T, "s", ms=4, color="C0")
        ax.set_title(name)


FIGURE = PaperFigure(
    name="hyperplanes",
    source="arXiv:2305.05465, hyperplanes figures",
    title="20 rescaled tokens approach at most three parallel hyperplanes",
    caption="Paths of z = e^(-tV) x up to t = 5 for the three matrices V of the paper's code, with "
    "Q = K = I and 20 tokens uniform in [-5, 5]^d: grey dots at t = 0, blue squares at t = 5. The "
    "last two differ in the sign of the real parts of the other eigenvalues.",
    cost="under a minute, mostly compilation",
    data=data,
    draw=draw,
)
