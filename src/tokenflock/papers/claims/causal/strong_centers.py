"""Strong Rényi centers of random tokens: one per mass of a cap, on every sphere and for every n."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance
from tokenflock.papers.claims.claim import Check, Claim

CASES = [(2, 0.5, 200), (2, 0.5, 10), (2, 0.2, 2000), (3, 0.8, 500), (4, 0.9, 500), (8, 1.2, 200)]


def runs(effort):
    return [one(d, delta, n, effort.of(quick=1500, full=40_000)) for d, delta, n in CASES]


def one(d, delta, n, count):
    rng = chance.generator(d * 1000 + n)
    counts = np.array([strong(rng, n, d, delta) for _ in range(count)])
    return {
        "d": d, "delta": delta, "n": n, "mean": counts.mean(),
        "error": counts.std(ddof=1) / np.sqrt(count),
        "predicted": tkf.theory.strong_renyi_count(delta, d, n),
    }  # fmt: skip


def strong(rng, n, d, delta):
    return int(tkf.strong_renyi_centers(tkf.normalize(rng.normal(size=(n, d))), delta).sum())


def check(runs):
    for run in runs:
        yield Check(
            f"mean number, d = {run['d']}, delta = {run['delta']:g}, n = {run['n']}",
            run["mean"], target=run["predicted"], error=run["error"],
        )  # fmt: skip


def draw(ax, runs):
    names = [f"d = {r['d']}\nδ = {r['delta']:g}\nn = {r['n']}" for r in runs]
    ax.bar(names, [r["predicted"] for r in runs], color="0.85", label="predicted")
    ax.errorbar(names, [r["mean"] for r in runs], [4 * r["error"] for r in runs], fmt="C1o",
                label="measured, 4 standard errors")  # fmt: skip
    ax.set(ylabel="strong Rényi centers")
    ax.legend()


CLAIM = Claim(
    name="strong-centers",
    question="How many tokens have no earlier token within delta?",
    source="arXiv:2411.04990, Lemma C.1",
    statement="On average sum_{k<n} (1 - c)^k, c the mass of a cap of radius delta: pi / delta on "
    "the circle as n grows.",
    hypotheses="independent uniform tokens on the sphere of R^d",
    runs=runs,
    check=check,
    draw=draw,
)
