"""Bare layers collapse as fast as the mask's graph lets news travel, and not at all without."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim
from tokenflock.papers.search.box import Directions, Interval
from tokenflock.papers.search.quantified import Quantified

N, D, BETA, DEPTH = 16, 4, 1.0, 120


def two_blocks():
    """Two halves that do not see each other: no token is seen, however indirectly, by all."""
    half = np.arange(N) < N // 2
    return half[:, None] == half


MASKS = {"full": "full", "causal": "causal", "window:4": "window:4", "window:2": "window:2",
         "two blocks": two_blocks()}  # fmt: skip


def runs(effort):
    seeds = range(effort.of(quick=4, full=60))
    return [one(name, seed) for name in MASKS for seed in seeds]


def one(name, seed):
    rng = chance.generator([seed, 24])
    M = rng.normal(size=(D, D)) / D
    attention = tkf.SelfAttention(BETA, qk=M, mask=MASKS[name])
    flow = tkf.Flow(attention, space=tkf.Euclidean())
    x0 = tkf.normalize(rng.normal(size=(N, D)))
    x = tkf.solve(flow, x0, np.arange(DEPTH + 1.0), method="no-residual", step=1.0).x.data
    away = np.linalg.norm(x - x.mean(axis=1, keepdims=True), axis=(1, 2))
    law = {"beta": BETA, "qk": M, "mask": MASKS[name], "space": "euclidean"}
    known = name in ("full", "causal")
    return {"mask": name, "away": away, "rate": rate(away), "bound": bound(attention, x),
            "law": printed.error(flow, x0, **law) if known else 0.0}  # fmt: skip


def rate(away):
    """The factor by which the rest shrinks in a layer, once the slowest mode is left."""
    used = np.flatnonzero(away > 1e-12 * away[0])
    late = used[len(used) // 2 :]
    return float(np.exp(np.polyfit(late, np.log(away[late]), 1)[0]))


def bound(attention, x):
    """(1 - eps^r)^(1/r): eps the smallest weight on the way, r the radius of the graph."""
    weights = np.asarray(attention.matrix(x[0]))[0]
    seen = weights > 0
    reach, r = seen, 1
    while not reach.all(axis=0).any():
        reach, r = (reach.astype(int) @ seen.astype(int)) > 0, r + 1
        if r > N:
            return 1.0
    eps = min(float(np.asarray(attention.matrix(y))[0][seen].min()) for y in x[::10])
    return float((1 - eps**r) ** (1 / r))


def check(runs):
    by = {name: [run for run in runs if run["mask"] == name] for name in MASKS}
    slowest = {name: max(run["rate"] for run in some) for name, some in by.items()}
    connected = [run for run in runs if run["mask"] != "two blocks"]
    apart = min(run["away"][-1] / run["away"][0] for run in by["two blocks"])
    excess = max(run["rate"] - run["bound"] for run in connected)
    order = [np.median([run["rate"] for run in by[name]]) for name in list(MASKS)[:4]]
    return [
        Check("two blocks: share of the spread that stays, smallest", apart, least=0.02),
        Check("connected: slowest rate of a layer", max(slowest[n] for n in list(MASKS)[:4]),
              bound=0.999),
        Check("rate over (1 - eps^r)^(1/r), largest", excess, bound=0.0),
        Check("sparser masks are slower: smallest difference of medians",
              float(np.diff([order[0], order[2], order[3]]).min()), least=0.0),
        printed.check(run["law"] for run in runs),
    ]  # fmt: skip


def draw(ax, runs):
    for run in runs:
        look = f"C{list(MASKS).index(run['mask'])}"
        ax.semilogy(run["away"] / run["away"][0], look, lw=0.8)
    for k, name in enumerate(MASKS):
        ax.plot([], [], f"C{k}", label=name)
    ax.set(xlabel="layer", ylabel="spread of the tokens", ylim=(1e-14, 2))
    ax.legend(loc="center right")


def chained(seen, qk, x0):
    """Random masks in which every token sees itself and the one before: all see the first."""
    near = np.eye(len(seen), dtype=bool) | np.eye(len(seen), k=-1, dtype=bool)
    return tkf.Spec(
        beta=BETA, qk=qk, init=x0, mask=near | (seen > 0.7), space="euclidean",
        method="no-residual", step=1.0, t_end=40.0, samples=41,
    )  # fmt: skip


def faster(x, spec):
    """By how much the rate of collapse is over its bound."""
    away = np.linalg.norm(x - x.mean(axis=1, keepdims=True), axis=(1, 2))
    if away.min() < 1e-12 * away[0]:
        return -1.0  # done within these layers
    attention = tkf.flow_of(spec).attention
    return rate(away) - bound(attention, x)


PARTS = {
    "seen": Interval(0.0, 1.0, (4, 4)), "qk": Interval(-1.0, 1.0, (3, 3)), "x0": Directions(4, 3),
}  # fmt: skip


CLAIM = Claim(
    name="mask-graphs",
    question="Which masks keep bare attention from collapsing?",
    source="arXiv:2405.18781 (as we read it)",
    statement="Without residual tokens collapse exponentially if some token is seen, directly or "
    "not, by all others, at most at the rate (1 - eps^r)^(1/r); else they need not.",
    hypotheses=f"n = {N}, d = {D}, V = I, Gaussian Q^T K, beta = {BETA:g}; eps the smallest "
    "weight, r the radius of the graph",
    runs=runs,
    check=check,
    draw=draw,
    note="Layer normalization, which can stop the collapse for other V, is not part of this.",
    quantified=Quantified(PARTS, chained, faster),
)
