"""Random tokens share a hemisphere with the probability that Wendel gave."""

import numpy as np
from scipy.optimize import linprog

from tokenflock import theory
from tokenflock.initial.configurations import uniform
from tokenflock.papers.claims import chance
from tokenflock.papers.claims.claim import Check, Claim

CASES = ((6, 2), (10, 3), (16, 8), (32, 16), (12, 12))  # n, d


def runs(effort):
    draws = effort.of(quick=300, full=4000)
    return [{"n": n, "d": d} | share(n, d, draws) for n, d in CASES]


def share(n, d, draws):
    rng = chance.generator([n, d])
    mean = np.mean([shared(uniform(rng, n, d)) for _ in range(draws)])
    predicted = theory.hemisphere_probability(n, d)
    # The error of the prediction is exact: no draw at all would still have one.
    error = np.sqrt(predicted * (1 - predicted) / draws)
    return {"share": mean, "predicted": predicted, "error": error}


def shared(x):
    """Whether <x_i, w> >= 1 for some w and all i: a linear program says."""
    n, d = x.shape
    found = linprog(np.zeros(d), A_ub=-x, b_ub=-np.ones(n), bounds=(None, None))
    return found.status == 0


def check(runs):
    for run in runs:
        yield Check(
            f"share in a hemisphere, n = {run['n']}, d = {run['d']}",
            run["share"], target=run["predicted"], within=4 * run["error"] + 1e-12,
            error=run["error"],
        )  # fmt: skip


def draw(ax, runs):
    predicted = [run["predicted"] for run in runs]
    ax.plot([0, 1], [0, 1], "k--", lw=0.8)
    ax.errorbar(
        predicted, [run["share"] for run in runs], [2 * run["error"] for run in runs], fmt="o"
    )
    for run in runs:
        at = (run["predicted"], run["share"])
        ax.annotate(f"n = {run['n']}, d = {run['d']}", at, (6, -10), textcoords="offset points")
    ax.set(xlabel="Wendel", ylabel="measured, ± 2 s.e.", xlim=(0, 1.15))


CLAIM = Claim(
    name="hemisphere-probability",
    question="How often do random tokens share a hemisphere?",
    source="arXiv:2312.10794, cone lemma (Wendel)",
    statement="With probability 2^-(n-1) sum_{k<d} C(n-1, k), always for n <= d.",
    hypotheses="uniform tokens on the sphere of R^d",
    runs=runs,
    check=check,
    draw=draw,
)
