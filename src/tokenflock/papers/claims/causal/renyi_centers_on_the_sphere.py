"""Rényi centers on the sphere are caps dropped at random: they cover what such discs do."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance
from tokenflock.papers.claims.claim import EVIDENCE_FOR, Check, Claim

DELTAS = (0.8, 0.5, 0.3)
ATTEMPTS = 160  # tokens per place, a place being a cap of radius delta / 2
COVERAGE = 0.547  # of the plane by discs dropped at random where there is room, in the end


def runs(effort):
    return [one(delta, effort.of(quick=24, full=1000)) for delta in DELTAS]


def one(delta, count):
    rng = chance.generator(round(100 * delta))
    found = np.array([centers(rng, delta) for _ in range(count)])  # (run, early or late)
    # What is missing falls like 1 / sqrt(n): from n / 4 and n tokens follows the limit.
    limit = 2 * found[:, 1] - found[:, 0]
    return {"delta": delta, "late": found[:, 1].mean(), "mean": limit.mean(),
            "error": limit.std(ddof=1) / np.sqrt(count)}  # fmt: skip


def centers(rng, delta):
    """The number of centers among the first quarter of a random sequence, and in all of it."""
    n = round(ATTEMPTS / place(delta))
    chosen = tkf.renyi_centers(tkf.normalize(rng.normal(size=(n, 3))), delta)
    return chosen[: n // 4].sum(), chosen.sum()


def place(delta):
    """The share of the sphere in a cap of radius delta / 2; those of centers are disjoint."""
    return np.sin(delta / 4) ** 2


def check(runs):
    delta, mean = (np.array([run[name] for run in runs]) for name in ("delta", "mean"))
    power = np.polyfit(np.log(delta), np.log(mean), 1)[0]
    yield Check("exponent of delta in the number of centers", power, target=-2, within=0.1)
    for run in runs:
        # A sphere of few places is not a plane: the share differs by about the size of a place.
        share = place(run["delta"])
        yield Check(
            f"covered in the end, delta = {run['delta']:g}", run["mean"] * share, target=COVERAGE,
            within=4 * run["error"] * share + share, error=run["error"] * share,
        )  # fmt: skip


def draw(ax, runs):
    delta = np.linspace(0.25, 0.9, 100)
    ax.loglog(delta, COVERAGE / place(delta), "k--", label=r"$0.547 / \sin^2(\delta / 4)$")
    at = [run["delta"] for run in runs]
    bars = [4 * run["error"] for run in runs]
    ax.errorbar(at, [run["mean"] for run in runs], bars, fmt="C1o", label="extrapolated, 4 s.e.")
    ax.plot(at, [run["late"] for run in runs], "C0_", ms=12, label="measured")
    ax.set_xticks(DELTAS, [f"{delta:g}" for delta in DELTAS])
    ax.set_xticks([], minor=True)
    ax.set(xlabel=r"$\delta$", ylabel="Rényi centers")
    ax.legend()


CLAIM = Claim(
    name="renyi-centers-on-the-sphere",
    question="How many Rényi centers do random tokens on the sphere of R^3 have?",
    source="arXiv:2411.04990, Section 5 and Appendix C (open for d > 2)",
    statement="Of the order of delta^(-2): about 0.547 / sin^2(delta / 4), the number of discs "
    "of radius delta / 2 that random sequential adsorption fits.",
    hypotheses="independent uniform tokens, d = 3, an endless sequence (extrapolated)",
    verdict=EVIDENCE_FOR,
    runs=runs,
    check=check,
    draw=draw,
    note="The paper gives the order and leaves the constant open. 0.547 is known from simulations "
    "of discs in the plane, not proved.",
)
