"""For d >= 3 random tokens always end in one cluster, softmax or not."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim
from tokenflock.papers.search.box import Logarithmic, Whole
from tokenflock.papers.search.ends import apart, still
from tokenflock.papers.search.quantified import Quantified

N = 24
CASES = tuple((w, d) for w in ("softmax", "unnormalized") for d in (3, 5))
BETAS = (0.5, 2.0, 4.0)
TIMES = np.append(0.0, np.geomspace(0.5, 1e4, 120))
EARLY, MET = 200.0, 1e-3
LONG = np.append(0.0, np.geomspace(0.5, 1e12, 60))  # beta = 9: tokens that met move as one


def runs(effort):
    count = effort.of(quick=12, full=256)
    short = [one(w, d, beta, count) for w, d in CASES for beta in BETAS]
    return [*short, long(range(effort.of(quick=3, full=20)))]


def one(weighting, d, beta, count):
    start = tkf.normalize(chance.generator(d).normal(size=(count, N, d)))
    flow = tkf.Flow(tkf.SelfAttention(beta, weighting=weighting))
    # Unnormalized tokens are e^beta times as fast, and their explicit steps as short.
    times = TIMES if weighting == "softmax" else TIMES[TIMES <= EARLY]
    x = tkf.solve(flow, start, times, tol=1e-5).x.data
    return {
        "time": times, "width": tkf.consensus_angle(x),
        "foretold": foretold(flow, x) if weighting == "softmax" else [],
        "printed": printed.error(flow, start[0], beta=beta, normalized=weighting == "softmax"),
    }  # fmt: skip


def foretold(flow, x):
    """Runs that are two clusters at t = 200: log10 of when the verdict says they meet, and do."""
    at = TIMES.searchsorted(EARLY)
    pairs = []
    for path, width in zip(x, tkf.consensus_angle(x), strict=True):
        wait = tkf.verdict(flow, path[at]).log10_next_merge if width[at] > MET else None
        if wait is not None:
            met = TIMES[(width > 0.01).sum()]  # widths fall; clusters meet within 0.01 rad
            pairs.append((np.log10(TIMES[at] + 10**wait), np.log10(met)))
    return pairs


def long(seeds):
    flow = tkf.Flow(tkf.SelfAttention(9.0))
    starts = [tkf.normalize(chance.generator(seed).normal(size=(N, 3))) for seed in seeds]
    paths = [tkf.solve(flow, start, LONG, coarsen=True).x.data for start in starts]
    width = tkf.consensus_angle(np.stack(paths))
    apart = printed.error(flow, starts[0], beta=9.0)
    return {"time": LONG, "width": width, "foretold": [], "printed": apart}


def check(runs):
    apart = sum((run["width"][:, -1] > MET).sum() for run in runs)
    total = sum(len(run["width"]) for run in runs)
    pairs = np.array([pair for run in runs for pair in run["foretold"]])
    return [
        Check(f"runs of {total} that do not end in one cluster", apart, bound=0),
        Check("largest angle to the mean at the end", max(r["width"][:, -1].max() for r in runs),
              bound=MET),
        Check("runs still in two clusters at t = 200", len(pairs), least=1),
        Check("log10 of when they meet, against the verdict, largest error",
              np.abs(np.diff(pairs, axis=1)).max(), bound=0.1),
        printed.check(run["printed"] for run in runs),
    ]  # fmt: skip


def draw(ax, runs):
    styles = ("-", "--", ":")
    for k, run in enumerate(runs[:-1]):
        look = f"C{k // len(BETAS)}{styles[k % len(BETAS)]}"
        ax.loglog(run["time"][1:], run["width"][:, 1:].max(axis=0), look, lw=1)
    ax.loglog(LONG[1:], runs[-1]["width"][:, 1:].max(axis=0), "k", lw=1, label="SA, d = 3, β = 9")
    for k, (weighting, d) in enumerate(CASES):
        name = "SA" if weighting == "softmax" else "USA"
        ax.plot([], [], f"C{k}", label=f"{name}, d = {d}")
    for beta, style in zip(BETAS, styles, strict=True):
        ax.plot([], [], style, color="0.4", label=f"β = {beta:g}")
    ax.set(xlabel="time $t$", ylabel="largest angle to the mean, worst run", ylim=(1e-6, 9))
    ax.legend(loc="lower right")


def space(beta, n, seed):
    """A few tokens of space, for long."""
    return tkf.Spec(n=n, d=3, beta=beta, seed=seed, t_end=1e4, samples=2, tol=1e-6, coarsen=False)


PARTS = {"beta": Logarithmic(0.1, 4.0), "n": Whole(3, 8), "seed": Whole(0, 999)}


def ends():
    """Tokens that are about to meet."""
    for weighting, d in CASES:
        flow = tkf.Flow(tkf.SelfAttention(2.0, weighting=weighting))
        start = tkf.normalize(chance.generator(d).normal(size=(N, d)))
        yield flow, tkf.solve(flow, start, [0.0, 40.0], tol=1e-7).x.data[-1]


CLAIM = Claim(
    name="single-cluster",
    question="Do random tokens always become one in dimension three and more?",
    source="arXiv:2312.10794, Theorems on one cluster (d >= 3, every beta)",
    statement="From almost every start all tokens converge to one point, for SA and USA.",
    hypotheses="Q = K = V = I, d = 3, 5, n = 24; beta = 0.5, 2, 4 to t = 1e4 "
    "(USA, which is e^beta times as fast, to 190); beta = 9 to 1e12",
    runs=runs,
    check=check,
    draw=draw,
    note="'Almost every start' is proved in the literature; runs can only fail to contradict it. "
    "Under softmax attention with beta = 4 many runs are two clusters, nearly opposite, at "
    "t = 200: they are metastable, and meet when the verdict says, some after t = 2000.",
    quantified=Quantified(PARTS, space, apart, still),
    configurations=ends,
)
