"""In the staircase's own time a pair crosses sqrt(log beta / beta) at 1 / (2c), not at 2 / c."""

import numpy as np
from scipy.integrate import quad, solve_ivp

import tokenflock as tkf
from tokenflock.papers.claims import circle
from tokenflock.papers.claims.claim import ERRATUM, Check, Claim

POWERS = (2, 3, 4, 6, 8)  # beta = 10^power
RATES, START = (0.5, 1.0, 3.0), 1.0
LARGEST = 1000.0  # beta of tokens: beyond, e^(-beta (1 - cos u)) is no longer a number


def runs(effort):
    return [one(10.0**power, c) for power in POWERS for c in RATES]


def one(beta, c):
    """c times the crossing time of du/dt = -c log(beta) sin u from u = 1, integrated and exact."""
    goal = np.sqrt(np.log(beta) / beta)

    def passed(t, u):
        return u[0] - goal

    passed.terminal = True
    path = solve_ivp(
        lambda t, u: -c * np.log(beta) * np.sin(u), (0, 9 / c), [START],
        "DOP853", rtol=1e-11, atol=1e-14, events=passed,
    )  # fmt: skip
    time = c * path.t_events[0][0]
    flow = by_flow(beta, goal) if beta <= LARGEST else None
    return {"beta": beta, "c": c, "time": time, "exact": exact(np.log(beta)), "flow": flow}


def by_flow(beta, goal):
    """c times the same time, from the velocities of two tokens in the staircase's own time,

    dt = e^(beta (1 - cos u)) c log(beta) ds, by quadrature over the angle u between them.
    """
    flow = tkf.Flow(tkf.SelfAttention(beta, weighting="unnormalized:scaled"))

    def inverse_speed(log_u):
        u = np.exp(log_u)
        x = circle.points(np.array([-u / 2, u / 2]))
        turning = 2 * float((circle.points(np.array(np.pi / 2 - u / 2)) * v(x)[0]).sum())
        return u * np.exp(beta * (np.cos(u) - 1)) / (turning * np.log(beta))

    def v(x):
        return np.asarray(flow(0.0, x))

    return quad(inverse_speed, np.log(goal), np.log(START), epsrel=1e-10)[0]


def exact(log_beta):
    """log(tan(1/2) / tan(u/2)) / log(beta) at u = sqrt(log(beta) / beta), for any log(beta)."""
    log_goal = (np.log(log_beta) - log_beta) / 2
    half = np.maximum(np.exp(log_goal) / 2, 1e-12)  # its tangent is itself long before
    log_tan = log_goal - np.log(2) + np.log(np.tan(half) / half)
    return (np.log(np.tan(START / 2)) - log_tan) / log_beta


def check(runs):
    error = max(abs(run["time"] / run["exact"] - 1) for run in runs)
    by_tokens = max(abs(r["flow"] / r["exact"] - 1) for r in runs if r["flow"] is not None)
    far = [float(exact(np.log(10.0) * 10.0**power)) for power in (2, 4, 6)]
    return [
        Check("crossing times against the closed form, relative", error, bound=1e-8),
        Check("by the velocities of two tokens, beta = 100 and 1000, relative", by_tokens,
              bound=1e-8),
        Check("c times the time at beta = 10^(10^2)", far[0], target=0.5, within=0.02),
        Check("c times the time at beta = 10^(10^4)", far[1], target=0.5, within=5e-4),
        Check("c times the time at beta = 10^(10^6)", far[2], target=0.5, within=1e-5),
        Check("largest of all measured, where 2 is printed", max(r["time"] for r in runs),
              bound=0.6),
    ]  # fmt: skip


def draw(ax, runs):
    for c, marker in zip(RATES, "os^", strict=True):
        chosen = [run for run in runs if run["c"] == c]
        ax.semilogx([r["beta"] for r in chosen], [r["time"] for r in chosen], marker,
                    label=f"integrated, $c = {c:g}$")  # fmt: skip
    log_beta = np.linspace(4, 300, 400) * np.log(10) / 3
    ax.semilogx(np.exp(log_beta), exact(log_beta), "k-", lw=0.8, label="closed form")
    ax.axhline(0.5, color="C2", ls=":", label="1/2")
    ax.axhline(2.0, color="C1", ls="--", label="printed: 2")
    ax.set(xlabel="β", ylabel="c times the crossing time", ylim=(0, 2.2))
    ax.legend(loc="center right")


CLAIM = Claim(
    name="pair-time",
    question="When does a pair of clusters come within the collision distance?",
    source="arXiv:2410.06833, lem: exact time scale",
    statement="Printed: du/dt = -c log(beta) sin u crosses sqrt(log beta / beta) at 2/c + o(1). "
    "Measured: at 1/(2c) + o(1).",
    hypotheses="a fixed start u(0) in (0, pi), here 1; beta to infinity",
    verdict=ERRATUM,
    runs=runs,
    check=check,
    draw=draw,
    note="tan(u/2) decays like beta^(-ct) and has to fall to beta^(-1/2), up to logarithms.",
)
