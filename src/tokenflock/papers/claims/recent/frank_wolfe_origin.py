"""Hardmax attention with a negative matrix: tokens meet, linearly, and rarely at the origin."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance
from tokenflock.papers.claims.claim import Check, Claim
from tokenflock.papers.search.box import Interval
from tokenflock.papers.search.ends import REACHED
from tokenflock.papers.search.quantified import Quantified

N, STEP, LAYERS = 24, 0.1, 120


def runs(effort):
    seeds = range(effort.of(quick=3, full=100))
    return [one(d, even, seed) for d in (2, 3) for even in (True, False) for seed in seeds]


def one(d, even, seed):
    """Diameters and energies by layer, with constant steps and with steps 2 / (k + 2)."""
    rng = chance.generator([seed, d, 14])
    G = rng.normal(size=(d, d))
    B = G @ G.T / d + 0.3 * np.eye(d)
    half = rng.normal(size=(N // 2, d))
    other = -half if even else -half + 0.3 * rng.normal(size=half.shape)
    flow = tkf.Flow(
        tkf.SelfAttention(1.0, qk=-B, weighting="hardmax"), tkf.Euclidean(),
        terms=tkf.LinearMap(-np.eye(d)), block="parallel",
    )  # fmt: skip
    x0, times = np.concatenate([half, other]), STEP * np.arange(LAYERS + 1)
    constant = tkf.solve(flow, x0, times, method="layers", step=STEP).x.data
    return {"d": d, "even": even, "constant": sizes(constant, B),
            "shrinking": sizes(shrinking(flow, x0), B)}  # fmt: skip


def shrinking(flow, x):
    """Layers with the open steps of Frank and Wolfe, 2 / (k + 2), from the third on."""
    path = [x]
    for k in range(3, LAYERS + 3):
        path.append(path[-1] + 2 / (k + 2) * np.asarray(flow(0.0, path[-1])))
    return np.stack(path)


def sizes(x, B):
    """The diameter of the tokens and the largest <x_i, B x_i>, by layer."""
    apart = np.linalg.norm(x[:, :, None] - x[:, None], axis=-1).max(axis=(1, 2))
    return apart, np.einsum("tia,ab,tib->ti", x, B, x).max(axis=1)


def factor(run):
    """The factor of the diameter by layer, at constant steps."""
    k, apart = np.arange(LAYERS + 1), run["constant"][0]
    used = (k > 30) & (apart > 1e-10 * apart[0])
    return float(np.exp(np.polyfit(k[used], np.log(apart[used]), 1)[0]))


def power(run):
    """The exponent of the diameter in the number of the layer, at steps 2 / (k + 2)."""
    k, apart = np.arange(LAYERS + 1), run["shrinking"][0]
    return float(np.polyfit(np.log(k[50:] + 5), np.log(apart[50:]), 1)[0])


def check(runs):
    even, uneven = ([run for run in runs if run["even"] == kind] for kind in (True, False))
    left = min(run["constant"][1][-1] / run["constant"][1][0] for run in uneven)
    gone = max(run["constant"][1][-1] / run["constant"][1][0] for run in even)
    middle = [
        np.median([of(run) for run in some]) for some in (uneven, even) for of in (factor, power)
    ]
    return [
        Check("factor of the diameter in a layer, median", middle[0], target=1 - STEP, within=5e-3),
        Check("exponent with steps 2 / (k + 2)", middle[1], target=-2.0, within=0.2),
        Check("x and -x together: factor in a layer", middle[2], target=1 - 2 * STEP, within=5e-3),
        Check("x and -x together: exponent with steps 2 / (k + 2)", middle[3], target=-4.0,
              within=0.4),
        Check("share of the energy that stays, smallest", left, least=1e-10),
        Check("x and -x together: share that stays, largest", gone, bound=1e-20),
    ]  # fmt: skip


def draw(ax, runs):
    k = np.arange(LAYERS + 1)
    for run in runs:
        color = "C0" if run["even"] else "C1"
        for name, style in (("constant", "-"), ("shrinking", ":")):
            ax.semilogy(k, run[name][0] / run[name][0][0], color, lw=0.8, ls=style)
    ax.plot([], [], "C1", label="random tokens")
    ax.plot([], [], "C0", label="$x$ and $-x$ together")
    ax.plot([], [], "k", lw=0.8, label=f"steps {STEP:g}")
    ax.plot([], [], "k:", label="steps $2 / (k + 2)$")
    ax.plot(k, 0.9**k, "0.6", lw=3, zorder=0, label="$0.9^k$, $0.8^k$")
    ax.plot(k, 0.8**k, "0.6", lw=3, zorder=0)
    ax.set(xlabel="layer $k$", ylabel="diameter of the tokens", ylim=(1e-15, 3))
    ax.legend()


def planar(root, x0):
    """A few tokens of the plane, constant steps."""
    B = root @ root.T + 0.3 * np.eye(2)
    return tkf.Spec(
        init=x0, qk=-B, weighting="hardmax", space="euclidean", linear=-1.0, block="parallel",
        method="layers", step=STEP, t_end=STEP * LAYERS, samples=3,
    )  # fmt: skip


def diameters(x):
    """The largest distance of two tokens, by saved layer."""
    return np.linalg.norm(x[:, :, None] - x[:, None], axis=-1).max(axis=(1, 2))


def wide(x, spec):
    """The diameter at the end, relative, over REACHED."""
    apart = diameters(x)
    return apart[-1] / max(apart[0], 1e-12) - REACHED


def stays_wide(run, spec):
    """Whether the second half of the layers hardly contracts."""
    apart = diameters(run.x.data)
    return bool(apart[-1] > 0.5 * apart[-2])


PARTS = {"root": Interval(-1.0, 1.0, (2, 2)), "x0": Interval(-1.0, 1.0, (5, 2))}


CLAIM = Claim(
    name="frank-wolfe-origin",
    question="How fast do tokens meet when each looks at its opposite, and where?",
    source="arXiv:2508.09628 (as we read two abstracts of it)",
    statement="With a negative definite Q^T K all tokens meet linearly, by 1 - h in a layer of "
    "length h; in a point that is the origin only for symmetric starts, then by 1 - 2 h. Steps "
    "2 / (k + 2) give the powers k^-2 and k^-4.",
    hypotheses=f"V = I, x <- x + h (A - x), n = {N}, d = 2, 3, the origin inside the hull",
    runs=runs,
    check=check,
    draw=draw,
    note="The first version has a linear contraction to the origin, a later one energies of order "
    "1 / k; which holds where is ours. Random tokens lose the origin out of their hull and meet "
    "beside it.",
    ours=True,
    quantified=Quantified(PARTS, planar, wide, stays_wide),
)
