"""Tokens that share a hemisphere meet exponentially fast, at any beta and for any d."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims.claim import Check, Claim

N = 32
CASES = tuple((d, beta) for d in (2, 8) for beta in (0.0, 1.0, 4.0))
TIMES = np.linspace(0.0, 60.0, 121)


def runs(effort):
    seeds = range(effort.of(quick=8, full=100))
    return [{"d": d, "beta": beta} | one(d, beta, seeds) for d, beta in CASES]


def one(d, beta, seeds):
    start = np.random.default_rng([d, len(seeds)]).normal(size=(len(seeds), N, d))
    start[..., 0] = np.abs(start[..., 0])
    flow = tkf.Flow(tkf.SelfAttention(beta))
    x = tkf.solve(flow, tkf.normalize(start), TIMES, tol=1e-7).x.data
    return {"width": tkf.consensus_angle(x), "lowest": x[..., 0].min(axis=-1)}


def check(runs):
    ends = max(run["width"][:, -1].max() for run in runs)
    falls = max(-np.diff(run["lowest"], axis=1).min() for run in runs)
    rates = [rate(width) for run in runs for width in run["width"]]
    return [
        Check("angle to the mean at t = 60, largest", ends, bound=1e-6),
        Check("lowest height above the equator falls by at most", falls, bound=1e-6),
        Check("exponential rate, smallest", min(rates), least=0.9),
    ]


def rate(width):
    used = (width < 1e-2) & (width > 1e-6)
    return -np.polyfit(TIMES[used], np.log(width[used]), 1)[0]


def draw(ax, runs):
    for k, run in enumerate(runs):
        lines = ax.semilogy(TIMES, run["width"].T, color=f"C{k}", lw=0.7)
        lines[0].set_label(f"$d = {run['d']}$, β = {run['beta']:g}")
    ax.set(xlabel="time $t$", ylabel="largest angle to the mean", ylim=(1e-8, 4))
    ax.legend()


CLAIM = Claim(
    name="hemisphere-start",
    question="Do tokens of one hemisphere always meet?",
    source="arXiv:2312.10794, cone lemma",
    statement="If <x_i, w> > 0 for all i then all tokens converge to one point exponentially; "
    "the smallest <x_i, w> never falls.",
    hypotheses="n = 32 uniform in a half-sphere, Q = K = V = I",
    runs=runs,
    check=check,
    draw=draw,
)
