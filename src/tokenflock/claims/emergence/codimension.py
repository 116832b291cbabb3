"""With k eigenvalues of V to the right, tokens gather on three subspaces of codimension k."""

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
SPECTRA = ((1.0, -0.3, -0.4, -0.5), (1.0, 0.8, -0.3, -0.4), (1.0, 0.8, 0.6, -0.3))
END = 12.0  # times the leading eigenvalue


def runs(effort):
    seeds = range(effort.of(quick=2, full=25))
    published = [one(PUBLISHED, seed) for seed in seeds]
    return published + [one(matrix(s, seed), seed) for s in SPECTRA for seed in seeds]


def matrix(spectrum, seed):
    """A matrix with this spectrum and random, not orthogonal, eigenvectors."""
    rng = np.random.default_rng(seed)
    basis = np.linalg.qr(rng.normal(size=(4, 4)))[0] + 0.1 * rng.normal(size=(4, 4))
    return basis @ np.diag(spectrum) @ np.linalg.inv(basis)


def one(V, seed):
    values, left = np.linalg.eig(V.T)
    order = np.argsort(-values.real)[: (values.real > 0).sum()]
    rates, forms = values.real[order], left[:, order].real
    z0 = np.random.default_rng(seed).uniform(-5, 5, (N, len(V)))
    flow = tkf.Flow(tkf.SelfAttention(1.0, ov=V), tkf.Rescaled())
    times = np.array([0.0, 0.75 * END, END]) / rates[0]
    z = tkf.solve(flow, z0, times, tol=1e-6).x.data
    # A subspace of codimension k is one value of the k forms of those eigenvalues.
    heights = z @ forms
    groups = grouped(heights[-1, :, 0])
    before, after = (widths(heights[k], groups) for k in (1, 2))
    slopes = np.log(before / after) / (rates * (times[2] - times[1]))
    return {"k": len(rates), "heights": heights[-1], "count": len(groups), "slopes": slopes}


def widths(heights, groups):
    """How far the tokens of a group are apart, form by form, in the widest group."""
    return np.max([np.ptp(heights[group], axis=0) for group in groups], axis=0)


def grouped(height):
    """Tokens by their value of the leading form, gaps above 1e-2 setting groups apart."""
    order = np.argsort(height)
    return np.split(order, np.flatnonzero(np.diff(height[order]) > 1e-2) + 1)


def check(runs):
    for k in (1, 2, 3):
        chosen = [run for run in runs if run["k"] == k]
        yield Check(f"k = {k}: groups, most", max(run["count"] for run in chosen), bound=3)
        # Groups that shrink at the rates of the eigenvalues end as points of the k forms.
        slowest = min(run["slopes"].min() for run in chosen)
        yield Check(f"k = {k}: rate of a form over its eigenvalue, least", slowest, least=0.9)
    yield Check("groups, fewest", min(run["count"] for run in runs), least=2)


def draw(ax, runs):
    run = next(run for run in reversed(runs) if run["k"] == 2)
    ax.plot(*run["heights"].T, "s", ms=6)
    ax.set(xlabel=r"$\varphi_1^*(z)$", ylabel=r"$\varphi_2^*(z)$")
    ax.set_title(f"random $V$ in $R^4$, $k = 2$: 20 tokens near {run['count']} points")


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
    note="The second eigenvalue of the published matrix is small, so its tokens are still on their "
    "way at the end: checked is that they approach each other at the rate of that eigenvalue.",
)
