"""Frozen attention predicts the flow for a short time, and forgets the clusters after."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim

N, T = 40, 12.0
TIMES = np.linspace(0.0, T, 241)
REFRESH = (0.025, 0.0125, 0.00625)


def runs(effort):
    return [one(seed) for seed in range(effort.of(quick=2, full=25))]


def one(seed):
    z0 = chance.generator(seed).normal(size=(N, 2))
    flow = tkf.Flow(tkf.SelfAttention(1.0), tkf.Rescaled())
    path = tkf.solve(flow, z0, TIMES, tol=1e-8).x
    frozen = tkf.frozen_path(flow, z0, TIMES).x
    fresh = [tkf.frozen_path(flow, z0, TIMES[:9], refresh=step).x.data for step in REFRESH]
    start = np.asarray(flow.space.weights(0.0, z0, flow.attention))[0]
    slowest = np.sort(1 - np.linalg.eigvals(start).real)[1]  # the rate at which it forgets
    end = tkf.frozen_path(flow, z0, [0.0, 12 / slowest]).x.data[-1]
    P = np.asarray(flow.space.weights(T, path.data[-1], flow.attention))[0]
    return {
        "path": path.data, "frozen": frozen.data,
        "printed": printed.error(flow, z0, beta=1.0, space="rescaled"),
        "until": tkf.agreement_time(frozen, path, 0.1),
        "errors": np.array([np.abs(x - path.data[:9]).max() for x in fresh]),
        "left": np.ptp(end, axis=0).max(), "kept": np.ptp(path.data[-1], axis=0).max(),
        "sets": tkf.metastable_sets(P).count,
        "points": int(tkf.count_clusters(path, threshold=0.01, size=0.1)[-1]),
    }  # fmt: skip


def check(runs):
    order = [np.log2(run["errors"][:-1] / run["errors"][1:]).mean() for run in runs]
    shrunk = max(run["left"] / run["kept"] for run in runs)
    wrong = sum(run["sets"] != run["points"] for run in runs)
    until = [run["until"] for run in runs]
    return [
        Check("order of the error in the refresh time", np.mean(order), target=1, within=0.15),
        Check("time for which frozen attention is right within 0.1, least", min(until), least=0.02),
        Check("the same, most", max(until), bound=1.0),
        Check("width left by frozen attention in the end, relative", shrunk, bound=0.01),
        Check("runs where eigenvalues near 1 miscount the limit points", wrong, bound=0),
        printed.check(run["printed"] for run in runs),
    ]


def draw(ax, runs):
    run = runs[0]
    away = np.linalg.norm(run["frozen"] - run["path"], axis=-1).max(axis=-1)
    ax.semilogy(TIMES[1:], away[1:], label="frozen attention: distance to the flow")
    width = np.ptp(run["frozen"], axis=1).max(axis=-1)
    ax.semilogy(TIMES, width, label="frozen attention: width")
    ax.semilogy(TIMES, np.ptp(run["path"], axis=1).max(axis=-1), label="flow: width")
    ax.axhline(0.1, color="0.6", lw=0.8)
    ax.set(xlabel="time $t$", ylabel="distance")
    ax.legend()


CLAIM = Claim(
    name="master-equation",
    question="Does the master equation with the attention of the start predict the flow?",
    source="Sugolov and Aubry, slides on arXiv:2305.05465, master equation",
    statement="dz/dt = (P - I) z is exact with P(t): reading P again every h costs an error of "
    "order h. Frozen at the start it holds for a short time and then ends in consensus; the "
    "eigenvalues near 1 of the last P count the clusters.",
    hypotheses="V = Q^T K = I, d = 2, n = 40, Gaussian start",
    ours=True,
    runs=runs,
    check=check,
    draw=draw,
)
