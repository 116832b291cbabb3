"""At low temperature tokens follow the hardmax flow for a while, the closer the larger beta is."""

import numpy as np
from scipy.integrate import solve_ivp

import tokenflock as tkf
from tokenflock.papers.claims import chance, circle, printed
from tokenflock.papers.claims.claim import Check, Claim

N, BETAS, TIMES = 2000, (16.0, 32.0, 64.0, 128.0, 256.0), np.linspace(0.0, 1.0, 11)


def runs(effort):
    return [one(seed) for seed in range(effort.of(quick=3, full=30))]


def one(seed):
    """W2 between the softmax flow at several beta and its limit, by time."""
    rng = chance.generator([seed, 93])
    M, V = np.eye(2) + 0.5 * rng.normal(size=(2, 2, 2))
    angle = 2 * np.pi * (np.arange(N) + rng.uniform()) / N
    x0 = circle.points(angle)
    limit = at_zero(M, V, angle)
    scale = np.linalg.norm(M, 2)
    found = []
    for beta in BETAS:
        flow = tkf.Flow(tkf.SelfAttention(beta / scale, qk=M, ov=V))
        x = tkf.solve(flow, x0, TIMES, tol=1e-7).x.data
        found.append(np.sqrt(((x - limit) ** 2).sum(axis=-1).mean(axis=-1)))
    law = {"beta": BETAS[0] / scale, "qk": M, "ov": V}
    warm = tkf.Flow(tkf.SelfAttention(**law))
    return {"distance": np.array(found), "law": printed.error(warm, x0[:: N // 24], **law)}


def at_zero(M, V, angle):
    """The flow at zero temperature: on a circle full of tokens, x_i looks at M' x_i / |M' x_i|.

    dx/dt = P_x V M' x / |M' x|.
    """

    def turning(t, a):
        x = np.stack([np.cos(a), np.sin(a)])
        seen = M.T @ x
        v = V @ (seen / np.linalg.norm(seen, axis=0))
        return x[0] * v[1] - x[1] * v[0]

    found = solve_ivp(turning, (0, TIMES[-1]), angle, t_eval=TIMES, rtol=1e-9, atol=1e-9)
    return circle.points(found.y.T)


def exponent(run):
    """The power of beta with which the distance at the last time falls."""
    return float(np.polyfit(np.log(BETAS), np.log(run["distance"][:, -1]), 1)[0])


def check(runs):
    beta = np.array(BETAS)[:, None]
    scale = np.sqrt(np.log(beta + 1) / beta) * np.exp(TIMES)
    worst = max((run["distance"] / scale).max() for run in runs)
    powers = [exponent(run) for run in runs]
    return [
        Check("distance over sqrt(log(beta + 1) / beta) e^t, largest", worst, bound=0.5),
        Check("exponent of beta, mean", np.mean(powers), bound=-0.5),
        Check("distance at the largest beta, largest",
              max(run["distance"][-1].max() for run in runs), bound=0.1),
        printed.check(run["law"] for run in runs),
    ]  # fmt: skip


def draw(ax, runs):
    for k, beta in enumerate(BETAS):
        for run in runs:
            ax.semilogy(TIMES[1:], run["distance"][k, 1:], f"C{k}", lw=0.9)
        ax.plot([], [], f"C{k}", label=f"β = {beta:g}")
    ax.set(xlabel="time $t$", ylabel="$W_2$ to the flow at zero temperature")
    ax.legend(loc="center left", bbox_to_anchor=(1, 0.5))


CLAIM = Claim(
    name="low-temperature",
    question="How close is attention at a low temperature to hardmax?",
    source="arXiv:2605.10931 (as we read its abstract)",
    statement="The distance W2 of the tokens from the flow at zero temperature is at most of the "
    "order of sqrt(log(beta + 1) / beta) e^(Ct).",
    hypotheses=f"circle, {N} tokens spread evenly, Q^T K and V near I and not symmetric, t <= 1; "
    "beta in units of 1 / |M|; C = 1",
    runs=runs,
    check=check,
    draw=draw,
    note="The other part of the bound, e^(-ct), is the distance of the flow at zero temperature "
    "from its own end, and not part of this.",
)
