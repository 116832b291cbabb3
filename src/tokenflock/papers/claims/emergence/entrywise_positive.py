"""Positive entries of Q^T K are neither enough for the polytope nor needed: definiteness is."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim

N, T = 40, 18.0
MATRICES = {
    "positive entries, definite": [[2.0, 1.0], [1.0, 2.0]],
    "negative entries, definite": [[2.0, -1.0], [-1.0, 2.0]],
    "positive entries, indefinite": [[1.0, 2.0], [2.0, 1.0]],
}


def runs(effort):
    seeds = range(effort.of(quick=3, full=50))
    z0 = np.stack([chance.generator(seed).uniform(-5, 5, (N, 2)) for seed in seeds])
    return [{"name": name} | several(np.array(M), z0) for name, M in MATRICES.items()]


def several(M, z0):
    flow = tkf.Flow(tkf.SelfAttention(1.0, qk=M), tkf.Rescaled())
    path = tkf.solve(flow, z0, [0.0, T / 2, T], tol=1e-6).x
    z = path.data[:, -1]
    apart = printed.error(flow, z0[0] / 5, beta=1.0, qk=M, space="rescaled")
    return {
        "printed": apart,
        "ends": z,
        "counts": [len(np.unique(np.round(run, 3), axis=0)) for run in z],
    }


def check(runs):
    for run in runs[:2]:
        mean = np.mean(run["counts"])
        yield Check(f"{run['name']}: limit points, on average", mean, least=2.5)
    yield Check(f"{runs[2]['name']}: limit points, most", max(runs[2]["counts"]), bound=2)
    yield printed.check(run["printed"] for run in runs)


def draw(ax, runs):
    for run, marker in zip(runs, "o^s", strict=True):
        count = run["counts"][0]
        ax.plot(*run["ends"][0].T, marker, ms=7, alpha=0.6, label=f"{run['name']}: {count} points")
    ax.set(aspect="equal", xlabel="$z_1$", ylabel="$z_2$", title=f"$t = {T:g}$")
    ax.legend(title="$Q^T K$", loc="center")


CLAIM = Claim(
    name="entrywise-positive",
    question="Does 'Q^T K > 0' mean positive entries or positive definite?",
    source="Sugolov and Aubry, slides on arXiv:2305.05465, Theorem 3.1",
    statement="Definite, as in the paper: with positive entries but a negative eigenvalue at most "
    "two limit points are left, and a definite matrix with negative entries gives a polytope.",
    hypotheses="V = I, d = 2, n = 40; [[2, 1], [1, 2]], [[2, -1], [-1, 2]], [[1, 2], [2, 1]]",
    ours=True,
    runs=runs,
    check=check,
    draw=draw,
    note="A segment is a polytope too, so the theorem's words do not fail for positive entries; "
    "what is lost are its corners. Limit points prefer themselves, <z, Mz> >= <z, Mz'>; with one "
    "positive eigenvalue the Cauchy-Schwarz inequality is reversed on either side of 0, which "
    "leaves room for one point there.",
)
