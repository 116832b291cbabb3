"""With V = I rescaled tokens go to a few points of a polytope, most of them its corners."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim

N, T = 40, 18.0
TIMES = np.concatenate([np.linspace(0, 3, 31), np.linspace(3.5, T, 42)])


def runs(effort):
    seeds = range(effort.of(quick=2, full=25))
    systems = [(d, random) for d in (2, 3) for random in (False, True)]
    return [
        [one(d, random, seed) for d, random in systems for seed in seeds],
        [general(d, seed) for d in (2, 3) for seed in seeds],
    ]


def general(d, seed):
    """The hull shrinks whatever Q and K are, and whatever masses tokens have."""
    rng = chance.generator([d, seed])
    masses, z0 = rng.uniform(0.5, 3.0, N), rng.uniform(-5, 5, (N, d))
    law = {"beta": 1.0, "qk": rng.normal(size=(d, d)), "masses": masses}
    flow = tkf.Flow(tkf.SelfAttention(**law), tkf.Rescaled())
    z = printed.path(flow, z0, TIMES[TIMES <= 3])
    apart = printed.error(flow, z0 / 5, **law, space="rescaled")
    return {"outside": outside(z), "printed": apart}


def one(d, random, seed):
    rng = chance.generator(seed)
    a = rng.normal(size=(d, d)) if random else np.eye(d)
    z0 = rng.uniform(-5, 5, (N, d))
    flow = tkf.Flow(tkf.SelfAttention(1.0, qk=a.T @ a), tkf.Rescaled())
    path = tkf.solve(flow, z0, TIMES, tol=1e-9)
    z = path.x.data
    return {
        "d": d, "path": z, "outside": outside(z), "defect": defect(z[-1] @ a.T),
        "count": int(tkf.count_clusters(path.x, threshold=1e-6, size=1e-4)[-1]),
        "moving": np.abs(z[-1] - z[-2]).max(),
        "printed": printed.error(flow, z0 / 5, beta=1.0, qk=a.T @ a, space="rescaled"),
    }  # fmt: skip


def outside(z):
    """How far the hull ever grows, by its support function in 300 directions."""
    u = tkf.normalize(chance.generator(0).normal(size=(300, z.shape[-1])))
    return np.diff((z @ np.asarray(u).T).max(axis=1), axis=0).max()


def defect(y):
    """How far tokens y = A z are from the limit set, |y_i|^2 = max_j <y_i, y_j>, relative."""
    gram = y @ y.T
    return ((gram.max(axis=1) - np.diag(gram)) / np.abs(gram).max()).max()


def check(runs):
    definite, general = runs
    everything = definite + general

    def largest(name, among=definite):
        return max(run[name] for run in among)

    return [
        Check("growth of the convex hull", largest("outside", everything), bound=1e-7),
        Check("distance from the limit set S, relative", largest("defect"), bound=1e-6),
        Check("motion at the end", largest("moving"), bound=1e-6),
        Check("distinct limit points of 40 tokens, most", largest("count"), bound=N // 3),
        Check("distinct limit points, fewest", min(r["count"] for r in definite), least=2),
        printed.check(run["printed"] for run in everything),
    ]


def draw(ax, runs):
    first = runs[0][0]
    tkf.plots.plane_paths(ax, first["path"], end=f"$t = {T:g}$: {first['count']} points")
    ax.set_aspect("equal")
    ax.legend(loc="center left", bbox_to_anchor=(1, 0.5))


CLAIM = Claim(
    name="polytope",
    question="Where do tokens without normalization go when V = I?",
    source="arXiv:2305.05465, Theorem 3.1 and Proposition 8.2",
    statement="The hull of z = e^-t x never grows; tokens converge to the finite set of z with "
    "|Az|^2 = max_j <Az, Av_j> over the corners v_j of the limit polytope.",
    hypotheses="V = I, Q^T K = A^T A positive definite (identity and random), d = 2, 3, n = 40; "
    "the hull also for random Q^T K and masses",
    runs=runs,
    check=check,
    draw=draw,
)
