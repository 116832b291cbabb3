"""V with distinct positive eigenvalues sends all tokens to its leading eigenvector or opposite."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import atlas
from tokenflock.papers.claims.claim import EVIDENCE_FOR, Check, Claim

N, BETA, TIMES = 16, 4.0, np.append(0.0, np.geomspace(1.0, 1000.0, 31))


def runs(effort):
    seeds = range(effort.of(quick=8, full=200))
    return [one(d, skew, seed) for d in (2, 4, 8) for skew in (0.0, 0.6) for seed in seeds]


def one(d, skew, seed):
    rng = np.random.default_rng([d, seed])
    values = np.append(1.0, rng.uniform(0.05, 0.8, d - 1))
    basis = np.linalg.qr(rng.normal(size=(d, d)))[0] + skew * rng.normal(size=(d, d))
    V = basis @ np.diag(values) @ np.linalg.inv(basis)
    xi = tkf.normalize(basis[:, :1].T)[0]
    flow = tkf.Flow(tkf.SelfAttention(BETA, ov=V, mask="causal"))
    x = tkf.solve(flow, tkf.normalize(rng.normal(size=(N, d))), TIMES, tol=1e-6).x.data
    along = x @ xi
    across = np.linalg.norm(x - along[..., None] * xi, axis=-1).max(axis=1)
    return {
        "d": d, "across": across, "both": 0 < (along[-1] > 0).mean() < 1,
        "first": atlas.first_error(TIMES, V, x),
    }  # fmt: skip


def check(runs):
    return [
        Check("runs", len(runs), least=40),
        Check("largest sine with xi at the end", max(r["across"][-1] for r in runs), bound=1e-4),
        Check("smallest at the start", min(r["across"][0] for r in runs), least=0.5),
        Check("share of runs that use both ends", np.mean([r["both"] for r in runs]), least=0.8),
        atlas.first_token([run["first"] for run in runs]),
    ]


def draw(ax, runs):
    for run in runs:
        ax.loglog(TIMES[1:], run["across"][1:], {2: "C0", 4: "C1", 8: "C2"}[run["d"]], lw=0.7)
    for d, look in ((2, "C0"), (4, "C1"), (8, "C2")):
        ax.plot([], [], look, label=f"$d = {d}$")
    ax.set(xlabel="time $t$", ylabel=r"largest sine of a token with $\xi$")
    ax.legend()


CLAIM = Claim(
    name="two-points",
    question="Do tokens end at two points when V has distinct positive eigenvalues?",
    source="arXiv:2411.04990, Conjecture thm1.5",
    statement="For almost every start every token converges to xi or -xi, the leading eigenvector.",
    hypotheses="causal attention, Q = K = I, beta = 4; V diagonalizable, symmetric or not",
    verdict=EVIDENCE_FOR,
    runs=runs,
    check=check,
    draw=draw,
    note="Q and K are not named in the conjecture as we know it; for others see any-query-and-key.",
)
