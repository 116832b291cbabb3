"""On the circle tokens that look away still agree, until beta falls below -2/3."""

import numpy as np
from scipy.stats import beta as beta_law

import tokenflock as tkf
from tokenflock.papers.claims import chance, circle
from tokenflock.papers.claims.claim import EVIDENCE_FOR, Check, Claim
from tokenflock.papers.search.box import Interval, Whole
from tokenflock.papers.search.ends import apart, still
from tokenflock.papers.search.quantified import Quantified

N, LATE = 12, 500.0
OPEN = (-0.66, -0.55, -0.4, -0.25)  # between the two theorems
BEYOND = (-1.0, -2.0, -3.0)
AGREED = 1e-6


def runs(effort):
    starts = effort.of(quick=80, full=2000)
    found = [one(beta, weighting, starts) for beta in (*OPEN, *BEYOND)
             for weighting in ("softmax", "unnormalized")]  # fmt: skip
    return {"shares": found, "branch": branch()}


def one(beta, weighting, starts):
    """How many random starts do not agree in the end."""
    angle = chance.generator([int(-1000 * beta), 31]).uniform(0, 2 * np.pi, (starts, N))
    flow = tkf.Flow(tkf.SelfAttention(beta, weighting=weighting))
    x = tkf.solve(flow, circle.points(angle), [0.0, LATE], tol=1e-6).x.data[:, -1]
    apart = 1 - np.linalg.norm(x.mean(axis=1), axis=-1)
    failed = int((apart > AGREED).sum())
    return {"beta": beta, "weighting": weighting, "failed": failed, "starts": starts}


def branch():
    """The beta at which three equal clusters change their stability, by continuation."""
    corners = circle.points(2 * np.pi * np.arange(3) / 3)
    found = tkf.continuation(lambda beta: tkf.Flow(tkf.SelfAttention(beta)), corners, -0.3, -1.5)
    rates = found.rate.data
    point = found.parameter.data[found.kind.data == "branch point"]
    return {"beta": found.parameter.data, "rate": rates, "point": point}


def largest_share(failed, starts):
    """The upper end of the 95 % interval of Clopper and Pearson."""
    return 1.0 if failed == starts else float(beta_law.ppf(0.975, failed + 1, starts - failed))


def check(runs):
    between = [run for run in runs["shares"] if run["beta"] in OPEN]
    beyond = [run for run in runs["shares"] if run["beta"] in BEYOND]
    failed, starts = (sum(run[name] for run in between) for name in ("failed", "starts"))
    missed = min(run["failed"] / run["starts"] for run in beyond if run["beta"] <= -2)
    points = runs["branch"]["point"]
    where = float(points[0]) if len(points) == 1 else np.nan
    return [
        Check("three clusters become stable at beta", where, target=-2 / 3, within=1e-6),
        Check(f"-0.66 to -0.25: starts of {starts} that do not agree", failed, bound=0),
        Check("upper end of the 95 % interval of their share", largest_share(failed, starts),
              bound=0.006),
        Check("beta <= -2: smallest share that does not agree", missed, least=0.02),
    ]  # fmt: skip


def draw(ax, runs):
    for k, weighting in enumerate(("softmax", "unnormalized")):
        some = [run for run in runs["shares"] if run["weighting"] == weighting]
        beta, share = [r["beta"] for r in some], [r["failed"] / r["starts"] for r in some]
        ax.plot(beta, share, "os"[k], color=f"C{k}", mfc="none" if k else None,
                label=f"share apart, {weighting}")  # fmt: skip
    along = runs["branch"]
    ax.plot(along["beta"], along["rate"], "C2", lw=1, label="rate at three clusters")
    ax.axvline(-2 / 3, color="0.6", ls="--", lw=0.8)
    ax.axhline(0, color="0.6", lw=0.8)
    ax.annotate(r"$-2/3$", (-2 / 3, 0.5), xytext=(4, 0), textcoords="offset points", color="0.4")
    ax.set(xlabel="β", ylabel="share of starts, rate", xlim=(-3.1, -0.1))
    ax.legend()


def between(beta, n, seed):
    """A few tokens of the circle, between the two theorems."""
    return tkf.Spec(n=n, beta=beta, seed=seed, t_end=2000.0, samples=2, tol=1e-7)


PARTS = {"beta": Interval(-0.66, -0.16), "n": Whole(3, 9), "seed": Whole(0, 9999)}


def three_clusters():
    """Three clusters, which are stable for beta < -2/3."""
    for beta in (-0.7, *BEYOND):
        yield tkf.Flow(tkf.SelfAttention(beta)), circle.points(2 * np.pi * np.arange(3) / 3)


CLAIM = Claim(
    name="negative-beta",
    question="From which negative beta on do tokens on the circle still agree?",
    source="arXiv:2507.22857 (as we read its abstract)",
    statement="Almost all starts agree for beta >= -0.16, not for beta < -2/3. Between, which is "
    "open, all starts agree: three clusters are stable exactly for beta < -2/3.",
    verdict=EVIDENCE_FOR,
    hypotheses=f"circle, Q = K = V = I, softmax and unnormalized, {N} tokens, to t = {LATE:g}",
    runs=runs,
    check=check,
    draw=draw,
    note="The theorems leave -2/3 to -0.16 open; that it falls on the side of agreement is ours.",
    quantified=Quantified(PARTS, between, apart, still),
    configurations=three_clusters,
)
