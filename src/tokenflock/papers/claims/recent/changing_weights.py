"""Causal tokens agree whatever bounded Q and K do over time."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance
from tokenflock.papers.claims.claim import Check, Claim

N, D, BETA, END = 12, 3, 1.0, 40.0
KINDS = {"constant": None, "redrawn every time unit": 1.0, "redrawn twice a unit": 0.5}


def runs(effort):
    seeds = range(effort.of(quick=2, full=100))
    return [one(kind, seed) for kind in KINDS for seed in seeds]


def one(kind, seed):
    spec = tkf.Spec(
        n=N, d=D, beta=BETA, mask="causal", qk="gaussian", layer_time=KINDS[kind], t_end=END,
        samples=41, tol=1e-7, seed=chance.seed_of(seed),
    )  # fmt: skip
    path = tkf.simulate(spec)
    x, flow = path.x.data, tkf.flow_of(spec)
    return {
        "kind": kind, "time": path.time.data, "seed": seed,
        "away": np.linalg.norm(x - x[:1, :1], axis=-1).max(axis=1),
        "first": np.abs(x[:, 0] - x[0, 0]).max(), "slope": slope(flow, x[1]),
    }  # fmt: skip


def slope(flow, x):
    """How far the field is from the formula, with M where the formula has it: loops."""
    attention = flow.attention.at(1.0)
    M, v = np.asarray(attention.qk)[0], np.asarray(flow(1.0, x))
    error = 0.0
    for k in range(N):
        w = np.exp(BETA * np.array([x[k] @ M @ x[j] for j in range(k + 1)]))
        a = w @ x[: k + 1] / w.sum()
        error = max(error, np.abs(v[k] - (a - (a @ x[k]) * x[k])).max())
    return error


def check(runs):
    ends = {kind: [r["away"][-1] for r in runs if r["kind"] == kind] for kind in KINDS}
    for kind, values in ends.items():
        yield Check(f"{kind}: farthest token from the first at the end", max(values), bound=1e-3)
    yield Check("smallest at the start", min(r["away"][0] for r in runs), least=0.5)
    yield Check("motion of the first token", max(r["first"] for r in runs), bound=1e-9)
    yield Check("field against the formula, largest", max(r["slope"] for r in runs), bound=1e-12)


def draw(ax, runs):
    for run in runs:
        ax.semilogy(run["time"], run["away"], f"C{list(KINDS).index(run['kind'])}", lw=0.8)
    for k, kind in enumerate(KINDS):
        ax.plot([], [], f"C{k}", label=kind)
    ax.set(xlabel="time $t$", ylabel="farthest token from the first", ylim=(1e-8, 3))
    ax.legend(title="$Q^T K$")


CLAIM = Claim(
    name="changing-weights",
    question="Do causal tokens agree when Q and K change with time?",
    source="arXiv:2412.02682 (as we read its abstract)",
    statement="With V = I and bounded weights that may change with time all tokens converge to "
    "the first one.",
    hypotheses=f"causal attention, n = {N}, d = {D}, beta = {BETA:g}, Gaussian Q^T K",
    runs=runs,
    check=check,
    draw=draw,
)
