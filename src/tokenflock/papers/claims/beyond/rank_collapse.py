"""Without skip connections tokens collapse to one doubly exponentially; with them they do not."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims.claim import Check, Claim

LAYERS = 8


def runs(effort):
    return [one(seed) for seed in range(effort.of(quick=5, full=40))]


def one(seed):
    spec = tkf.Spec(
        n=16, d=16, beta=0.5, space="euclidean", init="gaussian:1", qk="gaussian", ov="gaussian",
        layer_time=1.0, t_end=LAYERS, samples=LAYERS + 1, seed=seed,
    )  # fmt: skip
    return {
        name: residual(tkf.simulate(spec.replace(method=method)).x.data)
        for name, method in (("bare", "no-residual"), ("with skips", "layers"))
    }


def residual(x):
    """The part of the tokens that is not common to all, relative to the tokens."""
    away = np.linalg.norm(x - x.mean(axis=1, keepdims=True), axis=(1, 2))
    return away / np.linalg.norm(x, axis=(1, 2))


def check(runs):
    # Doubly exponential: a cubic law multiplies log(residual) by three per layer.
    factors = np.concatenate([growth(np.log(run["bare"])) for run in runs])
    lost = max(run["bare"][-1] for run in runs)
    kept = min(run["with skips"][-1] for run in runs)
    return [
        Check("growth of log(residual) per layer, median", np.median(factors), least=2.0),
        Check("residual after eight layers without skips, largest", lost, bound=1e-14),
        Check("residual after eight layers with skips, smallest", kept, least=0.1),
    ]


def growth(log_residual):
    """The factors between layers once collapse has begun, until rounding ends it."""
    used = (log_residual[:-1] < -1) & (log_residual[1:] > -30)
    return (log_residual[1:] / log_residual[:-1])[used]


def draw(ax, runs):
    for run in runs:
        ax.semilogy(run["bare"], "C0o-", ms=3, lw=0.8)
        ax.semilogy(run["with skips"], "C1s-", ms=3, lw=0.8)
    ax.plot([], [], "C0o-", label=r"$x \leftarrow A$")
    ax.plot([], [], "C1s-", label=r"$x \leftarrow x + A$")
    ax.set(xlabel="layer", ylabel="residual share", ylim=(1e-16, 2))
    ax.legend()


CLAIM = Claim(
    name="rank-collapse",
    question="What do skip connections do for attention?",
    source="arXiv:2103.03404",
    statement="Without them all tokens become one, the exponent of the error growing with every "
    "layer; with them they stay apart.",
    hypotheses="random weights in every layer",
    runs=runs,
    check=check,
    draw=draw,
)
