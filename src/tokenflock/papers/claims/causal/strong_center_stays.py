"""A token that starts far from all before it stays put for a time exponential in that distance."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, circle, printed
from tokenflock.papers.claims.claim import Check, Claim

BETA, C, EPSILON, N = 64.0, 10 / 3, 0.1, 60
REACH = C * BETA**-0.5
ALLOWED = EPSILON * REACH


def bound(rank):
    return tkf.theory.metastable_time_bound(beta=BETA, c=C, epsilon=EPSILON, rank=rank)


def runs(effort):
    count = effort.of(quick=64, full=2000)
    phi = chance.generator(0).uniform(0, 2 * np.pi, (count, N))
    x0 = circle.points(phi)
    times = np.append(0.0, np.sort([bound(s) for s in range(1, N + 1)]))
    flow = tkf.Flow(tkf.SelfAttention(BETA, mask="causal"))
    x = tkf.solve(flow, x0, times, tol=1e-8).x.data
    moved = 2 * np.arcsin(np.linalg.norm(x - x[:, :1], axis=-1) / 2)
    early = times[None, :, None] <= np.array([bound(s) for s in range(1, N + 1)]) * (1 + 1e-12)
    most = np.where(early, moved, 0.0).max(axis=1)  # (run, token), up to each token's own time
    ready = tkf.strong_renyi_centers(x0, REACH * (1 + 2 * EPSILON))
    rank = np.broadcast_to(np.arange(1, N + 1), most.shape)
    apart = printed.error(flow, x0[0], beta=BETA, mask="causal")
    return [{"moved": most, "ready": ready, "rank": rank, "printed": apart} | crowds()]


def crowds():
    """How far the last token goes when all others start at one point, far enough and too close."""
    return {"far": crowded(1 + 2 * EPSILON), "close": crowded(0.9)}


def crowded(distance):
    phi = np.append(np.full(N - 1, distance * REACH), 0.0)
    x0 = circle.points(phi)[None]
    flow = tkf.Flow(tkf.SelfAttention(BETA, mask="causal"))
    x = tkf.solve(flow, x0, [0.0, bound(N)]).x.isel(token=-1, run=0).data
    return np.linalg.norm(x[1] - x[0])


def check(runs):
    run = runs[0]
    later = run["rank"] > 1  # the first never moves
    centers, others = run["moved"][run["ready"] & later], run["moved"][~run["ready"]]
    sufficient = EPSILON * np.exp(C**2 / 2 - C**4 / (24 * BETA))
    return [
        Check("centers watched", len(centers), least=100),
        Check("largest move of a center over the bound", centers.max() / ALLOWED, bound=1.0),
        Check("move towards a crowd over the bound", run["far"] / ALLOWED, bound=1.0),
        Check("move towards a crowd that is too close", run["close"] / ALLOWED, least=1.0),
        Check("move of the other tokens over it, 90th percentile",
              np.quantile(others, 0.9) / ALLOWED, least=1.0),
        Check("T s", bound(1), target=24.59, within=0.005),
        Check("T s, the sufficient form", sufficient, target=23.87, within=0.005),
        printed.check([run["printed"]]),
    ]  # fmt: skip


def draw(ax, runs):
    run = runs[0]
    for which, look, name in ((~run["ready"], "C0.", "others"), (run["ready"], "C1o", "centers")):
        rank, moved = run["rank"][which], np.maximum(run["moved"][which], 1e-9)
        ax.semilogy(rank, moved, look, ms=2 if name == "others" else 4, alpha=0.5, label=name)
    ax.axhline(ALLOWED, color="k", ls=":", label="bound")
    ax.set(xlabel="place $s$ in the sequence", ylabel="largest move until $T_s$")
    ax.legend()


def starts():
    """The first few of the random starts."""
    flow = tkf.Flow(tkf.SelfAttention(BETA, mask="causal"))
    for phi in chance.generator(0).uniform(0, 2 * np.pi, (4, N)):
        yield flow, circle.points(phi)


CLAIM = Claim(
    name="strong-center-stays",
    question="How long do strong Rényi centers stand still?",
    source="arXiv:2411.04990, Lemma 5.1",
    statement="A token s farther than (1 + 2 eps) a from all before it, a = c beta^(-1/2), moves "
    "less than eps a up to every T with T s h(a) < eps a.",
    hypotheses="circle, Q = K = V = I, a beyond the peak of h",
    runs=runs,
    check=check,
    draw=draw,
    configurations=starts,
)
