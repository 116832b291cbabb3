"""Random values send two tokens to opposite ends, with a probability that beta and d decide."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance
from tokenflock.papers.claims.claim import Check, Claim

U0 = -0.3  # cosine at the start
CASES = [(3, 1.0), (3, 2.0), (8, 0.8), (8, 2.0), (8, 3.0)]  # d, beta
END, STEP = 8.0, 0.05
Q = 1.0  # 2 / kappa


def runs(effort):
    pairs = effort.of(quick=200, full=4000)
    return [one(d, beta, pairs) for d, beta in CASES]


def one(d, beta, pairs):
    """The share of pairs that are nearer to opposite ends in the end, and its standard error."""
    attention = tkf.SelfAttention(beta)
    flow = tkf.Flow(
        tkf.SelfAttention(beta, ov=np.zeros((d, d))), noise=tkf.AttentionNoise(2 / Q, attention)
    )
    x0 = np.zeros((pairs, 2, d))
    x0[:, 0, 0] = 1.0
    x0[:, 1, :2] = U0, np.sqrt(1 - U0**2)
    x = tkf.solve(flow, x0, [0.0, END], step=STEP, seed=chance.seed_of(17)).x.data[:, -1]
    cosine = (x[:, 0] * x[:, 1]).sum(axis=-1)
    share, expected = float((cosine < 0).mean()), opposite(d, beta)
    error = np.sqrt((expected * (1 - expected) + 1 / pairs) / pairs)
    return {"d": d, "beta": beta, "share": share, "expected": expected, "error": error,
            "cosine": cosine}  # fmt: skip


def diffusion(u, d, beta):
    """Drift and variance of u over 2 / kappa: with averages of squared length a, cosine times a c,

    du = (c (d - 2 + u^2) - (d - 1) a u) dt + sqrt(2 (1 - u^2) (a - c u)) dB.
    """
    w = 1 / (1 + np.exp(-beta * (1 - u)))
    squares, cross = w**2 + (1 - w) ** 2, 2 * w * (1 - w)
    a, c = squares + cross * u, cross + squares * u
    return c * (d - 2 + u**2) - (d - 1) * a * u, 2 * (1 - u**2) * (a - c * u)


def opposite(d, beta):
    """The probability to end opposite, by the scale function of u in z = artanh u."""
    if (d - 1) >= 2 * np.cosh(beta) ** 2:
        return 0.0
    z = np.linspace(-16, 16, 64_001)
    u = np.tanh(z)
    grow = 1 - u**2
    drift, variance = diffusion(u, d, beta)
    # dz = (drift / (1 - u^2) + u variance / (1 - u^2)^2) dt + sqrt(variance) / (1 - u^2) dB.
    slope = 2 * (drift * grow + u * variance) / variance
    slope[~np.isfinite(slope)] = 0.0
    climbed = np.concatenate([[0.0], np.cumsum((slope[1:] + slope[:-1]) / 2)]) * (z[1] - z[0])
    start = np.searchsorted(z, np.arctanh(U0))
    scale = np.exp(climbed[start] - climbed)
    return float(scale[start:].sum() / scale.sum())


def check(runs):
    for run in runs:
        yield Check(
            f"d = {run['d']}, beta = {run['beta']:g}: share that ends opposite", run["share"],
            target=run["expected"], error=run["error"],
        )  # fmt: skip
    settled = np.mean([(np.abs(run["cosine"]) > 0.9).mean() for run in runs])
    yield Check("share of pairs that are together or opposite", settled, least=0.9)


def draw(ax, runs):
    beta = np.linspace(0.05, 3.2, 60)
    for k, d in enumerate(sorted({run["d"] for run in runs})):
        ax.plot(beta, [opposite(d, b) for b in beta], f"C{k}", lw=1, label=f"$d = {d}$")
        some = [run for run in runs if run["d"] == d]
        ax.errorbar([r["beta"] for r in some], [r["share"] for r in some],
                    [r["error"] for r in some], fmt="o", color=f"C{k}")  # fmt: skip
    ax.set(xlabel="β", ylabel="probability of opposite ends")
    ax.legend()


CLAIM = Claim(
    name="opposite-pair",
    question="Can random values keep two tokens apart for ever?",
    source="arXiv:2601.21942 (as we read its abstract)",
    statement="Two tokens under a matrix of noise that all see through attention end opposite with "
    "positive probability; there is a transition in beta and d: exactly if d - 1 < 2 cosh^2(beta).",
    hypotheses=f"V of mean zero, drawn anew all the time; cosine {U0:g} at the start",
    runs=runs,
    check=check,
    draw=draw,
    note="The abstract has the transition; where it is, and the probability, is ours: Ito's "
    "formula for the cosine, and its scale function.",
)
