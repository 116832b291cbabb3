"""Where and how often layers normalize decides how fast tokens meet: at once, or like 1 / t^2."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims.claim import Check, Claim

N, BETA, RADIUS, ALPHA, TAU = 16, 2.0, 1.5, 0.2, 1.0
THEORY = tkf.theory

# space, radius of the tokens, law, last time, the variable in which log(1 - gamma) is a line, slope
LAWS = {
    "Post-LN": (tkf.Sphere(), 1.0, THEORY.post_ln, 25.0, "t", -2.0),
    "Pre-LN": (tkf.PreLN(), RADIUS, THEORY.pre_ln, 1e5, "log t", -2.0),
    "Mix-LN": (tkf.MixLN(TAU), RADIUS, THEORY.mix_ln(TAU), 1e5, "log t", -2.0),
    "Peri-LN": (tkf.PeriLN(), RADIUS, THEORY.peri_ln, 1e5, "log t", -2.0),
    "nGPT": (tkf.NGPT(ALPHA), 1.0, THEORY.ngpt(ALPHA), 110.0, "t", -2 * ALPHA),
    "sqrt": (tkf.SqrtScaled(), 1.0, THEORY.sqrt_scaling, 60.0, "sqrt", -4.0),
}
VARIABLE = {"t": lambda t: t, "log t": np.log, "sqrt": lambda t: np.sqrt(t + 1)}


def runs(effort):
    return [measured(name, *law) for name, law in LAWS.items()]


def measured(name, space, radius, law, t_end, variable, slope):
    flow, x0 = tkf.Flow(tkf.SelfAttention(BETA), space), radius * np.eye(N)
    v = np.asarray(flow(0.0, x0))
    times = np.append(0.0, np.geomspace(0.01, t_end, 400))
    theta = tkf.normalize(tkf.solve(flow, x0, times, tol=1e-10).x.data)
    gap = ((theta[:, 0] - theta[:, 1]) ** 2).sum(axis=-1) / 2  # 1 - gamma, with all its digits
    late = times >= 1e3 if variable == "log t" else (gap > 1e-9) & (gap < 1e-3)
    fit = np.polyfit(VARIABLE[variable](times[late]), np.log(gap[late]), 1)[0]
    first = THEORY.initial_speed(law, n=N, beta=BETA, radius=radius)
    return {
        "name": name, "time": times, "gap": gap,
        "slope": fit / slope - 1, "first": 2 * v[0, 1] / radius / first - 1,
    }  # fmt: skip


def check(runs):
    first = max(abs(run["first"]) for run in runs)
    yield Check("largest relative error of the six first speeds", value=first, bound=1e-10)
    for run in runs:
        yield Check(f"{run['name']}: relative error of the rate", abs(run["slope"]), bound=0.01)


def draw(ax, runs):
    for run in runs:
        ax.loglog(run["time"][1:], run["gap"][1:], label=run["name"])
    ax.set(xlabel="time $t$", ylabel=r"$1 - \langle\theta_i, \theta_j\rangle$", ylim=(1e-12, 2))
    ax.legend()


CLAIM = Claim(
    name="normalization-table",
    question="How does the place of the normalization set the speed at which tokens meet?",
    source="arXiv:2510.22026, Table 2 and Theorems on symmetric starts",
    statement="From orthogonal tokens 1 - gamma ends like e^-2t (Post-LN), 1/t^2 (Pre-, Mix- and "
    "Peri-LN), e^(-2 alpha t) (nGPT) and e^(-4 sqrt t) (sqrt-scaling).",
    hypotheses="Q = K = V = I, orthogonal start, equal norms",
    runs=runs,
    check=check,
    draw=draw,
    note="The paper prints Var / alpha_t for nGPT's variance rate; alpha_t Var is what is meant.",
)
