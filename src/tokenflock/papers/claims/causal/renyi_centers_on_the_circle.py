"""Rényi centers on the circle are parked cars: their mean number is 0.7476 times 2 pi / delta."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, circle
from tokenflock.papers.claims.claim import Check, Claim

TOKENS = 4000  # close to an endless sequence: a free arc of 1e-3 delta is rare
DELTAS = (1.0, 0.5, 0.25)


def runs(effort):
    count = effort.of(quick=400, full=10_000)
    return [one(delta, count) for delta in DELTAS] + [one(0.5, 5 * count, n=200)]


def one(delta, count, n=TOKENS):
    rng = chance.generator(round(1000 * delta) + n)
    counts = np.array([len_of(rng, n, delta) for _ in range(count)])
    return {
        "delta": delta, "n": n, "mean": counts.mean(), "predicted": tkf.theory.renyi_count(delta),
        "error": counts.std(ddof=1) / np.sqrt(count), "counts": counts,
    }  # fmt: skip


def len_of(rng, n, delta):
    phi = rng.uniform(0, 2 * np.pi, n)
    return int(tkf.renyi_centers(circle.points(phi), delta).sum())


def check(runs):
    constant = tkf.theory.renyi_constant()
    yield Check("Rényi's constant", constant, target=0.7475979202533, within=1e-12)
    for run in runs[:-1]:
        # The last free arcs are found slowly: some 2 pi m / (delta n) centers are still missing.
        missing = 60 / (run["delta"] * run["n"])
        yield Check(
            f"mean number, delta = {run['delta']:g}", run["mean"], target=run["predicted"],
            within=4 * run["error"] + missing, error=run["error"],
        )  # fmt: skip
    last = runs[-1]
    yield Check("mean number, delta = 0.5, n = 200", last["mean"], target=9.138,
                within=4 * np.hypot(last["error"], 0.012), error=last["error"])  # fmt: skip


def draw(ax, runs):
    for run in runs[:-1]:
        values, share = np.unique(run["counts"], return_counts=True)
        label = rf"$\delta = {run['delta']:g}$"
        (line,) = ax.plot(values, share / share.sum(), "o-", ms=3, label=label)
        ax.axvline(run["predicted"], color=line.get_color(), ls=":")
    ax.set(xlabel="Rényi centers", ylabel="share of the runs")
    ax.legend(title=r"dotted: $0.7476 \cdot 2\pi / \delta$")


CLAIM = Claim(
    name="renyi-centers-on-the-circle",
    question="How many Rényi centers do random tokens on the circle have?",
    source="arXiv:2411.04990, Appendix C (Dvoretzky and Robbins 1964)",
    statement="The mean number tends to m 2 pi / delta with Rényi's constant m = 0.7475979...",
    hypotheses="independent uniform tokens, d = 2, an endless sequence",
    runs=runs,
    check=check,
    draw=draw,
    note="For n = 200 and delta = 0.5 the reference is an independent Monte-Carlo run, "
    "9.138 ± 0.012.",
)
