"""Rescaled tokens go to the corners of a polytope (arXiv:2305.05465), in three dimensions."""

import numpy as np
from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection
from scipy.spatial import ConvexHull

import tokenflock as tkf
from tokenflock.papers.paper_figure import PaperFigure
from tokenflock.plots.style import BLUE, GRAY, INK

SHOWN, NEAR = (0.0, 1.0, 3.0, 12.0), 0.2


def data(effort):
    spec = tkf.Spec(n=40, d=3, space="rescaled", init="cube:5", t_end=12.0, samples=121, seed=3)
    return tkf.simulate(spec)


def draw(figure, run):
    figure.set_size_inches(8.4, 2.5)
    for k, t in enumerate(SHOWN):
        ax = figure.add_subplot(1, len(SHOWN), k + 1, projection="3d", elev=18, azim=-55)
        so_far = run.x.sel(time=slice(0.0, t + 1e-9)).data
        _draw_hull(ax, so_far[-1])
        ax.add_collection3d(
            Line3DCollection(list(so_far.swapaxes(0, 1)), colors=GRAY, lw=0.5, alpha=0.6)
        )
        ax.scatter(*so_far[-1].T, s=10, color=INK, depthshade=False)
        ax.set(title=f"$t = {t:g}$: {_places(so_far[-1])} places", xlim=(-5, 5), ylim=(-5, 5),
               zlim=(-5, 5), xticklabels=[], yticklabels=[], zticklabels=[])  # fmt: skip
        ax.set_box_aspect((1, 1, 1), zoom=1.3)


def _draw_hull(ax, x):
    """The faces of the convex hull, through which tokens show; tokens that met are one corner."""
    corners = x[np.unique(np.round(x / NEAR), axis=0, return_index=True)[1]]
    hull = ConvexHull(corners)
    faces = Poly3DCollection(corners[hull.simplices], facecolor=BLUE, edgecolor=BLUE, lw=0.4)
    faces.set_alpha(0.1)
    ax.add_collection3d(faces)


def _places(x):
    """How many places tokens have, to a fiftieth of the cube."""
    return len(np.unique(np.round(x / NEAR), axis=0))


FIGURE = PaperFigure(
    name="polytope",
    source="arXiv:2305.05465, polytope figure, with the n and d of the slides on it",
    title="40 rescaled tokens gather at the corners of a polytope",
    caption="Tokens z = e^-t x of 40 tokens in space, Q = K = V = I, uniform in [-5, 5]^3, at "
    "t = 0, 1, 3, 12, with their convex hull, which never grows: all but few end at its corners, "
    "the others on its boundary. The paper's code takes Euler steps of 0.1; here the error is "
    "controlled (1e-8). Its start is not seeded: ours has seed 3.",
    cost="7 s of CPU, mostly compilation",
    data=data,
    draw=draw,
)
