"""The pull between two tokens is strongest just inside the distance beta^(-1/2)."""

import numpy as np
from scipy.optimize import brentq

import tokenflock as tkf
from tokenflock.papers.claims.claim import Check, Claim

BETAS = (1.0, 4.0, 9.0, 64.0, 1e3, 1e4)
GRID = np.linspace(0.02, 1.0, 50)  # of pi, and of beta^(-1/2)


def runs(effort):
    return [one(beta) for beta in BETAS]


def one(beta):
    scale = beta**-0.5
    peak = brentq(slope, 0.3 * scale, 1.5 * scale, (beta,), xtol=1e-12)
    near = np.concatenate([np.pi * GRID[:-1], 3 * scale * GRID])
    angle = np.unique(near[near < np.pi])
    h = np.array([pull(a, beta) for a in angle])
    kept = h > 1e-290
    return {
        "beta": beta, "peak": peak, "angle": angle, "pull": h,
        "still": max(np.abs(speeds(a, beta)[0]).max() for a in angle[::10]),
        "excess": excess(angle[kept], h[kept], beta),
    }  # fmt: skip


def speeds(angle, beta):
    """The velocities of two causal tokens at an angle."""
    x = np.array([[1.0, 0.0], [np.cos(angle), np.sin(angle)]])
    flow = tkf.Flow(tkf.SelfAttention(beta, mask="causal", weighting="unnormalized:scaled"))
    return np.asarray(flow(0.0, x))


def pull(angle, beta):
    """h(angle), read off the speed of a token beside one that stands still."""
    v = speeds(angle, beta)[1]
    return 2 * (np.sin(angle) * v[0] - np.cos(angle) * v[1])


def slope(angle, beta):
    h = 1e-4 * beta**-0.5
    return (pull(angle + h, beta) - pull(angle - h, beta)) / (2 * h)


def excess(x, h, beta):
    """How far log h leaves log(x - x^3/6) - beta x^2/2 and log x - beta x^2/2 + beta x^4/24."""
    above = np.log(h) + beta * x**2 / 2 - beta * x**4 / 24 - np.log(x)
    small = x < np.sqrt(6)  # beyond, the lower bound is negative
    below = np.log(x - x**3 / 6, where=small, out=np.full_like(x, -np.inf))
    return max(above.max(), (below - beta * x**2 / 2 - np.log(h)).max())


def check(runs):
    def worst(value):
        return max(value(run) for run in runs)

    exact = worst(lambda r: abs(r["peak"] / tkf.theory.interaction_peak(r["beta"]) - 1))
    low = worst(lambda r: (r["beta"] + 0.5) ** -0.5 / r["peak"])
    high = worst(lambda r: r["peak"] * r["beta"] ** 0.5)
    at = {run["beta"]: run["peak"] for run in runs}
    return [
        Check("peak against its formula, relative", exact, bound=1e-6),
        Check("(beta + 1/2)^(-1/2) over the peak, largest", low, bound=1.0),
        Check("the peak over beta^(-1/2), largest", high, bound=1.0),
        Check("peak at beta = 64", at[64.0], target=0.1248367, within=2e-7),
        Check("peak at beta = 9", at[9.0], target=0.3301724, within=2e-7),
        Check("speed of the token beside it, largest", worst(lambda r: r["still"]), bound=1e-14),
        Check("log h outside its bounds by", worst(lambda r: r["excess"]), bound=1e-9),
    ]


def draw(ax, runs):
    for run in runs[:4]:
        label = f"β = {run['beta']:g}"
        (line,) = ax.semilogy(run["angle"], run["pull"], label=label)
        ax.axvline(run["peak"], color=line.get_color(), ls=":")
    ax.set(xlabel="angle", ylabel="pull $h$", ylim=(1e-8, 1))
    ax.legend(title="dotted: the peak")


CLAIM = Claim(
    name="interaction-peak",
    question="At which distance do tokens attract each other most?",
    source="arXiv:2411.04990, Lemma on the interaction h",
    statement="h = e^(beta (cos x - 1)) sin x has one peak, cos x = (sqrt(4 beta^2 + 1) - 1) / "
    "(2 beta), between (beta + 1/2)^(-1/2) and beta^(-1/2), and lies between two Gaussian laws.",
    hypotheses="circle, Q = K = V = I, beta >= 1",
    runs=runs,
    check=check,
    draw=draw,
)
