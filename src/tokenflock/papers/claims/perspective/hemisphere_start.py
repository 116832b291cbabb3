"""Tokens that share a hemisphere meet exponentially fast, at any beta and for any d."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim
from tokenflock.papers.search.box import Interval, Logarithmic
from tokenflock.papers.search.quantified import Quantified

N = 32
CASES = tuple((d, beta) for d in (2, 8) for beta in (0.0, 1.0, 4.0))
TIMES = np.linspace(0.0, 60.0, 121)


def runs(effort):
    count = effort.of(quick=8, full=100)
    plain = [one(d, {"beta": beta}, count) for d, beta in CASES]
    return plain + [one(d, general(d), count) for d in (2, 8)]


def general(d):
    """The proof needs positive weights and V = I only: any Q, K and masses will do."""
    rng = chance.generator([d, 1])
    M = rng.normal(size=(d, d)) / np.sqrt(d)
    return {"beta": 0.5, "qk": M, "masses": rng.uniform(0.3, 3.0, N)}


def one(d, law, count):
    start = chance.generator([d, count]).normal(size=(count, N, d))
    start[..., 0] = np.abs(start[..., 0])
    start = tkf.normalize(start)
    flow = tkf.Flow(tkf.SelfAttention(**law))
    x = tkf.solve(flow, start, TIMES, tol=1e-7).x.data
    return {
        "d": d, "width": tkf.consensus_angle(x), "lowest": x[..., 0].min(axis=-1),
        "label": f"β = {law['beta']:g}" + (", any $Q, K$, masses" if "qk" in law else ""),
        "printed": printed.error(flow, start[0], **law),
    }  # fmt: skip


def check(runs):
    ends = max(run["width"][:, -1].max() for run in runs)
    falls = max(-np.diff(run["lowest"], axis=1).min() for run in runs)
    rates = [rate(width) for run in runs for width in run["width"]]
    return [
        Check("angle to the mean at t = 60, largest", ends, bound=1e-6),
        Check("lowest height above the equator falls by at most", falls, bound=1e-6),
        Check("exponential rate, smallest", min(rates), least=0.9),
        printed.check(run["printed"] for run in runs),
    ]


def rate(width):
    used = (width < 1e-2) & (width > 1e-6)
    return -np.polyfit(TIMES[used], np.log(width[used]), 1)[0]


def draw(ax, runs):
    for k, run in enumerate(runs):
        lines = ax.semilogy(TIMES, run["width"].T, color=f"C{k}", lw=0.7)
        lines[0].set_label(f"$d = {run['d']}$, {run['label']}")
    ax.set(xlabel="time $t$", ylabel="largest angle to the mean", ylim=(1e-8, 4))
    ax.legend()


def orthant(beta, x0, qk):
    """Tokens with positive coordinates, any Q^T K."""
    return tkf.Spec(beta=beta, init=tkf.normalize(x0), qk=qk, t_end=3.0, samples=13, tol=1e-9)


def lowest(x, spec):
    """By how much the smallest coordinate falls."""
    low = x.min(axis=(1, 2))
    return (low[:-1] - low[1:]).max() - 1e-6


PARTS = {
    "beta": Logarithmic(0.1, 16.0), "x0": Interval(0.02, 1.0, (6, 3)),
    "qk": Interval(-1.0, 1.0, (3, 3)),
}  # fmt: skip


def halves():
    """Starts in a half-sphere, under any Q, K and masses."""
    for d in (2, 8):
        start = chance.generator([d, 0]).normal(size=(N, d))
        start[:, 0] = np.abs(start[:, 0])
        yield tkf.Flow(tkf.SelfAttention(**general(d))), tkf.normalize(start)


CLAIM = Claim(
    name="hemisphere-start",
    question="Do tokens of one hemisphere always meet?",
    source="arXiv:2312.10794, cone lemma",
    statement="If <x_i, w> > 0 for all i then all tokens converge to one point exponentially; "
    "the smallest <x_i, w> never falls.",
    hypotheses="n = 32 uniform in a half-sphere, V = I; Q = K = I, and random Q, K with masses, "
    "since the proof needs no more than positive weights",
    runs=runs,
    check=check,
    draw=draw,
    quantified=Quantified(PARTS, orthant, lowest),
    configurations=halves,
)
