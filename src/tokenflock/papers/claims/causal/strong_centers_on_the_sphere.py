"""On the sphere of R^3 the mean number of strong centers is 1 / sin^2(delta/2), not a third."""

import numpy as np

from tokenflock.papers.claims import chance
from tokenflock.papers.claims.causal.strong_centers import strong
from tokenflock.papers.claims.claim import ERRATUM, Check, Claim

DELTAS, TOKENS = (0.5, 0.8, 1.2), 4000


def runs(effort):
    return [one(delta, effort.of(quick=600, full=20_000)) for delta in DELTAS]


def one(delta, count):
    rng = chance.generator(round(10 * delta))
    counts = np.array([strong(rng, TOKENS, 3, delta) for _ in range(count)])
    return {"delta": delta, "mean": counts.mean(), "error": counts.std(ddof=1) / np.sqrt(count)}


def corrected(delta):
    return 1 / np.sin(delta / 2) ** 2


def printed(delta):
    return corrected(delta) / 3


def check(runs):
    for run in runs:
        delta = run["delta"]
        yield Check(
            f"mean number against 1 / sin^2, delta = {delta:g}", run["mean"],
            target=corrected(delta), error=run["error"],
        )  # fmt: skip
        off = (run["mean"] - printed(delta)) / run["error"]
        yield Check(f"standard errors from the printed value, delta = {delta:g}", off, least=10)


def draw(ax, runs):
    delta = np.linspace(0.4, 1.4, 100)
    ax.semilogy(delta, corrected(delta), label=r"$1 / \sin^2(\delta/2)$")
    ax.semilogy(delta, printed(delta), "--", label=r"printed: $1 / (3 \sin^2(\delta/2))$")
    ax.errorbar([r["delta"] for r in runs], [r["mean"] for r in runs],
                [4 * r["error"] for r in runs], fmt="ko", label="measured")  # fmt: skip
    ax.set(xlabel=r"$\delta$", ylabel="strong Rényi centers")
    ax.legend()


CLAIM = Claim(
    name="strong-centers-on-the-sphere",
    question="How many strong Rényi centers are there on the sphere of R^3?",
    source="arXiv:2411.04990, Lemma C.1, d = 3",
    statement="Printed: (3 sin^2(delta / 2))^-1 on average. Measured: 1 / sin^2(delta / 2).",
    hypotheses="independent uniform tokens, an endless sequence",
    verdict=ERRATUM,
    runs=runs,
    check=check,
    draw=draw,
    note="A cap of radius delta has the share sin^2(delta / 2) of the sphere; the factor 3 is "
    "wrong.",
)
