"""Figure 1 of arXiv:2411.04990: causal tokens on the sphere for several V."""

import textwrap

import numpy as np
import xarray as xr
from matplotlib.colors import to_rgb

import tokenflock as tkf
from tokenflock.papers.paper_figure import PaperFigure
from tokenflock.plots.style import BLUE

ROTATING, EARLY = "complex pair", 15.0
SLOW = "V = I"  # at beta = 9 its clusters merge long after t = 5000
VALUES = {
    SLOW: np.eye(3),
    "diag(1, 1, 1/2)": np.diag([1.0, 1.0, 0.5]),
    "diag(1, 1/2, 1/4)": np.diag([1.0, 0.5, 0.25]),
    "-diag(1, 1, 2)": -np.diag([1.0, 1.0, 2.0]),
    "-diag(1/2, 1, 2)": -np.diag([0.5, 1.0, 2.0]),
    ROTATING: np.array([[1.0, 0.7, 0.0], [-0.7, 1.0, 0.0], [0.0, 0.0, 0.5]]),
}
BETA, N, LAST, FINAL = 9.0, 32, 5000.0, 1e30


def data(effort):
    # Equal steps first: tokens cross the sphere early, and chords must not cut it.
    early = np.linspace(0.0, EARLY, effort.of(quick=300, full=1500))
    later = np.geomspace(EARLY, LAST, effort.of(quick=2000, full=6000))[1:]
    times = np.append(early, later)
    x0 = tkf.normalize(np.random.default_rng(0).normal(size=(N, 3)))
    paths = [
        tkf.solve(tkf.Flow(tkf.SelfAttention(BETA, ov=V, mask="causal")), x0, times, tol=1e-7,
                  coarsen=False).x
        for V in VALUES.values()
    ]  # fmt: skip
    x = xr.concat(paths, "value").assign_coords(value=np.array(list(VALUES), object))
    words = np.array([tkf.limit_set(V).prediction for V in VALUES.values()], object)
    return xr.Dataset({"x": x, "end": ended(x0), "prediction": ("value", words)},
                      attrs={"beta": BETA, "n": N, "seed": 0})  # fmt: skip


def ended(x0):
    """Where tokens are under V = I in the end, clusters having merged."""
    flow = tkf.Flow(tkf.SelfAttention(BETA, mask="causal"))
    return tkf.solve(flow, x0, [0.0, 1e30], coarsen=True).x.isel(time=-1, drop=True)


def draw(figure, data):
    figure.set_size_inches(8.4, 6.9)
    figure.get_layout_engine().set(rect=(0, 0, 1, 0.97))
    paths = {"color": BLUE, "lw": 0.5, "alpha": 0.5}
    for k, name in enumerate(data.value.data):
        ax = figure.add_subplot(2, 3, k + 1, projection="3d")
        x = data.x.sel(value=name).transpose("time", "token", "coord")
        last = data.end.assign_coords(time=FINAL) if name == SLOW else x[-1]
        tkf.plots.sphere_snapshot(ax, last, colors=np.tile(to_rgb("red"), (N, 1)))
        # A cluster that rotates would fill its circle with chords.
        shown = x.sel(time=slice(0.0, EARLY if name == ROTATING else None)).data
        for path in shown.swapaxes(0, 1):
            ax.plot(*_arcs(path).T, **paths, zorder=2.5)
        ax.scatter(*shown[0].T, s=5, color="0.4", depthshade=False, zorder=3)
        told = textwrap.fill(str(data.prediction.sel(value=name).item()), 34)
        ax.set_title(f"{name}\n{told}", fontsize=7.5, y=1.03, va="bottom")


def _arcs(path, longest=0.05):
    """A path (time, 3) with points between, so that no chord cuts the sphere."""
    pieces = np.ceil(np.linalg.norm(np.diff(path, axis=0), axis=1) / longest).astype(int)
    at = np.repeat(np.arange(len(pieces)), np.maximum(pieces, 1))
    part = np.concatenate([np.arange(max(k, 1)) / max(k, 1) for k in pieces])[:, None]
    return np.asarray(tkf.normalize((1 - part) * path[at] + part * path[at + 1]))


FIGURE = PaperFigure(
    name="causal-atlas",
    source="arXiv:2411.04990, Figure 1",
    title="causal tokens on the sphere end as points or clouds, by the spectrum of V",
    caption="Causal attention, n = 32 tokens on the sphere of R^3, beta = 9, Q = K = I, from one "
    "random start (seed 0, gray), t = 0 to 5000 (paths of the complex pair to 15); red: where "
    "they end, pale behind the sphere, under V = I at t = 1e30, since two clusters are left at "
    "5000; above: what the spectrum of V predicts. The matrices V are ours: the paper does not "
    "print its own.",
    cost="quick: 9 s of CPU; full: 12 s",
    data=data,
    draw=draw,
)
