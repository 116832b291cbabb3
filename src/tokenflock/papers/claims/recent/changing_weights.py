"""Causal tokens agree whatever bounded Q and K do over time."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim
from tokenflock.papers.search.box import Interval, Logarithmic, Whole
from tokenflock.papers.search.ends import away_from, still
from tokenflock.papers.search.quantified import Quantified

N, D, BETA, END = 12, 3, 1.0, 40.0
KINDS = {"constant": None, "redrawn every time unit": 1.0, "redrawn twice a unit": 0.5}


def runs(effort):
    seeds = range(effort.of(quick=2, full=100))
    return [one(kind, seed) for kind in KINDS for seed in seeds]


def one(kind, seed):
    rng = chance.generator([seed, 24])
    held = KINDS[kind]
    matrices = rng.normal(size=(1 if held is None else round(END / held), D, D)) / np.sqrt(D)
    layers = [tkf.SelfAttention(BETA, qk=M, mask="causal") for M in matrices]
    flow = tkf.Flow(layers[0] if held is None else tkf.Layered(layers, held))
    x0, times = tkf.normalize(rng.normal(size=(N, D))), np.linspace(0.0, END, 41)
    x = tkf.solve(flow, x0, times, tol=1e-8).x.data
    law = tkf.theory.second_token(times, *x0[:2], beta=BETA, qk=matrices[0])
    chord = np.linalg.norm(x[:, 1] - x[:, 0], axis=-1)
    return {
        "kind": kind, "time": times, "seed": seed,
        "away": np.linalg.norm(x - x[:1, :1], axis=-1).max(axis=1),
        "first": np.abs(x[:, 0] - x[0, 0]).max(),
        "second": np.abs(chord - 2 * np.sin(law / 2))[times <= (held or END)].max(),
        "law": printed.error(tkf.Flow(layers[0]), x0, beta=BETA, qk=matrices[0], mask="causal"),
    }  # fmt: skip


def check(runs):
    ends = {kind: [r["away"][-1] for r in runs if r["kind"] == kind] for kind in KINDS}
    for kind, values in ends.items():
        yield Check(f"{kind}: farthest token from the first at the end", max(values), bound=1e-3)
    yield Check("smallest at the start", min(r["away"][0] for r in runs), least=0.5)
    yield Check("motion of the first token", max(r["first"] for r in runs), bound=1e-9)
    yield Check("second token against its own law, until weights change",
                max(r["second"] for r in runs), bound=1e-5)  # fmt: skip
    yield printed.check(r["law"] for r in runs)


def draw(ax, runs):
    for run in runs:
        ax.semilogy(run["time"], run["away"], f"C{list(KINDS).index(run['kind'])}", lw=0.8)
    for k, kind in enumerate(KINDS):
        ax.plot([], [], f"C{k}", label=kind)
    ax.set(xlabel="time $t$", ylabel="farthest token from the first", ylim=(1e-8, 3))
    ax.legend(title="$Q^T K$")


def redrawn(beta, held, seed):
    """Gaussian Q and K, drawn anew after some time."""
    return tkf.Spec(
        n=5, d=3, beta=beta, qk="gaussian", layer_time=held, mask="causal", seed=seed,
        t_end=48.0, samples=2, tol=1e-6,
    )  # fmt: skip


PARTS = {"beta": Logarithmic(0.1, 2.0), "held": Interval(4.0, 24.0), "seed": Whole(0, 9999)}


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
    quantified=Quantified(PARTS, redrawn, away_from(lambda x0: x0[0]), still),
)
