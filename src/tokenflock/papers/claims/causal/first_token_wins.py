"""With V = I every token ends where the first one started, whatever Q and K do."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim
from tokenflock.papers.search.box import Interval, Whole
from tokenflock.papers.search.ends import away_from, still
from tokenflock.papers.search.quantified import Quantified

N = 16


def runs(effort):
    seeds = range(effort.of(quick=2, full=40))
    base = tkf.Spec(n=N, mask="causal", samples=101, spacing="log", tol=1e-7)
    kinds = {
        "random Q, K": base.replace(qk="gaussian", beta=1.0, t_end=3000.0),
        "Q = K = I": base.replace(beta=16.0, t_end=1e30, coarsen=True),
        "Q, K change": base.replace(qk="gaussian", beta=2.0, layer_time=4.0, t_end=120.0),
    }
    whole = [
        one(name, spec.replace(d=d, seed=chance.seed_of(seed)))
        for name, spec in kinds.items()
        for d in ((2, 3) if spec.coarsen else (2, 3, 8))
        for seed in seeds
    ]
    return [*whole, *(weighted(d, seed) for d in (2, 3) for seed in seeds)]


def weighted(d, seed):
    """Tokens of unequal masses, and Q, K whose product is not symmetric."""
    rng = chance.generator([d, seed])
    law = {
        "beta": 1.0, "qk": rng.normal(size=(d, d)), "masses": rng.uniform(0.5, 3.0, N),
        "mask": "causal",
    }  # fmt: skip
    flow, x0 = tkf.Flow(tkf.SelfAttention(**law)), tkf.normalize(rng.normal(size=(N, d)))
    x0[-1] = -x0[0]
    times = np.append(0.0, np.geomspace(0.1, 3000.0, 100))
    away = np.linalg.norm(tkf.solve(flow, x0, times, tol=1e-9).x.data - x0[0], axis=-1)
    m, early = law["masses"], times <= 30
    angle = tkf.theory.second_token(
        times[early], *x0[:2], beta=law["beta"], qk=law["qk"], masses=(float(m[0]), float(m[1]))
    )
    return {"name": "masses", "time": times, "away": away.max(axis=1), "first": away[:, 0],
            "second": np.abs(away[early, 1] - 2 * np.sin(angle / 2)).max(),
            "printed": printed.error(flow, x0, **law)}  # fmt: skip


def one(name, spec):
    run = tkf.simulate(spec)
    away = np.linalg.norm(run.x.data - run.x.data[0, 0], axis=-1)
    return {"name": name, "time": run.time.data, "away": away.max(axis=1), "first": away[:, 0]}


def check(runs):
    for name in dict.fromkeys(run["name"] for run in runs):
        ends = [run["away"][-1] for run in runs if run["name"] == name]
        starts = [run["away"][0] for run in runs if run["name"] == name]
        yield Check(f"{name}: largest distance from x_1(0) at the end", max(ends), bound=1e-6)
        yield Check(f"{name}: smallest such distance at the start", min(starts), least=1.0)
    moved = max(run["first"].max() for run in runs)
    yield Check("largest move of the first token", moved, bound=1e-9)
    second = max(run["second"] for run in runs if "second" in run)
    yield Check("masses: second token against its own law", second, bound=1e-5)
    yield printed.check(run["printed"] for run in runs if "printed" in run)


def draw(ax, runs):
    for k, name in enumerate(dict.fromkeys(run["name"] for run in runs)):
        for run in (run for run in runs if run["name"] == name):
            ax.loglog(run["time"][1:], run["away"][1:], f"C{k}", lw=0.7)
        ax.plot([], [], f"C{k}", label=name)
    ax.set(xlabel="time $t$", ylabel="farthest token from $x_1(0)$", ylim=(1e-9, 4))
    ax.legend()


def causal(qk, masses, seed):
    """V = I, and any Q^T K and masses."""
    return tkf.Spec(
        n=5, d=3, beta=1.0, qk=qk, masses=masses, mask="causal", seed=seed, t_end=3000.0,
        samples=2, tol=1e-7,
    )  # fmt: skip


PARTS = {
    "qk": Interval(-1.0, 1.0, (3, 3)), "masses": Interval(0.3, 3.0, (5,)), "seed": Whole(0, 999),
}  # fmt: skip


def nearly_met():
    """Tokens on their way to the first, all in one hemisphere by now."""
    for d in (2, 3, 8):
        rng = chance.generator([d, 0])
        M, masses = rng.normal(size=(d, d)), rng.uniform(0.5, 3.0, N)
        flow = tkf.Flow(tkf.SelfAttention(1.0, qk=M, masses=masses, mask="causal"))
        start = tkf.normalize(rng.normal(size=(N, d)))
        yield flow, tkf.solve(flow, start, [0.0, 3000.0], tol=1e-9).x.data[-1]


CLAIM = Claim(
    name="first-token-wins",
    question="Where do the tokens of causal attention end when V is the identity?",
    source="arXiv:2411.04990, Theorem 4.1",
    statement="For V = I, any Q, K and beta and almost every start, all tokens converge to the "
    "place where the first token starts.",
    hypotheses="d >= 2 (on two points nothing moves); Q and K may also change with time",
    runs=runs,
    check=check,
    draw=draw,
    note="The paper states constant Q and K; its proof only needs positive, smooth weights, and "
    "the runs with a new Q, K every four time units agree, and those with masses.",
    quantified=Quantified(PARTS, causal, away_from(lambda x0: x0[0]), still),
    configurations=nearly_met,
)
