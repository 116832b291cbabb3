"""In high dimension tokens meet where the scalar ODE says; in low dimension they do not."""

import numpy as np
from scipy.optimize import brentq

import tokenflock as tkf
from tokenflock import theory
from tokenflock.claims.claim import Check, Claim

N, CLOSE = 32, 0.999
BETAS = (0.5, 2.0, 3.5, 5.0)
DIMENSIONS = (2, 8, 128)
TIMES = np.linspace(0.0, 15.0, 61)


def runs(effort):
    count = effort.of(quick=8, full=256)
    return [{"d": d} | shares(d, count) for d in DIMENSIONS]


def shares(d, count):
    """The share of close pairs, (beta, time), and the time at which it crosses one half."""
    start = np.random.default_rng(d).normal(size=(count, N, d))
    share = np.stack([close_pairs(start, beta) for beta in BETAS])
    return {"share": share, "crossing": np.array([crossing(s) for s in share])}


def close_pairs(start, beta):
    flow = tkf.Flow(tkf.SelfAttention(beta))
    x = tkf.solve(flow, tkf.normalize(start), TIMES, tol=1e-5).x.data
    close = np.stack([(run @ run.swapaxes(-1, -2) > CLOSE).sum(axis=(-2, -1)) for run in x])
    return ((close - N) / (N * (N - 1))).mean(axis=0)


def crossing(share):
    late = np.flatnonzero(share >= 0.5)
    if not len(late) or late[0] == 0:
        return np.inf
    k = late[0]
    return float(np.interp(0.5, share[k - 1 : k + 1], TIMES[k - 1 : k + 1]))


def predicted(beta):
    """The time at which gamma_beta reaches 0.999."""

    def missing(t):
        return theory.equiangular(t, n=N, beta=beta) - CLOSE

    return brentq(missing, 0.0, 100.0)


def check(runs):
    curve = np.array([predicted(beta) for beta in BETAS])
    errors = {run["d"]: np.abs(run["crossing"] / curve - 1) for run in runs}
    return [
        Check("crossing times at d = 128 against gamma_beta", errors[128].max(), bound=0.1),
        Check("the same at d = 8, largest", errors[8].max(), least=0.15),
        Check("share of close pairs at d = 2, beta = 5, t = 15", runs[0]["share"][-1, -1],
              bound=0.95),
    ]  # fmt: skip


def draw(ax, runs):
    for k, run in enumerate(runs):
        label = f"half of the pairs, $d = {run['d']}$"
        ax.plot(run["crossing"], BETAS, "o-", color=f"C{k}", label=label)
    ax.plot([predicted(beta) for beta in BETAS], BETAS, "k--", label=r"$\gamma_\beta(t) = 0.999$")
    ax.set(xlabel="time $t$", ylabel="β", xlim=(0, TIMES[-1]))
    ax.legend()


CLAIM = Claim(
    name="phase-diagram",
    question="When have tokens met, as a function of beta?",
    source="arXiv:2312.10794, phase diagrams and Theorem on the transition curve",
    statement="In high dimension, uniform tokens meet at the time the equiangular ODE predicts; "
    "the curve is not that of d = 2 and 8.",
    hypotheses="n = 32, Q = K = V = I, uniform start; met means an inner product above 0.999",
    runs=runs,
    check=check,
    draw=draw,
)
