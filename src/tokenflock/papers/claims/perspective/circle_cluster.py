"""On the circle, too, random tokens become one for beta > 1, however long it takes."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, circle, printed
from tokenflock.papers.claims.claim import EVIDENCE_FOR, Check, Claim
from tokenflock.papers.search.box import Logarithmic, Whole
from tokenflock.papers.search.ends import apart, still
from tokenflock.papers.search.quantified import Quantified

BETAS, SIZES, END = (1.5, 3.0, 6.0, 12.0), (3, 8), 1e30
TIMES = np.append(0.0, np.geomspace(0.1, END, 90))
MET, LATE = 1e-6, 100.0


def runs(effort):
    seeds = range(effort.of(quick=3, full=60))
    long = [one(beta, n, seed) for beta in BETAS for n in SIZES for seed in seeds]
    return {"runs": long, "rests": rests(effort.of(quick=3, full=12))}


def one(beta, n, seed):
    """The largest angle to the mean until t = 1e30; tokens that met move as one."""
    x0 = circle.points(chance.generator([n, seed, 41]).uniform(0, 2 * np.pi, n))
    flow = tkf.Flow(tkf.SelfAttention(beta))
    x = tkf.solve(flow, x0, TIMES, tol=1e-8, coarsen=True).x.data
    return {"beta": beta, "n": n, "width": tkf.consensus_angle(x),
            "printed": printed.error(flow, x0, beta=beta)}  # fmt: skip


def rests(most):
    """The largest rate of growth at m equal clusters around the circle, by beta and m."""
    return [
        (beta, m, float(tkf.spectrum(tkf.Flow(tkf.SelfAttention(beta)), corners(m)).real.max()))
        for beta in BETAS for m in range(2, most + 2)
    ]  # fmt: skip


def corners(m):
    return circle.points(2 * np.pi * np.arange(m) / m)


def check(runs):
    late = [run for run in runs["runs"] if run["width"][TIMES.searchsorted(LATE)] > 0.1]
    return [
        Check("runs", len(runs["runs"]), least=20),
        Check("largest angle to the mean at t = 1e30",
              max(run["width"][-1] for run in runs["runs"]), bound=MET),
        Check("runs that are several clusters at t = 100", len(late), least=4),
        Check("evenly spaced clusters: rate of the mode that breaks them, smallest",
              min(rate for _, _, rate in runs["rests"]), least=1e-12),
        printed.check(run["printed"] for run in runs["runs"]),
    ]  # fmt: skip


def draw(ax, runs):
    for run in runs["runs"]:
        ax.loglog(TIMES[1:], run["width"][1:], f"C{BETAS.index(run['beta'])}", lw=0.7)
    for k, beta in enumerate(BETAS):
        ax.plot([], [], f"C{k}", label=f"β = {beta:g}")
    ax.set(xlabel="time $t$", ylabel="largest angle to the mean", ylim=(1e-9, 5), xlim=(0.1, 1e20))
    ax.legend()


def few(beta, n, seed):
    """A few tokens of the circle, for very long."""
    return tkf.Spec(n=n, beta=beta, seed=seed, t_end=1e15, samples=2, coarsen=True)


PARTS = {"beta": Logarithmic(1.0, 6.0), "n": Whole(3, 7), "seed": Whole(0, 9999)}


CLAIM = Claim(
    name="circle-cluster",
    question="Do random tokens of the circle always become one when beta > 1?",
    source="arXiv:2312.10794, problem on the circle for beta > 1 (as we read it)",
    statement="From almost every start all tokens converge to one point, d = 2 and beta > 1.",
    hypotheses=f"Q = K = V = I, beta = {', '.join(f'{b:g}' for b in BETAS)}, n = 3, 8, to t = 1e30",
    verdict=EVIDENCE_FOR,
    runs=runs,
    check=check,
    draw=draw,
    note="Proved in the paper for beta <= 1 and beta of order n^2; arXiv:2507.22857 has all beta "
    ">= -0.16 (as we read its abstract). Evenly spaced clusters rest, and all are unstable.",
    quantified=Quantified(PARTS, few, apart, still),
)
