"""On the line attention becomes a Boolean matrix of two columns, doubly exponentially fast."""

import numpy as np

import tokenflock as tkf
from tokenflock._jax import jax
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim

N, TIMES = 40, np.linspace(0.0, 12.0, 121)
DECIDED = 1e-9


def runs(effort):
    return [one(seed) for seed in range(effort.of(quick=5, full=100))]


def one(seed):
    z0 = start(chance.generator(seed))
    flow = tkf.Flow(tkf.SelfAttention(1.0), tkf.Rescaled())
    z = tkf.solve(flow, z0, TIMES, tol=1e-10).x.data
    P = np.asarray(attention(flow, TIMES, z))
    early = TIMES <= 5  # later e^t times the tolerance shows
    x = np.exp(TIMES[early])[:, None] * z[early][:, np.argsort(z0[:, 0]), 0]
    return {
        "P": P, "doubt": doubt(P, z0[:, 0]), "closing": -np.diff(np.diff(x, axis=1), axis=0).min(),
        "rank": int(tkf.numerical_rank(P[-1], tol=1e-6)),
        "printed": printed.error(flow, z0, beta=1.0, space="rescaled"),
    }  # fmt: skip


def start(rng):
    """Random tokens, both extreme ones ahead of the next: nearly tied ones are told apart later."""
    while True:
        z0 = rng.uniform(-1, 1, (N, 1))
        ahead = np.diff(np.sort(z0[:, 0]))[[0, -1]]
        if ahead.min() > 0.01:
            return z0


@jax.jit
def attention(flow, times, z):
    """The attention matrices (time, n, n) of a path."""
    return jax.vmap(lambda t, z: flow.space.weights(t, z, flow.attention)[0])(times, z)


def doubt(P, z0):
    """What each row (time, n) leaves to others than the better of the two extreme tokens."""
    # Summed over the others: 1 - P would lose everything below 1e-16.
    kept = [np.delete(P, extreme, axis=-1).sum(axis=-1) for extreme in (z0.argmin(), z0.argmax())]
    return np.minimum(*kept)


def check(runs):
    undecided = max((run["doubt"][-1] > DECIDED).sum() for run in runs)
    slopes = np.concatenate([exponents(run["doubt"]) for run in runs])
    ranks = [run["rank"] for run in runs]
    closing = max(run["closing"] for run in runs)
    return [
        Check("rows that choose no extreme token, at most", undecided, bound=1),
        Check("rank of the attention matrix, largest", max(ranks), bound=3),
        Check("rank of the attention matrix, median", np.median(ranks), target=2, within=0),
        Check("slope of log(-log error) in time, median", np.median(slopes), target=1, within=0.05),
        Check("pairs of tokens come closer by at most", closing, bound=1e-6),
        printed.check(run["printed"] for run in runs),
    ]


def exponents(doubt):
    """The slopes of log(-log error) in time while float64 holds the error, row by row."""
    used = (doubt < 1e-6) & (doubt > 1e-280)
    enough = [i for i in range(doubt.shape[1]) if used[:, i].sum() > 8]
    return [
        np.polyfit(TIMES[used[:, i]], np.log(-np.log(doubt[used[:, i], i])), 1)[0] for i in enough
    ]


def draw(ax, runs):
    with np.errstate(divide="ignore"):
        curves = -np.log(runs[0]["doubt"])
    ax.semilogy(TIMES, curves, color="C0", lw=0.6, alpha=0.6)
    ax.semilogy(TIMES, 0.1 * np.exp(TIMES), "k--", lw=1, label=r"$c\,e^t$")
    ax.set(xlabel="time $t$", ylabel=r"$-\log$ (distance of a row to $e_1$ or $e_n$)")
    ax.set(ylim=(0.05, 1e3), xlim=(0, 9))
    ax.legend(title="one curve per row, n = 40")


CLAIM = Claim(
    name="boolean-attention",
    question="What does the attention matrix of tokens on a line become?",
    source="arXiv:2305.05465, Theorem 2.1",
    statement="All rows but at most one choose the leftmost or the rightmost token, with an error "
    "exp(-c e^t); the rank is at most 3, generically 2; tokens never come closer to each other.",
    hypotheses="d = 1, V = 1, QK = 1, 40 distinct tokens, uniform in [-1, 1]",
    runs=runs,
    check=check,
    draw=draw,
)
