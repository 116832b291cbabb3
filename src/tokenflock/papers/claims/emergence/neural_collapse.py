"""Clusters of tokens collapse as classes of a trained network do within, and not in their means."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim

CLASSES, EACH, D, BETA = 4, 8, 3, 40.0
WIDTH, APART = 0.05, 0.5  # of a class at the start, and the largest cosine of two centers
TIMES = np.linspace(0.0, 12.0, 49)
LABELS = np.repeat(np.arange(CLASSES), EACH)


def runs(effort):
    return [one(seed) for seed in range(effort.of(quick=4, full=40))]


def one(seed):
    rng = chance.generator(seed)
    x0 = tkf.normalize(centers(rng)[LABELS] + WIDTH * rng.normal(size=(len(LABELS), D)))
    flow = tkf.Flow(tkf.SelfAttention(BETA))
    x = tkf.solve(flow, x0, TIMES, tol=1e-10).x.data
    return {
        "within": tkf.within_class_variability(x, LABELS),
        "angles": tkf.equiangular_deviation(x, LABELS),
        "repelled": repelled(rng), "printed": printed.error(flow, x0, beta=BETA),
    }  # fmt: skip


def centers(rng):
    """Random directions, no two of them close."""
    while True:
        c = tkf.normalize(rng.normal(size=(CLASSES, D)))
        if np.abs(c @ c.T - np.eye(CLASSES)).max() < APART + 0.3 and (c @ c.T)[0, 1:].max() < APART:
            return c


def repelled(rng):
    """The angles of as many tokens that repel each other, by time."""
    flow = tkf.Flow(tkf.SelfAttention(1.0, ov=-np.eye(D)))
    x0 = tkf.normalize(rng.normal(size=(CLASSES, D)))
    x = tkf.solve(flow, x0, np.linspace(0.0, 60.0, 49), tol=1e-9).x.data
    return tkf.equiangular_deviation(x, np.arange(CLASSES))


def rate(within):
    """The exponent of the decay of NC1 while it is small and float64 resolves it."""
    used = (within < 1e-2) & (within > 1e-14)
    return np.polyfit(TIMES[used], np.log(within[used]), 1)[0]


def check(runs):
    rates = [rate(run["within"]) for run in runs]
    moved = max(np.abs(run["angles"] - run["angles"][0]).max() for run in runs)
    return [
        Check("exponent of the variability within clusters (NC1), farthest from -2",
              max(rates, key=lambda r: abs(r + 2)), target=-2.0, within=0.05),
        Check("its value at t = 12, largest", max(run["within"][-1] for run in runs), bound=1e-9),
        Check("distance of the means from a simplex (NC2), smallest at the end",
              min(run["angles"][-1] for run in runs), least=0.02),
        Check("its largest change", moved, bound=0.03),
        Check("the same of tokens that repel each other, largest at the end",
              max(run["repelled"][-1] for run in runs), bound=1e-6),
        printed.check(run["printed"] for run in runs),
    ]  # fmt: skip


def draw(ax, runs):
    for run in runs:
        ax.semilogy(TIMES, run["within"], "C0", lw=0.9)
        ax.semilogy(TIMES, run["angles"], "C1", lw=0.9)
        ax.semilogy(np.linspace(0, 12, 49), np.maximum(run["repelled"], 1e-12), "C2--", lw=0.7)
    ax.semilogy(TIMES, 0.05 * np.exp(-2 * TIMES), "k:", label="$e^{-2t}$")
    ax.plot([], [], "C0", label="within clusters (NC1)")
    ax.plot([], [], "C1", label="means from a simplex (NC2)")
    ax.plot([], [], "C2--", label="the same, V = −I, at time $5t$")
    ax.set(xlabel="time $t$", ylabel="deviation", ylim=(1e-12, 3))
    ax.legend(loc="lower left")


CLAIM = Claim(
    name="neural-collapse",
    question="Do clusters of tokens show neural collapse?",
    source="Sugolov and Aubry, slides on arXiv:2305.05465, neural collapse (as future work)",
    statement="Its first half: the variability within clusters decays like e^-2t. Not its second: "
    "the means of the clusters stay where they are, no simplex, unless tokens repel each other.",
    hypotheses="sphere of R^3, Q = K = V = I, beta = 40, four clusters of eight tokens; V = -I for "
    "four tokens that repel each other",
    ours=True,
    runs=runs,
    check=check,
    draw=draw,
    note="Measured by the observables of Papyan, Han and Donoho: tr(S_W S_B^+) / C, and the "
    "cosines of centered means against -1 / (C - 1).",
)
