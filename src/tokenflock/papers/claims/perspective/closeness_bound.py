"""The printed bound on 1 - gamma is false at small times, and holds from t = n e^beta / 2 on."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims.claim import ERRATUM, Check, Claim

CASES = tuple((n, beta) for n in (2, 8, 32) for beta in (0.0, 1.0, 2.0))


def runs(effort):
    return [one(n, beta) for n, beta in CASES]


def one(n, beta):
    """gamma of orthogonal tokens, followed by the flow, against the bound."""
    valid = n * np.exp(beta) / 2
    times = np.unique(np.concatenate([np.linspace(0, valid, 41), valid + np.linspace(0, 10, 21)]))
    x = tkf.solve(tkf.Flow(tkf.SelfAttention(beta)), np.eye(n), times, tol=1e-9).x.data
    gap = np.linalg.norm(x[:, 0] - x[:, 1], axis=-1) ** 2 / 2
    return {
        "n": n,
        "beta": beta,
        "time": times,
        "valid": valid,
        "ratio": gap / bound(times, n, beta),
    }


def bound(t, n, beta):
    """1/2 exp(n^2 e^beta / (2 (n + e^(beta/2))) - n t / (n + e^(beta/2)))."""
    pace = n / (n + np.exp(beta / 2))
    return 0.5 * np.exp(pace * (n * np.exp(beta) / 2 - t))


def check(runs):
    early = max(run["ratio"][0] for run in runs)
    late = max(run["ratio"][run["time"] >= run["valid"]].max() for run in runs)
    return [
        Check("1 - gamma over the printed bound at t = 0, n = 2, beta = 0", early, least=1.02),
        Check("the same from t = n e^beta / 2 on, largest", late, bound=1.0),
    ]


def draw(ax, runs):
    for run in runs[:3]:
        label = f"$n = {run['n']}$, β = {run['beta']:g}"
        (line,) = ax.plot(run["time"], run["ratio"], label=label)
        ax.axvline(run["valid"], color=line.get_color(), ls=":")
    ax.axhline(1, color="0.6", lw=0.8)
    ax.set(xlabel="time $t$", ylabel=r"$1 - \gamma_\beta$ over the bound", xlim=(0, 10))
    ax.legend(title=r"dotted: $t = n e^\beta / 2$")


CLAIM = Claim(
    name="closeness-bound",
    question="How close are orthogonal tokens to each other at time t, at least?",
    source="arXiv:2312.10794, e:ybetacloseto1",
    statement="1 - gamma(t) <= 1/2 exp(n^2 e^beta / (2 (n + e^(beta/2))) - n t / (n + e^(beta/2)))",
    verdict=ERRATUM,
    hypotheses="orthogonal start, Q = K = V = I",
    runs=runs,
    check=check,
    draw=draw,
    note="Printed for all t >= 0, which is false at t = 0 for n = 2, beta = 0, where the bound is "
    "below 1; it holds for t >= n e^beta / 2.",
)
