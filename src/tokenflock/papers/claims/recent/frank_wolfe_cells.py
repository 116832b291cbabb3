"""Hardmax attention with a positive matrix: tokens walk straight to the vertex of their cell."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance
from tokenflock.papers.claims.claim import Check, Claim
from tokenflock.papers.search.box import Interval
from tokenflock.papers.search.ends import REACHED
from tokenflock.papers.search.quantified import Quantified

VERTICES, INSIDE, STEP, LAYERS = 7, 60, 0.2, 80


def runs(effort):
    return [one(d, seed) for d in (2, 3) for seed in range(effort.of(quick=4, full=60))]


def one(d, seed):
    """Tokens on the ellipsoid <x, B x> = 1, and others in their convex hull."""
    rng = chance.generator([seed, d, 13])
    G = rng.normal(size=(d, d))
    B = G @ G.T / d + 0.3 * np.eye(d)
    corners = rng.normal(size=(VERTICES, d))
    corners /= np.sqrt(np.einsum("ia,ab,ib->i", corners, B, corners))[:, None]
    inner = rng.dirichlet(np.ones(VERTICES), INSIDE) @ corners
    x = walk(B, np.concatenate([corners, inner]))
    away = x[:, :, None] - corners
    nearest = np.einsum("tika,ab,tikb->tik", away, B, away).argmin(axis=-1)
    goal = corners[nearest[0]]
    line = (1 - STEP) ** np.arange(LAYERS + 1)
    straight = goal + line[:, None, None] * (x[0] - goal)
    return {
        "path": x, "corners": corners, "nearest": nearest[0],
        "still": float(np.abs(x[:, :VERTICES] - corners).max()),
        "left": int((nearest != nearest[0]).sum()),
        "bent": float(np.abs(x - straight).max()),
    }  # fmt: skip


def walk(B, x0):
    """x <- x + STEP (x_j - x), j with the largest <x, B x_j>: steps of Frank and Wolfe."""
    d = len(B)
    flow = tkf.Flow(
        tkf.SelfAttention(1.0, qk=B, weighting="hardmax"), tkf.Euclidean(),
        terms=tkf.LinearMap(-np.eye(d)), block="parallel",
    )  # fmt: skip
    return tkf.solve(flow, x0, STEP * np.arange(LAYERS + 1), method="layers", step=STEP).x.data


def check(runs):
    ends = max(np.abs(r["path"][-1] - r["corners"][r["nearest"]]).max() for r in runs)
    return [
        Check("largest move of a vertex", max(r["still"] for r in runs), bound=1e-14),
        Check("tokens that leave their cell", sum(r["left"] for r in runs), bound=0),
        Check("distance from a straight line to the vertex, (1 - h)^k of the way left",
              max(r["bent"] for r in runs), bound=1e-12),
        Check("largest distance from the vertices at the end", ends, bound=1e-6),
    ]  # fmt: skip


def draw(ax, runs):
    run = runs[0]
    for i in range(VERTICES, VERTICES + INSIDE):
        ax.plot(*run["path"][:, i].T, color=f"C{run['nearest'][i] % 10}", lw=0.8)
        ax.plot(*run["path"][0, i], "o", ms=3, color=f"C{run['nearest'][i] % 10}")
    ax.plot(*run["corners"].T, "k^", ms=8, label="vertices")
    ax.set(xlabel="$x_1$", ylabel="$x_2$", aspect="equal")
    ax.legend(loc="center left", bbox_to_anchor=(1, 0.5))


def planar(root, angles, inner):
    """Four vertices on an ellipse, and six tokens inside."""
    B = root @ root.T + 0.3 * np.eye(2)
    corners = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    corners /= np.sqrt(np.einsum("ia,ab,ib->i", corners, B, corners))[:, None]
    shares = inner / inner.sum(axis=1, keepdims=True)
    return tkf.Spec(
        init=np.concatenate([corners, shares @ corners]), qk=B, weighting="hardmax",
        space="euclidean", linear=-1.0, block="parallel", method="layers", step=STEP,
        t_end=STEP * LAYERS, samples=2,
    )  # fmt: skip


def astray(x, spec):
    """The largest distance at the end from the vertex of the cell of the start, over REACHED."""
    B, corners = np.array(spec.qk), x[0, :4]
    away = x[0][:, None] - corners
    goal = corners[np.einsum("ika,ab,ikb->ik", away, B, away).argmin(axis=-1)]
    return np.linalg.norm(x[-1] - goal, axis=-1).max() - REACHED


PARTS = {
    "root": Interval(-1.0, 1.0, (2, 2)), "angles": Interval(0.0, 2 * np.pi, (4,)),
    "inner": Interval(0.01, 1.0, (6, 4)),
}  # fmt: skip


CLAIM = Claim(
    name="frank-wolfe-cells",
    question="Where do tokens go that look at one other only?",
    source="arXiv:2508.09628 (as we read its abstract)",
    statement="With a positive definite Q^T K hardmax layers are steps of Frank and Wolfe: "
    "vertices stand still, others stay in their Voronoi cell and walk straight to its vertex.",
    hypotheses="V = I, x <- x + h (A - x), vertices on the ellipsoid <x, B x> = 1, cells in the "
    "norm of B = Q^T K",
    runs=runs,
    check=check,
    draw=draw,
    quantified=Quantified(PARTS, planar, astray),
)
