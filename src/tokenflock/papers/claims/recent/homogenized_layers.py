"""Layers of fresh random heads: the mean cosine of tokens follows the logistic equation."""

import numpy as np
from scipy.integrate import solve_ivp

import tokenflock as tkf
from tokenflock.papers.claims import chance
from tokenflock.papers.claims.claim import Check, Claim

N, U0, END = 16, 0.2, 4.0
D = 48
BETAS = (0.0, 6.0)


def runs(effort):
    paths = effort.of(quick=8, full=100)
    return [one(D, beta, paths) for beta in BETAS]


def one(d, beta, paths):
    """The mean cosine of tokens that see a fresh V at all times, over several paths."""
    flow = tkf.Flow(
        tkf.SelfAttention(beta, ov=np.zeros((d, d))),
        noise=tkf.AttentionNoise(2.0 * d, tkf.SelfAttention(beta)),
    )
    times = np.linspace(0.0, END, 17)
    x0 = np.stack([equiangular(d, seed) for seed in range(paths)])
    u = tkf.solve(flow, x0, times, step=0.1, seed=chance.seed_of(d), save=tkf.alignment)
    u = u.alignment.data.reshape(paths, -1)
    error = u.std(axis=0, ddof=1) / np.sqrt(paths)
    return {"d": d, "beta": beta, "time": times, "mean": u.mean(axis=0), "error": error,
            "closed": closed(times, d, beta)}  # fmt: skip


def equiangular(d, seed):
    """Tokens with all cosines U0, in random directions."""
    frame, _ = np.linalg.qr(chance.generator([seed, d]).normal(size=(d, d)))
    return np.sqrt(U0) * frame[0] + np.sqrt(1 - U0) * frame[1 : N + 1]


def closed(times, d, beta):
    """The cosine u of tokens that stay equiangular: with averages m_i,

    du/dt = (1 / d) (<m_1, m_2> (d - 2 + u^2) - (d - 1) |m_1|^2 u).
    """

    def slope(t, u):
        gram = (1 - u) * np.eye(N) + u
        w = np.exp(beta * gram)
        w /= w.sum(axis=1, keepdims=True)
        averages = w @ gram @ w.T
        return [averages[0, 1] * (d - 2 + u[0] ** 2) / d - (d - 1) / d * averages[0, 0] * u[0]]

    return solve_ivp(slope, (0, times[-1]), [U0], t_eval=times, rtol=1e-8).y[0]


def logistic(times):
    """u' = u (1 - u)."""
    return 1 / (1 + (1 / U0 - 1) * np.exp(-times))


def check(runs):
    for run in runs:
        off = np.abs(run["mean"] - run["closed"])
        yield Check(
            f"beta = {run['beta']:g}: cosine against its equation, over its error",
            float((off / (4 * run["error"] + 3 / run["d"])).max()), bound=1.0,
        )  # fmt: skip
    wide = next(run for run in runs if run["beta"] == 0)
    away = np.abs(wide["mean"] - logistic(wide["time"])).max()
    yield Check("largest distance from the logistic", away, bound=0.15)
    slow = next(run for run in runs if run["beta"] > 0)
    lag = float((wide["mean"] - slow["mean"]).max())
    yield Check("how far a large beta keeps tokens behind", lag, least=0.15)


def draw(ax, runs):
    for k, run in enumerate(runs):
        label = f"β = {run['beta']:g}"
        ax.errorbar(
            run["time"], run["mean"], run["error"], fmt="o", ms=4, color=f"C{k}", label=label
        )
        ax.plot(run["time"], run["closed"], f"C{k}", lw=1)
    ax.plot(run["time"], logistic(run["time"]), "k--", lw=1, label="$u' = u (1 - u)$")
    ax.set(xlabel="time $t$", ylabel="mean cosine of two tokens", ylim=(0, 1))
    ax.legend()


CLAIM = Claim(
    name="homogenized-layers",
    question="How fast do tokens agree in a network whose weights are random in every layer?",
    source="arXiv:2604.01978 (as we read it)",
    statement="With V drawn anew by layer and head the mean cosine follows u' = u (1 - u) in high "
    "dimension, at small beta; a large beta slows the collapse.",
    hypotheses=f"n = {N}, d = {D}, the limit of many layers, kappa = 2 d; lines: the equation of "
    "tokens that stay equiangular",
    runs=runs,
    check=check,
    draw=draw,
    note="The logistic is the paper's; its correction for beta, n and d is ours, Ito's formula.",
)
