"""With k eigenvalues of V to the right, tokens gather on at most three subspaces of codimension k."""

import numpy as np

import tokenflock as tkf
from tokenflock.claims.claim import EVIDENCE_FOR, Check, Claim

N = 20
# Of the paper's code: two eigenvalues positive, one negative.
PUBLISHED = np.array(
    [
        [0.92761287, 0.94333073, 0.3827744],
        [0.94333073, 0.59991396, 0.47825472],
        [0.3827744, 0.47825472, 0.46668605],
    ]
)
SPECTRA = ((1.0, -0.4, -0.7, -0.9), (1.0, 0.6, -0.4, -0.7), (1.0, 0.7, 0.4, -0.5))
SCALED = np.linspace(0.0, 12.0, 13)


def runs(effort):
    seeds = range(effort.of(quick=2, full=25))
    published = [one("published", PUBLISHED, seed) for seed in seeds]
    drawn = [one("random", matrix(s, seed), seed) for s in SPECTRA for seed in seeds]
    return published + drawn


def matrix(spectrum, seed):
    """A matrix with this spectrum and random, not orthogonal, eigenvectors."""
    rng = np.random.default_rng(seed)
    basis = np.linalg.qr(rng.normal(size=(4, 4)))[0] + 0.2 * rng.normal(size=(4, 4))
    return basis @ np.diag(spectrum) @ np.linalg.inv(basis)


def one(name, V, seed):
    values, left = np.linalg.eig(V.T)
    right_half = values.real > 0
    z0 = np.random.default_rng(seed).uniform(-5, 5, (N, len(V)))
    flow = tkf.Flow(tkf.SelfAttention(1.0, ov=V), tkf.Rescaled())
    z = tkf.solve(flow, z0, SCALED / values.real.max(), tol=1e-6).x.data
    # A subspace of codimension k is one value of the k forms of those eigenvalues.
    forms = z[-1] @ left[:, right_half].real
    return {
        "name": name, "k": int(right_half.sum()), "forms": forms,
        "count": int(tkf.count_clusters(forms, space="euclidean", threshold=1e-3, size=1e-2)),
        "loose": int(tkf.unclustered(forms, space="euclidean", threshold=1e-3, size=1e-2)),
    }  # fmt: skip


def check(runs):
    most = {k: max(run["count"] for run in runs if run["k"] == k) for k in (1, 2, 3)}
    for k, count in most.items():
        yield Check(f"subspaces of codimension {k}, most", count, bound=3)
    yield Check("tokens on none of them, most", max(run["loose"] for run in runs), bound=0)
    yield Check("subspaces, fewest", min(run["count"] for run in runs), least=2)


def draw(ax, runs):
    run = next(run for run in runs if run["k"] == 2)
    ax.plot(*run["forms"].T, "s", ms=6)
    ax.set(xlabel=r"$\varphi_1^*(z)$", ylabel=r"$\varphi_2^*(z)$")
    ax.set_title(f"published $V$, codimension 2: 20 tokens at {run['count']} points")


CLAIM = Claim(
    name="codimension",
    question="Where do tokens go when k eigenvalues of V have a positive real part?",
    source="arXiv:2305.05465, Conjecture 4.3",
    statement="Rescaled tokens approach at most three subspaces of codimension k.",
    verdict=EVIDENCE_FOR,
    hypotheses="the published 3 x 3 matrix (k = 2) and random 4 x 4 with k = 1, 2, 3; n = 20",
    runs=runs,
    check=check,
    draw=draw,
)
