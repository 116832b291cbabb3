"""A sink that many tokens look at keeps them from mixing."""

import numpy as np
from scipy.linalg import expm

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim

N, D, END, SINKS = 10, 3, 2.0, (0.01, 3.0, 20.0, 100.0)
BETAS = (0.0, 0.3)


def runs(effort):
    seeds = range(effort.of(quick=3, full=40))
    return [one(beta, seed) for beta in BETAS for seed in seeds]


def one(beta, seed):
    """The influence of a token on later ones, for sinks of several masses."""
    rng = chance.generator([seed, 27])
    M, V = rng.normal(size=(2, D, D)) / np.sqrt(D)
    x0 = rng.normal(size=(N, D))
    x0[0] = 0.0  # the sink: it is seen, and brings nothing along
    masses = np.ones((len(SINKS), N))
    masses[:, 0] = SINKS
    laws = [{"beta": beta, "qk": M, "ov": V, "mask": "causal", "masses": m} for m in masses]
    flows = [
        tkf.Flow(tkf.SelfAttention(**law), tkf.Euclidean(), frozen=np.arange(N) == 0)
        for law in laws
    ]
    return {"beta": beta, "mixing": np.array([influence(flow, x0) for flow in flows]),
            "expected": np.array([linear(V, m) for m in masses]),
            "law": printed.error(flows[1], x0, space="euclidean", frozen=np.arange(N) == 0,
                                 **laws[1])}  # fmt: skip


def influence(flow, x0, small=1e-5):
    """The mean over i > j > 0 of |dx_i(t)/dx_j(0)| along a direction, by differences."""
    moved = np.repeat(x0[None], N, axis=0)
    moved[np.arange(1, N), np.arange(1, N), 0] += small
    x = tkf.solve(flow, moved, [0.0, END], tol=1e-11).x.data[:, -1]
    return between(np.linalg.norm(x - x[0], axis=-1) / small)


def between(change):
    """The mean of entries (sender, receiver) over receivers behind a sender that is no sink."""
    sender, receiver = np.triu_indices(N, 1)
    return float(change[sender, receiver][sender > 0].mean())


def linear(V, masses):
    """The same at beta = 0, where dx/dt = (C x) V', C_ij = m_j / sum_(k <= i) m_k: e^(t C x V)."""
    C = np.tril(np.ones((N, N))) * masses
    C /= C.sum(axis=1, keepdims=True)
    C[0] = 0.0
    change = expm(END * np.kron(C, V)).reshape(N, D, N, D)[:, :, :, 0]
    return between(np.linalg.norm(change, axis=1).T)


def check(runs):
    free = [run for run in runs if run["beta"] == 0]
    off = max(np.abs(run["mixing"] / run["expected"] - 1).max() for run in free)
    means = [np.mean([np.log(r["mixing"]) for r in runs if r["beta"] == b], axis=0) for b in BETAS]
    falls = max(np.diff(mean).max() for mean in means)
    left = max(run["mixing"][-1] / run["mixing"][0] for run in runs)
    return [
        Check("beta = 0: influence against e^(t C x V), relative", off, bound=1e-4),
        Check(
            "change of mean log influence from one sink to a heavier one, largest", falls, bound=0.0
        ),
        Check("influence under the heaviest sink over that without, largest", left, bound=0.3),
        printed.check(run["law"] for run in runs),
    ]


def draw(ax, runs):
    for run in runs:
        ax.loglog(SINKS, run["mixing"], f"C{BETAS.index(run['beta'])}o-", lw=0.8)
        if run["beta"] == 0:
            ax.loglog(SINKS, run["expected"], "kx", ms=7)
    for k, beta in enumerate(BETAS):
        ax.plot([], [], f"C{k}o-", label=f"β = {beta:g}")
    ax.plot([], [], "kx", label=r"$e^{t C \otimes V}$")
    ax.set(xlabel="mass of the first token", ylabel="influence of a token on another")
    ax.legend()


CLAIM = Claim(
    name="attention-sinks",
    question="What does a first token that all look at do to the others?",
    source="arXiv:2504.02732 (as we read its abstract)",
    statement="A sink, seen by all and of no value, keeps tokens from over-mixing: the influence "
    "of a token on later ones falls with the weight of the sink.",
    hypotheses=f"causal, R^{D}, n = {N}, Q^T K and V random and not symmetric, the first token at "
    f"the origin with a mass, t = {END:g}",
    runs=runs,
    check=check,
    draw=draw,
)
