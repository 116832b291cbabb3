"""Bare causal layers leave the last token an influence of every position that is a known law."""

import math

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims.claim import Check, Claim

LAYERS = (1, 2, 3, 4)
SIZES = (256, 512, 1024)
AWAY = 0.1  # of all positions, at both ends: there the limit is singular


def runs(effort):
    return [one(n) for n in SIZES[: effort.of(quick=2, full=3)]]


def one(n):
    """What the last of n tokens is made of after every layer: tokens start as the unit vectors."""
    attention = tkf.SelfAttention(0.0, mask="causal")
    flow = tkf.Flow(attention, space=tkf.Euclidean())
    times = np.arange(len(LAYERS) + 1.0)
    x = tkf.solve(flow, np.eye(n), times, method="no-residual", step=1.0).x.data
    return {"n": n, "share": (np.arange(n) + 0.5) / n, "influence": n * x[1:, -1]}


def law(u, layers):
    """(ln 1/u)^(H-1) / (H-1)!"""
    return np.log(1 / u) ** (layers - 1) / math.factorial(layers - 1)


def errors(run):
    """The largest distance from the law away from the ends, for every number of layers."""
    inside = (run["share"] > AWAY) & (run["share"] < 1 - AWAY)
    u = run["share"][inside]
    return [np.abs(run["influence"][h - 1, inside] - law(u, h)).max() for h in LAYERS]


def check(runs):
    found = [errors(run) for run in runs]
    total = max(abs(run["influence"].mean(axis=1) - 1).max() for run in runs)
    order = np.log2(found[-2][-1] / found[-1][-1])
    skewed = runs[-1]["influence"][-1]
    return [
        Check("influences of all positions add up to one, largest error", total, bound=1e-12),
        Check(f"distance from the law, n = {runs[-1]['n']}, largest", max(found[-1]), bound=0.05),
        Check("order of the error in 1 / n, four layers", order, target=1.0, within=0.35),
        Check("first token over the one in the middle, four layers",
              skewed[0] / skewed[len(skewed) // 2], least=100.0),
    ]  # fmt: skip


def draw(ax, runs):
    run = runs[-1]
    for k, layers in enumerate(LAYERS):
        ax.plot(run["share"], run["influence"][k], f"C{k}", label=f"$H = {layers}$")
        ax.plot(run["share"], law(run["share"], layers), f"C{k}:", lw=2.5, alpha=0.5)
    ax.set(xlabel="position $u = j / n$", ylabel="influence on the last token", ylim=(0, 6))
    ax.legend(title=r"dotted: $(\ln 1/u)^{H-1} / (H-1)!$")


CLAIM = Claim(
    name="cesaro-influence",
    question="Which positions does the last token remember after H bare causal layers?",
    source="arXiv:2603.10123",
    statement="Uniform causal attention without residual is a power of the Cesaro matrix; the "
    "influence of position u n on the last token tends to (ln 1/u)^(H-1) / (H-1)!.",
    hypotheses="beta = 0, layers x <- A(x), H = 1 to 4",
    runs=runs,
    check=check,
    draw=draw,
    note="The first tokens win: the density is singular at u = 0 from two layers on.",
)
