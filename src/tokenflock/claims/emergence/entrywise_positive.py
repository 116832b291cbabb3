"""Positive entries of Q^T K are not enough: without definiteness the polytope is a segment."""

import numpy as np

import tokenflock as tkf
from tokenflock.claims.claim import Check, Claim

N, T = 40, 18.0
MATRICES = {"definite": [[2.0, 1.0], [1.0, 2.0]], "indefinite": [[1.0, 2.0], [2.0, 1.0]]}


def runs(effort):
    seeds = range(effort.of(quick=3, full=50))
    z0 = np.stack([np.random.default_rng(seed).uniform(-5, 5, (N, 2)) for seed in seeds])
    return [{"name": name} | several(np.array(M), z0) for name, M in MATRICES.items()]


def several(M, z0):
    flow = tkf.Flow(tkf.SelfAttention(1.0, qk=M), tkf.Rescaled())
    z = tkf.solve(flow, z0, [0.0, T / 2, T], tol=1e-6).x.data[:, -1]
    return {"ends": z, "counts": [len(np.unique(np.round(run, 3), axis=0)) for run in z]}


def check(runs):
    definite, indefinite = runs
    return [
        Check("indefinite: limit points, most", max(indefinite["counts"]), bound=2),
        Check("definite: limit points, on average", np.mean(definite["counts"]), least=2.5),
    ]


def draw(ax, runs):
    for run, marker in zip(runs, "os", strict=True):
        count = run["counts"][0]
        ax.plot(*run["ends"][0].T, marker, ms=7, alpha=0.6, label=f"{run['name']}: {count} points")
    ax.set(aspect="equal", xlabel="$z_1$", ylabel="$z_2$", title=f"$t = {T:g}$")
    ax.legend(title="entries of $Q^T K$ positive")


CLAIM = Claim(
    name="entrywise-positive",
    question="Does 'Q^T K > 0' mean positive entries or positive definite?",
    source="Sugolov and Aubry, slides on arXiv:2305.05465, Theorem 3.1",
    statement="Definite: with positive entries but a negative eigenvalue tokens end at the two "
    "ends of a segment, along the positive eigenvector.",
    hypotheses="V = I, d = 2, n = 40; [[2, 1], [1, 2]] against [[1, 2], [2, 1]]",
    runs=runs,
    check=check,
    draw=draw,
)
