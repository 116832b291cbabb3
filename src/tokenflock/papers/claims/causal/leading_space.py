"""A repeated leading eigenvalue gathers all tokens where the first one's part in L points."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import atlas, chance, printed
from tokenflock.papers.claims.claim import EVIDENCE_FOR, Check, Claim
from tokenflock.papers.search.box import Interval, Logarithmic, Whole
from tokenflock.papers.search.ends import away_from, length, still
from tokenflock.papers.search.quantified import Quantified

N, BETA, TIMES = 16, 2.0, np.append(0.0, np.geomspace(1.0, 3000.0, 31))
CASES = ((3, 2), (4, 2), (4, 3), (8, 3))  # d, dimension of L


def runs(effort):
    seeds = range(effort.of(quick=6, full=100))
    return [one(d, k, seed) for d, k in CASES for seed in seeds]


def one(d, k, seed):
    rng = chance.generator([d, k, seed])
    basis = np.linalg.qr(rng.normal(size=(d, d)))[0]
    rest = rng.normal(size=(d - k, d - k))
    # <Vz, z> <= 1/2 |z|^2 on the complement, which V maps to itself without being symmetric there.
    rest = rest + (0.5 - np.linalg.eigvalsh(rest + rest.T)[-1] / 2) * np.eye(d - k)
    V = basis @ np.block([[np.eye(k), np.zeros((k, d - k))], [np.zeros((d - k, k)), rest]])
    V = V @ basis.T
    x0 = tkf.normalize(rng.normal(size=(N, d)))
    flow = tkf.Flow(tkf.SelfAttention(BETA, ov=V, mask="causal"))
    x = tkf.solve(flow, x0, TIMES, tol=1e-6).x.data
    L = basis[:, :k]
    return {
        "d": d, "k": k, "first": atlas.first_error(TIMES, V, x),
        "printed": printed.error(flow, x0, beta=BETA, ov=V, mask="causal"),
        "inside": away(x, x0[0] @ L @ L.T), "outside": away(x, x0[0] - x0[0] @ L @ L.T),
    }  # fmt: skip


def away(x, direction):
    """The distance of the farthest token from a direction, along the path."""
    return np.linalg.norm(x - direction / np.linalg.norm(direction), axis=-1).max(axis=-1)


def check(runs):
    inside, start = (np.array([run["inside"][k] for run in runs]) for k in (-1, 0))
    return [
        Check("runs", len(runs), least=20),
        Check(
            "largest distance from P_L x_1(0) / |P_L x_1(0)| at the end", inside.max(), bound=1e-4
        ),
        Check("smallest at the start", start.min(), least=0.5),
        atlas.first_token([run["first"] for run in runs]),
        printed.check(run["printed"] for run in runs),
    ]


def draw(ax, runs):
    for run in runs:
        ax.loglog(TIMES[1:], run["inside"][1:], f"C{CASES.index((run['d'], run['k']))}", lw=0.7)
    for c, (d, k) in enumerate(CASES):
        ax.plot([], [], f"C{c}", label=f"$d = {d}$, dim $L = {k}$")
    ax.set(xlabel="time $t$", ylabel="farthest token from $P_L x_1(0)$, normalized")
    ax.legend()


def leading_plane(beta, below, turn, seed):
    """V = I on a plane of R^4, and what it pleases below on the complement."""
    rest = np.diag(below) + turn * np.array([[0.0, 1.0], [-1.0, 0.0]])
    V = np.block([[np.eye(2), np.zeros((2, 2))], [np.zeros((2, 2)), rest]])
    return tkf.Spec(
        n=5, d=4, beta=beta, ov=V, mask="causal", seed=seed, t_end=3000.0, samples=2, tol=1e-7
    )


def first_part(x0):
    """P_L x_1(0) / |P_L x_1(0)|"""
    part = x0[0] * np.array([1.0, 1.0, 0.0, 0.0])
    return part / length(part)


PARTS = {
    "beta": Logarithmic(0.1, 3.0), "below": Interval(-1.0, 0.8, (2,)), "turn": Interval(-2.0, 2.0),
    "seed": Whole(0, 999),
}  # fmt: skip


CLAIM = Claim(
    name="leading-space",
    question="At which point of the leading eigenspace do tokens gather?",
    source="arXiv:2411.04990, Conjecture thm2",
    statement="If V preserves the complement of L and <Vz, z> < lambda |z|^2 there, every token "
    "converges to P_L x_1(0) / |P_L x_1(0)|.",
    hypotheses="causal attention, Q = K = I, lambda > 0, dim L >= 2",
    verdict=EVIDENCE_FOR,
    runs=runs,
    check=check,
    draw=draw,
    note="As the words of the conjecture say; its formula is misprinted (leading-space-misprint).",
    quantified=Quantified(PARTS, leading_plane, away_from(first_part), still),
)
