"""For small beta tokens follow those of beta = 0, which are the Kuramoto model on the circle."""

import numpy as np

import tokenflock as tkf
from tokenflock import theory
from tokenflock.papers.claims import chance, circle, printed
from tokenflock.papers.claims.claim import Check, Claim

N, BETAS = 32, (0.01, 0.02, 0.04)
TIMES = np.linspace(0.0, 4.0, 41)


def runs(effort):
    return [one(seed) for seed in range(effort.of(quick=4, full=40))]


def one(seed):
    angles = chance.generator(seed).uniform(0, 2 * np.pi, N)
    exact = theory.kuramoto_points(TIMES, angles)
    exact = np.stack([exact.real, exact.imag], axis=-1)
    away = {beta: distance(angles, beta, exact) for beta in (0.0, *BETAS)}
    flow = tkf.Flow(tkf.SelfAttention(BETAS[-1]))
    return {"away": away, "printed": printed.error(flow, circle.points(angles), beta=BETAS[-1])}


def distance(angles, beta, exact):
    start = circle.points(angles)
    x = tkf.solve(tkf.Flow(tkf.SelfAttention(beta)), start, TIMES, tol=1e-10).x.data
    return np.linalg.norm(x - exact, axis=-1).max(axis=-1)


def check(runs):
    exact = max(run["away"][0.0].max() for run in runs)
    ratio = [run["away"][0.04][-1] / run["away"][0.02][-1] for run in runs]
    bound = max(
        (run["away"][b][1:] / (b * np.exp(3 * TIMES[1:]))).max() for run in runs for b in BETAS
    )
    return [
        Check("beta = 0 against the Kuramoto model", exact, bound=1e-8),
        Check("distance at twice the beta, ratio", np.median(ratio), target=2, within=0.2),
        Check("distance over beta e^(3t), largest", bound, bound=1.0),
        printed.check(run["printed"] for run in runs),
    ]


def draw(ax, runs):
    for k, beta in enumerate(BETAS):
        for run in runs:
            ax.semilogy(TIMES[1:], run["away"][beta][1:], f"C{k}", lw=0.8)
        ax.semilogy(TIMES, beta * np.exp(3 * TIMES), f"C{k}--", lw=0.8)
        ax.plot([], [], f"C{k}", label=f"β = {beta:g}")
    ax.set(xlabel="time $t$", ylabel="largest distance to β = 0", ylim=(1e-5, 10))
    ax.legend(title=r"dashed: $\beta e^{3t}$")


CLAIM = Claim(
    name="small-beta",
    question="What changes when beta is small but not zero?",
    source="arXiv:2312.10794, th:beta_small",
    statement="Tokens stay within C beta e^(3t) of those of beta = 0, which on the circle are "
    "identical Kuramoto oscillators.",
    hypotheses="d = 2, n = 32, Q = K = V = I",
    runs=runs,
    check=check,
    draw=draw,
)
