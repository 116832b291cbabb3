"""With V = -I tokens shrink to the origin, their second moment like I / (2t)."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim

CASES = ((2, 40), (3, 40), (3, 100))  # d, n
TIMES = np.append(0.0, np.geomspace(0.1, 3000.0, 60))


def runs(effort):
    seeds = range(effort.of(quick=1, full=16))
    return [one(d, n, seed) for d, n in CASES for seed in seeds]


def one(d, n, seed):
    x0 = chance.generator(seed).normal(size=(n, d))
    flow = tkf.Flow(tkf.SelfAttention(1.0, ov=-np.eye(d)), tkf.Euclidean())
    x = tkf.solve(flow, x0, TIMES, tol=1e-7).x.data
    moment = np.einsum("tia,tib->tab", x, x) / n
    return {
        "d": d, "n": n, "scaled": 2 * TIMES[:, None] * np.linalg.eigvalsh(moment),
        "largest": np.linalg.norm(x[-1], axis=1).max(),
        "printed": printed.error(flow, x0, beta=1.0, ov=-np.eye(d), space="euclidean"),
    }  # fmt: skip


def check(runs):
    ends = np.concatenate([run["scaled"][-1] for run in runs])
    middles = np.concatenate([run["scaled"][TIMES.searchsorted(100.0)] for run in runs])
    return [
        Check("2t eig(C) at t = 3000, farthest from 1", np.abs(ends - 1).max(), bound=0.02),
        Check("the same at t = 100, over that", worst(middles) / worst(ends), least=5.0),
        Check("largest token at t = 3000", max(r["largest"] for r in runs), bound=0.2),
        printed.check(run["printed"] for run in runs),
    ]


def worst(values):
    return np.abs(values - 1).max()


def draw(ax, runs):
    for run in runs[:: len(runs) // len(CASES)]:
        lines = ax.semilogx(
            TIMES[1:], run["scaled"][1:], color=f"C{CASES.index((run['d'], run['n']))}"
        )
        lines[0].set_label(f"$d = {run['d']}$, $n = {run['n']}$")
    ax.axhline(1, color="0.6", lw=0.8)
    ax.set(xlabel="time $t$", ylabel=r"$2t\,$ eigenvalues of $C$", ylim=(0, 1.4))
    ax.legend()


CLAIM = Claim(
    name="shrinking-tokens",
    question="How fast do tokens shrink when V = -I?",
    source="arXiv:2305.05465, Theorem 8.5",
    statement="All tokens tend to 0; all eigenvalues of the second moment C are 1 / (2t) in the "
    "limit, so tokens shrink like t^(-1/2).",
    hypotheses="V = -I, Q^T K = I",
    runs=runs,
    check=check,
    draw=draw,
    note="The paper gives no rate. Near 0 weights are (1 + <x_i, x_j>) / n, hence the mean decays "
    "exponentially and dC/dt = -2 C^2.",
)
