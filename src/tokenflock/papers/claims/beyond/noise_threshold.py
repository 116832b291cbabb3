"""Noise keeps tokens spread evenly until the temperature 1 / kappa falls below a threshold."""

import numpy as np
from scipy.special import iv

import tokenflock as tkf
from tokenflock.papers.claims import chance
from tokenflock.papers.claims.claim import Check, Claim

TIME, TILT = 1.0, 0.1
# d, beta, and kappa where a tilt of the uniform state stops decaying
CASES = [(2, 0.0, 2.0), (3, 0.0, 3.0), (2, 3.0, 3.0 * iv(0, 3.0) / iv(1, 3.0))]
SHARES = (0.7, 1.0, 1.4)  # of the threshold


def runs(effort):
    seeds, n = effort.of(quick=range(4), full=range(16)), effort.of(quick=20_000, full=100_000)
    return [
        {"d": d, "beta": beta, "critical": critical} | crossing(d, beta, critical, seeds, n)
        for d, beta, critical in CASES
    ]


def crossing(d, beta, critical, seeds, n):
    """Growth rates of a tilt, and the kappa at which the line through them crosses zero."""
    kappas = critical * np.array(SHARES)
    rates = np.array([[growth(d, beta, kappa, seed, n) for kappa in kappas] for seed in seeds])
    # The rate is a - (d - 1) / kappa.
    a = (rates + (d - 1) / kappas).mean(axis=1)
    estimates = (d - 1) / a
    error = estimates.std(ddof=1) / np.sqrt(len(estimates))
    return {"kappas": kappas, "rates": rates, "kappa": estimates.mean(), "error": error}


def growth(d, beta, kappa, seed, n):
    flow = tkf.Flow(tkf.SelfAttention(beta), noise=tkf.Brownian(kappa))
    x = tkf.solve(
        flow, tilted(d, n, seed), [0.0, TIME], step=0.05, seed=chance.seed_of(seed)
    ).x.data
    return np.log(x[-1, :, 0].mean() / x[0, :, 0].mean()) / TIME


def tilted(d, n, seed):
    x = tkf.normalize(chance.generator(seed).normal(size=(n // 2, d)))
    x, push = np.concatenate([x, -x]), np.zeros(d)
    push[0] = TILT * d / (d - 1)
    return tkf.normalize(x + push - (x @ push)[:, None] * x)


def check(runs):
    for run in runs:
        # Nonlinear terms of the tilt shift the rate by about its square.
        tolerance = 4 * run["error"] + 0.02 * run["critical"]
        yield Check(
            f"threshold for d = {run['d']}, beta = {run['beta']:g}",
            value=run["kappa"], target=run["critical"], within=tolerance, error=run["error"],
        )  # fmt: skip


def draw(ax, runs):
    for run in runs:
        mean, error = run["rates"].mean(axis=0), run["rates"].std(axis=0, ddof=1)
        (line, _, _) = ax.errorbar(
            run["kappas"] / run["critical"], mean, error / np.sqrt(len(run["rates"])), fmt="o",
            label=f"$d = {run['d']}$, β = {run['beta']:g}",
        )  # fmt: skip
        share = np.linspace(0.65, 1.5, 50)
        rate = (run["d"] - 1) / run["critical"] * (1 - 1 / share)
        ax.plot(share, rate, color=line.get_color(), lw=1)
    ax.axhline(0, color="0.6", lw=0.8)
    ax.set(xlabel=r"$\kappa$ over the threshold", ylabel="growth rate of a tilt")
    ax.legend()


CLAIM = Claim(
    name="noise-threshold",
    question="How much noise keeps tokens from clustering?",
    source="arXiv:2512.01868, noisy attention",
    statement="At beta = 0 the uniform state loses stability at kappa = d (2 on the circle); on "
    "the circle at kappa = beta I_0(beta) / I_1(beta) for softmax attention.",
    hypotheses="Q = K = V = I, many tokens",
    runs=runs,
    check=check,
    draw=draw,
    note="The survey states beta = 0; the rest is the linearized Fokker-Planck equation.",
)
