"""Tokens among frozen centers all end near one of them, if there are not too many."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, circle, printed
from tokenflock.papers.claims.claim import Check, Claim

EPSILON, C, BETA, MOST = 0.1, 6.5, 16.0, 700  # the paper's example: beta >= 14, N <= 700
WEIGHTS = (1.0, 5.0, 50.0)  # a_j >= 1, unequal
FREE, TIME = 100, 4000.0
B = BETA**-0.5


def runs(effort):
    return [one(seed) for seed in range(effort.of(quick=3, full=100))]


def one(seed):
    theta = 2 * np.pi * np.arange(3) / 3  # 1.29 c b apart; a wider gap would hold tokens for long
    phi = np.concatenate([theta, chance.generator(seed).uniform(0, 2 * np.pi, FREE)])
    x0 = circle.points(phi)
    masses = np.concatenate([WEIGHTS, np.ones(FREE)])
    frozen = np.arange(len(phi)) < len(theta)
    flow = tkf.Flow(tkf.SelfAttention(BETA, mask="causal", masses=masses), frozen=frozen)
    x = tkf.solve(flow, x0, np.append(0.0, np.geomspace(1.0, TIME, 40)), tol=1e-6).x
    away = circle.apart(circle.angles(x.data)[..., 3:, None], theta).min(axis=-1)
    return {
        "time": x.time.data, "away": away * BETA**0.5, "used": nearest(x.data[-1], theta),
        "printed": printed.error(
            flow, x0, beta=BETA, mask="causal", masses=masses, frozen=frozen
        ),
    }  # fmt: skip


def nearest(x, theta):
    """How many of the centers have tokens around them."""
    off = circle.apart(circle.angles(x)[3:, None], theta)
    return len(set(off.argmin(axis=1)))


def pull(x):
    return float(tkf.theory.interaction(x * B, BETA))


def slope(angle, beta):
    """g = h' at an angle."""
    decay = np.exp(beta * (np.cos(angle) - 1))
    return float(decay * (np.cos(angle) - beta * np.sin(angle) ** 2))


def check(runs):
    total = FREE + sum(WEIGHTS)
    return [
        Check("N h((c-1-2 eps) b) / h(eps b), b = beta^(-1/2)",
              total * pull(C - 1 - 2 * EPSILON) / pull(EPSILON), bound=1.0),
        Check("-N g((c-2 eps) b) / g(eps b)",
              -total * slope((C - 2 * EPSILON) * B, BETA) / slope(EPSILON * B, BETA), bound=1.0),
        Check("the paper's N = 700 in the first", MOST * pull(C - 1 - 2 * EPSILON) / pull(EPSILON),
              bound=1.0),
        Check("farthest token from a center at the end, over b",
              max(run["away"][-1].max() for run in runs), bound=EPSILON),
        Check("and at the start", min(run["away"][0].max() for run in runs), least=2.0),
        Check("centers in use, fewest", min(run["used"] for run in runs), least=3),
        printed.check(run["printed"] for run in runs),
    ]  # fmt: skip


def draw(ax, runs):
    ax.loglog(runs[0]["time"][1:], np.maximum(runs[0]["away"][1:], 1e-6), "C0", lw=0.6)
    ax.axhline(EPSILON, color="k", ls=":", label=r"$\epsilon$")
    ax.set(xlabel="time $t$", ylabel=r"distance to the nearest center, $\times \sqrt{\beta}$")
    ax.legend()


CLAIM = Claim(
    name="frozen-centers",
    question="Where do tokens settle that move among frozen ones?",
    source="arXiv:2411.04990, Theorem 5.2",
    statement="Within eps beta^(-1/2) of a frozen token, at an asymptotically stable point.",
    hypotheses="circle, Q = K = V = I; frozen tokens of weight a_j >= 1, more than c beta^(-1/2) "
    "apart, N h((c-1-2 eps) b) < h(eps b) and -N g((c-2 eps) b) < g(eps b)",
    runs=runs,
    check=check,
    draw=draw,
    note="With the minus sign that the printed theorem lacks and its proof has (see "
    "frozen-centers-sign).",
)
