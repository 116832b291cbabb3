"""The second condition of the theorem on frozen centers says nothing without its minus sign."""

import numpy as np

from tokenflock.claims.causal.frozen_centers import slope
from tokenflock.claims.claim import ERRATUM, Check, Claim

EPSILONS, SIZES = (0.1, 0.5, 0.9), np.geomspace(1, 1e9, 10)


def runs(effort):
    """g at both places, for the separations c > 2 + 2 eps that the theorem allows."""
    return [
        {"epsilon": e, "c": c, "near": slope(e), "far": slope(c - 2 * e)}
        for e in EPSILONS
        for c in np.linspace(2.05 + 2 * e, 9.0, 40)
    ]


def check(runs):
    printed = [n * run["far"] < run["near"] for run in runs for n in SIZES]
    meant = [-n * run["far"] < run["near"] for run in runs for n in SIZES]
    return [
        Check("share of (eps, c, N) that meet the printed condition", np.mean(printed), least=1.0),
        Check("share that meet it with the minus sign", np.mean(meant), bound=0.9),
        Check("largest g((c - 2 eps) b)", max(run["far"] for run in runs), bound=0.0),
    ]


def draw(ax, runs):
    for e in EPSILONS:
        chosen = [run for run in runs if run["epsilon"] == e]
        most = [-run["near"] / run["far"] for run in chosen]
        ax.semilogy([run["c"] for run in chosen], most, label=rf"$\epsilon = {e:g}$")
    ax.set(xlabel="separation $c$", ylabel="largest $N$ with the minus sign")
    ax.legend(title="printed: every $N$")


CLAIM = Claim(
    name="frozen-centers-sign",
    question="How many tokens may move among the frozen ones?",
    source="arXiv:2411.04990, Theorem 5.2, second condition",
    statement="Printed: N g((c - 2 eps) b) < g(eps b). Meant, and used in the proof: "
    "-N g((c - 2 eps) b) < g(eps b).",
    hypotheses="g = h' < 0 beyond the peak of h, that is for c > 2 + 2 eps",
    verdict=ERRATUM,
    runs=runs,
    check=check,
    draw=draw,
    note="As printed the condition holds for every N, since its left side is negative. We know of "
    "no tokens that break the conclusion because of it: for eps < 0.87 and large beta the first "
    "condition implies the second.",
)
