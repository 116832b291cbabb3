"""With V = lambda I tokens approach their limit points like e^(-lambda t), for any Q and K."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim

N, D = 40, 2
RATES = (0.5, 1.0, 2.0)
LOOKS = ({"c": "C0", "marker": "o", "ms": 6}, {"c": "C1", "marker": "s", "ms": 4},
         {"c": "C2", "marker": ".", "ms": 3})  # fmt: skip


def runs(effort):
    seeds = range(effort.of(quick=1, full=25))
    return [one(rate, seed) for rate in RATES for seed in seeds]


def one(rate, seed):
    """Distances to the limit against time in units of 1 / lambda; slopes are rates over lambda."""
    rng = chance.generator(seed)
    a = rng.normal(size=(D, D))
    law = {"beta": 1.0, "qk": a.T @ a, "ov": rate * np.eye(D)}
    flow, z0 = tkf.Flow(tkf.SelfAttention(**law), tkf.Rescaled()), rng.uniform(-5, 5, (N, D))
    scaled = np.linspace(0.0, 22.0, 45)
    z = tkf.solve(flow, z0, scaled / rate, tol=1e-9).x.data
    away = np.linalg.norm(z - z[-1], axis=-1).max(axis=-1)
    late = (scaled > 8) & (scaled < 16)
    slope = np.polyfit(scaled[late], np.log(away[late]), 1)[0]
    return {"rate": rate, "time": scaled, "away": away, "slope": slope,
            "printed": printed.error(flow, z0 / 10, **law, space="rescaled")}  # fmt: skip


def check(runs):
    for rate in RATES:
        slopes = [run["slope"] for run in runs if run["rate"] == rate]
        worst = max(slopes, key=lambda slope: abs(slope + 1))
        yield Check(
            f"exponent over lambda, lambda = {rate:g}, worst", worst, target=-1, within=0.01
        )
    yield printed.check(run["printed"] for run in runs)


def draw(ax, runs):
    for run in runs:
        k = RATES.index(run["rate"])
        ax.semilogy(run["time"][:-4], run["away"][:-4], **LOOKS[k], lw=0.8)
    for look, rate in zip(LOOKS, RATES, strict=True):
        ax.plot([], [], **look, label=f"λ = {rate:g}")
    ax.semilogy([4, 16], 5 * np.exp([-4.0, -16.0]), "k--", lw=1, label=r"$e^{-\lambda t}$")
    ax.set(xlabel=r"$\lambda t$", ylabel="largest distance to the limit")
    ax.legend()


CLAIM = Claim(
    name="rate-of-convergence",
    question="How fast do rescaled tokens reach their limit points?",
    source="Sugolov and Aubry, slides on arXiv:2305.05465, rate of convergence",
    statement="Once every token has one leader it approaches it like e^(-lambda t), "
    "whatever Q and K are.",
    hypotheses="V = lambda I, Q^T K random positive definite, d = 2, n = 40",
    ours=True,
    runs=runs,
    check=check,
    draw=draw,
    note="The slides ask and give no number. The exponent follows from dz_i/dt = lambda (v - z_i), "
    "which is exact up to a double exponential once attention has become Boolean.",
)
