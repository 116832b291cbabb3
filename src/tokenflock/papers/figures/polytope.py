"""Rescaled tokens go to the corners of a polytope (arXiv:2305.05465)."""

import tokenflock as tkf
from tokenflock.papers.paper_figure import PaperFigure

SHOWN = (0.0, 1.0, 2.0, 5.0)


def data(effort):
    spec = tkf.Spec(n=20, d=2, space="rescaled", init="cube:5", t_end=5.0, samples=51, seed=3)
    return tkf.simulate(spec)


def draw(figure, run):
    figure.set_size_inches(8.4, 2.6)
    axes = figure.subplots(1, len(SHOWN), sharey=True)
    colors = tkf.plots.cluster_colors(run.x.isel(time=-1))  # by where tokens end
    for ax, t in zip(axes, SHOWN, strict=True):
        so_far = run.x.sel(time=slice(0.0, t + 1e-9))
        trails = so_far if t else None
        tkf.plots.plane_snapshot(ax, so_far[-1], colors=colors, trails=trails)
        ax.set_aspect("equal", adjustable="box")
        ax.set(title=f"$t = {t:g}$", xlim=(-5.5, 5.5), ylim=(-5.5, 5.5), xlabel="$z_1$")
    axes[0].set_ylabel("$z_2$")


FIGURE = PaperFigure(
    name="polytope",
    source="arXiv:2305.05465, polytope figure",
    title="20 rescaled tokens gather at the corners of a polytope",
    caption="Tokens z = e^-t x of 20 tokens in the plane, Q = K = V = I, uniform in [-5, 5]^2, at "
    "t = 0, 1, 2, 5, with their convex hull, which never grows. The paper's code takes Euler steps "
    "of 0.1; here the error is controlled (1e-8). Its start is not seeded: ours has seed 3.",
    cost="7 s of CPU, mostly compilation",
    data=data,
    draw=draw,
)
