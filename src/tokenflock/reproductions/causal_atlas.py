"""Figure 1 of arXiv:2411.04990: causal tokens on the sphere for several V."""

import numpy as np
import xarray as xr

import tokenflock as tkf
from tokenflock.reproductions.paper_figure import PaperFigure

VALUES = {
    "V = I": np.eye(3),
    "diag(1, 1, 1/2)": np.diag([1.0, 1.0, 0.5]),
    "diag(1, 1/2, 1/4)": np.diag([1.0, 0.5, 0.25]),
    "-diag(1, 1, 2)": -np.diag([1.0, 1.0, 2.0]),
    "-diag(1/2, 1, 2)": -np.diag([0.5, 1.0, 2.0]),
    "complex pair": np.array([[1.0, 0.7, 0.0], [-0.7, 1.0, 0.0], [0.0, 0.0, 0.5]]),
}
BETA, N, LAST = 9.0, 32, 5000.0


def data(effort):
    times = np.append(0.0, np.geomspace(0.05, LAST, effort.of(quick=150, full=600)))
    x0 = tkf.normalize(np.random.default_rng(0).normal(size=(N, 3)))
    paths = [
        tkf.solve(tkf.Flow(tkf.SelfAttention(BETA, ov=V, mask="causal")), x0, times, tol=1e-7,
                  coarsen=False).x
        for V in VALUES.values()
    ]  # fmt: skip
    x = xr.concat(paths, "value").assign_coords(value=np.array(list(VALUES), object))
    return xr.Dataset({"x": x}, attrs={"beta": BETA, "n": N, "seed": 0})


def draw(figure, data):
    for k, name in enumerate(data.value.data):
        ax = figure.add_subplot(2, 3, k + 1, projection="3d")
        x = data.x.sel(value=name).transpose("token", "time", "coord").data
        for path in x:
            ax.plot(*path.T, color="C0", lw=0.5, alpha=0.6)
        ax.scatter(*x[:, 0].T, s=4, color="0.5")
        ax.scatter(*x[:, -1].T, s=14, color="red", depthshade=False)
        ax.set(title=str(name), xlim=(-1, 1), ylim=(-1, 1), zlim=(-1, 1))
        ax.set_box_aspect((1, 1, 1))
        ax.set_axis_off()


FIGURE = PaperFigure(
    name="causal-atlas",
    source="arXiv:2411.04990, Figure 1",
    title="causal tokens on the sphere end as points or clouds, by the spectrum of V",
    caption="Causal attention, n = 32 tokens on the sphere of R^3, beta = 9, Q = K = I, from one "
    "random start (seed 0, grey), t = 0 to 5000; red: where they end. The matrices V are ours: the "
    "paper does not print its own. At beta = 9 tokens under V = I may still be metastable.",
    cost="quick: 12 s; full: 12 s",
    data=data,
    draw=draw,
)
