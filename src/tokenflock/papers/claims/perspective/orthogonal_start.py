"""Orthogonal tokens stay equiangular, and one scalar ODE says how fast they meet."""

from tokenflock import theory
from tokenflock.observables import alignment, spread
from tokenflock.papers.claims.claim import Check, Claim
from tokenflock.spec import Spec, grid


def specs(effort):
    base = Spec(n=32, d=32, init="orthogonal", t_end=6.0, samples=61, tol=1e-9)
    return grid(base, weighting=["softmax", "unnormalized"], beta=[0.0, 1.0, 2.0])


def measure(path, spec):
    law = {"softmax": theory.equiangular, "unnormalized": theory.equiangular_usa}[spec.weighting]
    return {
        "spec": spec,
        "time": path.time.data,
        "alignment": alignment(path.x).data,
        "spread": spread(path.x).data,
        "predicted": law(path.time.data, n=spec.n, beta=spec.beta),
    }


def check(runs):
    error = max(abs(r["alignment"] - r["predicted"]).max() for r in runs)
    widest = max(r["spread"].max() for r in runs)
    return [
        Check("largest spread of the angles", value=widest, bound=1e-10),
        Check("largest distance to the scalar ODE", value=error, bound=1e-7),
    ]


def draw(ax, runs):
    for run in runs:
        spec = run["spec"]
        label = f"{spec.weighting}, β = {spec.beta:g}"
        (line,) = ax.plot(run["time"], run["alignment"], label=label)
        ax.plot(run["time"], run["predicted"], ":", color=line.get_color(), lw=3, alpha=0.5)
    ax.set(xlabel="time $t$", ylabel=r"$\langle x_i, x_j\rangle$")
    ax.legend(title="dotted: the scalar ODE")


CLAIM = Claim(
    name="orthogonal-start",
    question="How fast do tokens that start orthogonal meet, and does beta matter?",
    source="arXiv:2312.10794, Theorem on orthogonal initial tokens",
    statement="All angles stay equal and follow a scalar ODE, for SA and USA.",
    specs=specs,
    measure=measure,
    check=check,
    draw=draw,
)
