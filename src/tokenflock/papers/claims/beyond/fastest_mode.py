"""Near the uniform density one Fourier mode outgrows the others, and it counts the clusters."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, circle
from tokenflock.papers.claims.claim import Check, Claim

N, AMPLITUDE = 4096, 1e-6
BETAS = (1, 2, 3, 4, 5, 7, 9, 16, 25, 49, 64)
FASTEST = (1, 2, 2, 3, 3, 4, 4, 6, 7, 10, 11)
MODES = np.arange(1, 31)
FOLLOWED, FEW, FORMED = (3, 5, 16, 49), 512, 0.4  # until a mode is so large: clusters


def runs(effort):
    grid = 2 * np.pi * np.arange(N) / N
    # A displacement sum_k a / k sin(k theta) gives every mode of the density the same amplitude.
    angle = grid - AMPLITUDE * (np.sin(np.outer(grid, MODES)) / MODES).sum(axis=1)
    x = circle.points(angle)
    seeds = range(effort.of(quick=2, full=12))
    return [
        {"beta": beta, "rates": rates(x, float(beta)),
         "first": [first(beta, seed) for seed in seeds] if beta in FOLLOWED else []}
        for beta in BETAS
    ]  # fmt: skip


def first(beta, seed):
    """The mode that is largest once clusters stand out, from equal amplitudes of all."""
    grid = 2 * np.pi * np.arange(FEW) / FEW
    phase = chance.generator([beta, seed]).uniform(0, 2 * np.pi, len(MODES))
    shift = 1e-4 * (np.sin(np.outer(grid, MODES) + phase) / MODES).sum(axis=1)
    flow, late = tkf.Flow(tkf.SelfAttention(float(beta))), 16 / predicted(beta).max()
    x = tkf.solve(flow, circle.points(grid - shift), np.linspace(0.0, late, 161), tol=1e-8).x.data
    size = np.abs(np.exp(1j * circle.angles(x)[..., None] * MODES).mean(axis=1))
    return int(MODES[size[(size.max(axis=1) > FORMED).argmax()].argmax()])


def rates(x, beta):
    """The growth rates of the modes, from the velocity of the tokens."""
    v = np.asarray(tkf.Flow(tkf.SelfAttention(beta, kernel="dense"))(0.0, x))
    turning = x[:, 0] * v[:, 1] - x[:, 1] * v[:, 0]
    z = np.exp(1j * np.outer(np.arctan2(x[:, 1], x[:, 0]), MODES))
    moments, change = z.mean(axis=0), (1j * MODES * turning[:, None] * z).mean(axis=0)
    return (change / moments).real


def check(runs):
    error = max(np.abs(run["rates"] - predicted(run["beta"])).max() for run in runs)
    wrong = sum(MODES[run["rates"].argmax()] != k for run, k in zip(runs, FASTEST, strict=True))
    ratios = [MODES[run["rates"].argmax()] / np.sqrt(2 * run["beta"]) for run in runs[5:]]
    farthest = max(abs(ratio - 1) for ratio in ratios)
    return [
        Check("rate of the mode that clusters show first, over the fastest, smallest",
              value=min(slower(run["beta"], k) for run in runs for k in run["first"]), least=0.9),
        Check("largest error of a growth rate", value=error, bound=1e-4),
        Check("values of beta with another fastest mode", value=wrong, bound=0),
        Check("fastest mode over sqrt(2 beta), farthest from 1", value=farthest, bound=0.15),
    ]  # fmt: skip


def slower(beta, k):
    """The rate of a mode over that of the fastest; neighbors of that are hardly slower."""
    return float(predicted(beta)[k - 1] / predicted(beta).max())


def predicted(beta):
    return tkf.theory.growth_rates(MODES, beta=float(beta))


def draw(ax, runs):
    for run in runs[::2]:
        (line,) = ax.plot(MODES, predicted(run["beta"]), lw=1)
        ax.plot(MODES, run["rates"], "o", ms=3, color=line.get_color(), label=f"β = {run['beta']}")
    ax.set(xlabel="mode $k$", ylabel="growth rate")
    ax.legend(title="lines: $k^2 I_k / (β I_0)$")


CLAIM = Claim(
    name="fastest-mode",
    question="How many clusters does an even density of tokens break into first?",
    source="arXiv:2410.23228, d = 2",
    statement="Mode k grows at k^2 I_k(beta) / (beta I_0(beta)); the fastest is near sqrt(2 beta), "
    "three for beta = 5.",
    hypotheses="circle, Q = K = V = I, n equally spaced tokens, displaced a little; rates by the "
    "velocity there, clusters by following the flow (beta = 3, 5, 16, 49)",
    runs=runs,
    check=check,
    draw=draw,
)
