"""Under hardmax attention leaders stand still, and followers come closer by a fixed factor."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance
from tokenflock.papers.claims.claim import Check, Claim

ALPHA, LAYERS = 0.5, 60


def runs(effort):
    return [one(seed) for seed in range(effort.of(quick=20, full=200))]


def one(seed):
    z0 = chance.generator(seed).normal(size=(24, 2))
    flow = tkf.Flow(tkf.SelfAttention(1.0, weighting="hardmax"), tkf.Rescaled())
    times = ALPHA * np.arange(LAYERS + 1)
    z = tkf.solve(flow, z0, times, method="layers", step=ALPHA).x.data
    chosen = np.argmax(z @ z.transpose(0, 2, 1), axis=-1)  # whom each token looks at, by layer
    leaders = chosen[0] == np.arange(len(z0))
    return {
        "path": z, "leaders": leaders,
        "drift": np.abs(z[:, leaders] - z[0, leaders]).max(),
        "contraction": contraction(z, chosen, leaders),
        "outside": outside(z),
    }  # fmt: skip


def contraction(z, chosen, leaders):
    """The largest deviation from 1 / (1 + alpha) of followers whose leader stands still."""
    worst = 0.0
    for k in range(LAYERS):
        follows = leaders[chosen[k]] & ~leaders
        target = z[k, chosen[k]]
        before, after = (np.linalg.norm((x - target)[follows], axis=-1) for x in (z[k], z[k + 1]))
        far = before > 1e-6
        deviation = np.abs(after[far] / before[far] * (1 + ALPHA) - 1)
        worst = max(worst, deviation.max(initial=0.0))
    return worst


def outside(z):
    """How far the hull ever grows, by its support function in 90 directions."""
    angle = np.linspace(0, 2 * np.pi, 90)
    support = (z @ np.stack([np.cos(angle), np.sin(angle)])).max(axis=1)
    return np.diff(support, axis=0).max()


def check(runs):
    def largest(name):
        return max(run[name] for run in runs)

    count = np.mean([run["leaders"].sum() for run in runs])
    return [
        Check("largest move of a leader", largest("drift"), bound=1e-14),
        Check("contraction of followers, relative error", largest("contraction"), bound=1e-8),
        Check("growth of the convex hull", largest("outside"), bound=1e-13),
        Check("leaders per run, on average", count, least=2.0),
    ]


def draw(ax, runs):
    z, leaders = runs[0]["path"], runs[0]["leaders"]
    ax.plot(*z[0, leaders].T, "*", ms=16, color="C2", label="leaders", zorder=1)
    tkf.plots.plane_paths(ax, z, end=f"layer {LAYERS}")
    ax.set_aspect("equal")
    ax.legend(loc="center left", bbox_to_anchor=(1, 0.5))


CLAIM = Claim(
    name="hardmax-leaders",
    question="What do tokens do that look at one token only?",
    source="arXiv:2407.01602",
    statement="Leaders, who look at themselves, are stationary; a follower of a stationary leader "
    "comes closer by 1 / (1 + alpha) per layer; the hull never grows.",
    hypotheses="A = I, V = I, no ties",
    runs=runs,
    check=check,
    draw=draw,
)
