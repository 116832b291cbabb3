"""Separated groups of tokens collapse soon and then stay apart for a time exponential in beta."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, circle, printed
from tokenflock.papers.claims.claim import Check, Claim

EPSILON, CENTERS, EACH = 0.005, np.array([0.0, 1.9, 4.0]), 4
BETAS = (12.0, 16.0, 20.0, 24.0, 32.0)
N = EACH * len(CENTERS)
REACH = np.arccos(1 - 2 * EPSILON)  # radius of the caps in which tokens are to stay
GAP = np.diff(CENTERS, append=CENTERS[0] + 2 * np.pi).min()
ALPHA = np.cos(GAP - 2 * REACH)  # the largest cosine between points of two caps


def runs(effort):
    seeds = range(effort.of(quick=1, full=10))
    return [one(beta, seed) for beta in BETAS for seed in seeds]


def one(beta, seed):
    rng = chance.generator(seed)
    group = np.repeat(np.arange(len(CENTERS)), EACH)
    phi = CENTERS[group] + rng.uniform(-1, 1, N) * np.arccos(1 - EPSILON)
    spec = tkf.Spec(
        init=circle.points(phi), beta=beta, t_end=1e25, samples=600,
        spacing="log", coarsen=True,
    )  # fmt: skip
    run = tkf.simulate(spec)
    x, t = run.x.data, run.time.data
    angle = circle.angles(x)
    outside = circle.apart(angle, CENTERS[group]).max(axis=1) > REACH
    wide = np.array([[np.ptp(x[:, group == g, c], axis=1) for c in (0, 1)] for g in range(3)])
    square = (wide**2).sum(axis=1).max(axis=0)  # at least |x_i - x_j|^2 within every group
    rate = (decay(beta) + np.log(1 / (8 * EPSILON)) / beta) / 2  # lambda, between its two limits
    collapsed = square <= 2 * np.exp(-rate * beta)
    met, left = collapsed.argmax(), outside.argmax()
    return {
        "printed": printed.error(tkf.Flow(tkf.SelfAttention(beta)), circle.points(phi), beta=beta),
        "beta": beta, "rate": rate, "T1": t[met], "T2": t[left - 1],
        "always": collapsed[met:left].all(),
        "first": 2 * N * np.exp(8 * EPSILON * beta) + np.e * N * rate * beta**2 / (beta - 1),
        "second": EPSILON / N * np.exp((1 - ALPHA) * beta),
    }  # fmt: skip


def decay(beta):
    """gamma(beta), which must be positive and which lambda must not exceed."""
    return 1 - ALPHA - 8 * EPSILON - np.log(2 * N**2 / EPSILON) / beta


def check(runs):
    slope = np.polyfit([run["beta"] for run in runs], np.log([run["T2"] for run in runs]), 1)[0]
    slow = np.polyfit([run["beta"] for run in runs], [run["T1"] for run in runs], 1)[0]
    return [
        Check("gamma(beta), smallest", decay(min(BETAS)), least=0.0),
        Check("time of collapse over the bound for T_1", max(r["T1"] / r["first"] for r in runs),
              bound=1.0),
        Check("groups collapsed from then on (share of runs)",
              np.mean([r["always"] for r in runs]), least=1.0),
        Check("time of leaving over the bound for T_2", min(r["T2"] / r["second"] for r in runs),
              least=1.0),
        Check("slope of log T_2 in beta, against 1 - alpha", slope, least=1 - ALPHA),
        Check("and against 1 - cos of the real gap", slope, bound=1.1 * (1 - np.cos(GAP))),
        Check("slope of T_1 in beta", slow, bound=1.0),
        printed.check(run["printed"] for run in runs),
    ]  # fmt: skip


def draw(ax, runs):
    beta = [run["beta"] for run in runs]
    for name, look, label in (
        ("T2", "C0o", "tokens leave their caps"), ("second", "C0:", "bound for $T_2$"),
        ("T1", "C1s", "groups have collapsed"), ("first", "C1:", "bound for $T_1$"),
    ):  # fmt: skip
        ax.semilogy(beta, [run[name] for run in runs], look, label=label)
    ax.set(xlabel="β", ylabel="time")
    ax.legend()


def starts():
    """Separated starts, one for each beta."""
    phi = np.repeat(CENTERS, EACH)
    for beta in BETAS:
        moved = chance.generator(0).uniform(-1, 1, N) * np.arccos(1 - EPSILON)
        yield tkf.Flow(tkf.SelfAttention(beta)), circle.points(phi + moved)


CLAIM = Claim(
    name="separated-clusters",
    question="How long do separated clusters last under full attention?",
    source="arXiv:2410.06833, Theorem on dynamic metastability",
    statement="Tokens stay in their caps until T_2 >= (eps / n) e^((1 - alpha) beta) and each "
    "group is within 2 e^(-lambda beta) of one point from T_1 <= 2 n e^(8 eps beta) + "
    "e n lambda beta^2 / (beta - 1) on.",
    hypotheses="(beta, eps)-separated start, eps < 1/16, gamma(beta) > 0; Q = K = V = I",
    runs=runs,
    check=check,
    draw=draw,
    configurations=starts,
)
