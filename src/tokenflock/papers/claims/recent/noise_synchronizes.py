"""Noise that all tokens share makes them agree, even where attention drives them apart."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim

N, D, BETA, PUSH, END = 8, 8, 1.0, 0.4, 0.8
STRONG, WEAK = 1.0, 0.02  # 2 / kappa


def runs(effort):
    paths = effort.of(quick=64, full=1000)
    return [one(q, paths) for q in (STRONG, WEAK)]


def one(q, paths):
    """The mean gap 1 - <x_i, x_j> over pairs and paths, of tokens that attention pushes apart."""
    rng = chance.generator(51)
    M = rng.normal(size=(D, D)) / np.sqrt(D)
    law = {"beta": BETA, "qk": M, "ov": -PUSH * np.eye(D)}
    attention = tkf.SelfAttention(BETA, qk=M, ov=law["ov"])
    flow = tkf.Flow(attention, noise=tkf.CommonNoise(2 / q))
    x0 = tkf.normalize(rng.normal(size=(paths, N, D)))
    times = np.linspace(0.0, END, 17)
    u = tkf.solve(flow, x0, times, step=0.02, seed=chance.seed_of(5), save=tkf.alignment)
    gap = 1 - u.alignment.data.reshape(paths, -1)
    return {"q": q, "time": times, "gap": gap.mean(axis=0),
            "error": gap.std(axis=0, ddof=1) / np.sqrt(paths),
            "law": printed.error(tkf.Flow(attention), x0[0], **law)}  # fmt: skip


def least_rate(q):
    """q (d - 3) from the noise, less what attention with |V| = PUSH can do to 1 - u."""
    return q * (D - 3) - 2 * PUSH


def check(runs):
    strong, weak = runs
    bound = strong["gap"][0] * np.exp(-least_rate(strong["q"]) * strong["time"])
    excess = (strong["gap"] - bound) / np.maximum(strong["error"], 1e-12)
    rate = -np.polyfit(strong["time"], np.log(strong["gap"]), 1)[0]
    return [
        Check("strong noise: largest excess over e^(-rate t), in standard errors",
              float(excess[1:].max()), bound=4.0),
        Check("its rate", rate, least=0.8 * least_rate(STRONG)),
        Check("weak noise: share of the gap that is left", float(weak["gap"][-1] / weak["gap"][0]),
              least=0.9),
        printed.check(run["law"] for run in runs),
    ]  # fmt: skip


def draw(ax, runs):
    for k, (run, name) in enumerate(zip(runs, ("strong", "weak"), strict=True)):
        ax.errorbar(run["time"], run["gap"], run["error"], fmt="o", ms=4, color=f"C{k}",
                    label=f"{name} noise, $2 / \\kappa = {run['q']:g}$")  # fmt: skip
    strong = runs[0]
    bound = strong["gap"][0] * np.exp(-least_rate(strong["q"]) * strong["time"])
    ax.plot(strong["time"], bound, "C0", lw=1, label=r"$e^{-(q (d - 3) - 2 |V|) t}$")
    ax.set(xlabel="time $t$", ylabel=r"mean of $1 - \langle x_i, x_j \rangle$", yscale="log")
    ax.legend()


CLAIM = Claim(
    name="noise-synchronizes",
    question="Can noise make tokens agree that repel each other?",
    source="arXiv:2604.26898 (as we read its abstract)",
    statement="Where noise common to all tokens is strong against attention, the mean energy "
    "dissipates exponentially: at least at the rate q (d - 3) - 2 |V|, q = 2 / kappa.",
    hypotheses=f"one field of noise for all, V = -{PUSH:g} I, random Q^T K, d = {D}, n = {N}",
    runs=runs,
    check=check,
    draw=draw,
    note="The abstract has the exponential and that noise must be coercive; the rate is ours, from "
    "Ito's formula for the cosine, and for attention an estimate that was not proved.",
)
