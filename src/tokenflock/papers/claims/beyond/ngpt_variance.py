"""Under nGPT the variance of tokens falls at a rate proportional to alpha, not to its inverse."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance
from tokenflock.papers.claims.claim import ERRATUM, Check, Claim

N, D, BETA = 16, 8, 1.0
ALPHAS = (0.1, 0.2, 0.4, 0.8)
SCALED = np.linspace(0.0, 12.0, 49)  # times alpha


def runs(effort):
    return [one(alpha, range(effort.of(quick=2, full=40))) for alpha in ALPHAS]


def one(alpha, seeds):
    """The variance 1 - |mean|^2 of tokens, and its rate of decay near consensus."""
    start = np.stack([chance.generator(seed).normal(size=(N, D)) for seed in seeds])
    start[..., 0] = 1 + np.abs(start[..., 0])  # in a hemisphere: all meet soon
    flow = tkf.Flow(tkf.SelfAttention(BETA), tkf.NGPT(alpha))
    x = tkf.solve(flow, tkf.normalize(start), SCALED / alpha, tol=1e-9).x.data
    # Summed over differences: 1 - |mean|^2 would lose everything below 1e-16.
    variance = ((x - x.mean(axis=2, keepdims=True)) ** 2).sum(axis=(2, 3)) / N
    first = 2 * np.asarray(flow(0.0, np.eye(N)))[0, 1]  # of the cosine of orthogonal tokens
    law = tkf.theory.initial_speed(tkf.theory.ngpt(alpha), n=N, beta=BETA, radius=1.0)
    return {"alpha": alpha, "variance": variance, "first": first / law - 1,
            "rates": [decay(SCALED / alpha, run) for run in variance]}  # fmt: skip


def decay(times, variance):
    late = (variance < 1e-3) & (variance > 1e-10)
    return -np.polyfit(times[late], np.log(variance[late]), 1)[0]


def check(runs):
    rates = np.array([np.mean(run["rates"]) for run in runs])
    power = np.polyfit(np.log(ALPHAS), np.log(rates), 1)[0]
    worst = max((rate / run["alpha"] for run in runs for rate in run["rates"]),
                key=lambda ratio: abs(ratio - 2))  # fmt: skip
    return [
        Check("power of alpha in the rate (printed: -1)", power, target=1.0, within=0.01),
        Check("rate over alpha, farthest from 2", worst, target=2.0, within=0.05),
        Check(
            "speed from orthogonal tokens against 2 alpha / sqrt(e^(2 beta) + n - 1), relative",
            max(abs(run["first"]) for run in runs),
            bound=1e-10,
        ),
    ]


def draw(ax, runs):
    for k, run in enumerate(runs):
        times = SCALED / run["alpha"]
        label = rf"$\alpha = {run['alpha']:g}$"
        ax.semilogy(times, run["variance"][0], f"C{k}", label=label)
        law = run["variance"][0, 16] * np.exp(-2 * run["alpha"] * (times - times[16]))
        ax.semilogy(times, law, f"C{k}:", lw=2, alpha=0.6)
    ax.set(xlabel="time $t$", ylabel="variance of the tokens", ylim=(1e-11, 2), xlim=(0, 60))
    ax.legend(title=r"dotted: $e^{-2 \alpha t}$")


CLAIM = Claim(
    name="ngpt-variance",
    question="Do small steps alpha of nGPT slow down clustering, or speed it up?",
    source="arXiv:2510.22026, Theorem 4.3, row nGPT",
    statement="Printed: d Var / dt = -Theta(Var / alpha). Measured: -Theta(alpha Var), "
    "namely -2 alpha Var near consensus.",
    hypotheses="Q = K = V = I, constant alpha, tokens of one hemisphere",
    verdict=ERRATUM,
    runs=runs,
    check=check,
    draw=draw,
    note="The table of first speeds in the same paper has the right power: tokens turn alpha times "
    "as fast.",
)
