"""For large beta clusters merge one pair after another, in the order and at the times foretold."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, circle
from tokenflock.papers.claims.claim import Check, Claim

BETA, N = 200.0, 6


def runs(effort):
    return [one(seed) for seed in range(effort.of(quick=6, full=60))]


def one(seed):
    rng = chance.generator(seed)
    # Six tokens on an arc with gaps of 0.4 to 0.8 rad, apart enough to merge one by one.
    phi = np.cumsum(rng.uniform(0.4, 0.8, N))
    spec = tkf.Spec(init=circle.points(phi), beta=BETA, t_end=1e250,
                    samples=50, spacing="log", coarsen=True)  # fmt: skip
    found = tkf.merges(tkf.simulate(spec))
    foretold = tkf.theory.merge_order(np.array(spec.init), beta=BETA)
    return {
        "pairs": sum(
            {f.leader, f.joiner} == set(p.pair) for f, p in zip(found, foretold, strict=False)
        ),
        "found": np.log10([f.time for f in found]),
        "foretold": np.array([p.log10_time for p in foretold])[: len(found)],
        "first": abs(np.log10(found[0].time) - foretold[0].log10_time),
    }  # fmt: skip


def check(runs):
    merged = sum(len(run["found"]) for run in runs)
    off = np.concatenate([np.abs(run["found"] - run["foretold"]) for run in runs])
    return [
        Check("merges", merged, least=4 * len(runs)),
        Check("share of merges of the foretold pair", sum(r["pairs"] for r in runs) / merged,
              least=0.95),
        Check("log10 of the first merge: largest error", max(r["first"] for r in runs), bound=0.1),
        Check("log10 of all merges: median error", np.median(off), bound=0.1),
    ]  # fmt: skip


def draw(ax, runs):
    for run in runs:
        ax.plot(run["foretold"], run["found"], "o-", ms=3, lw=0.6)
    top = max(run["found"].max() for run in runs)
    ax.plot([0, top], [0, top], "k:")
    ax.set(xlabel=r"$\log_{10}$ of the foretold time", ylabel=r"$\log_{10}$ of the merge")


CLAIM = Claim(
    name="merge-by-merge",
    question="Which clusters merge next, and when?",
    source="arXiv:2410.06833, Section 6 (saddle to saddle; limit in arXiv:2509.25040)",
    statement="The pair that closes first merges while all others stand still; log T is linear in "
    "beta with slope 1 - cos of the gap.",
    hypotheses="full attention on the circle, Q = K = V = I, beta = 200",
    runs=runs,
    check=check,
    draw=draw,
)
