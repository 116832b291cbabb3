"""Attention climbs an energy, at the rate that two identities give."""

import numpy as np

import tokenflock as tkf
from tokenflock._jax import jax, jnp
from tokenflock.papers.claims import chance
from tokenflock.papers.claims.claim import Check, Claim
from tokenflock.papers.search.box import Directions, Logarithmic
from tokenflock.papers.search.quantified import Quantified

N, D, BETAS = 32, 3, (0.5, 2.0, 6.0)
TIMES = np.linspace(0.0, 6.0, 61)


def runs(effort):
    seeds = range(effort.of(quick=2, full=20))  # every other one with masses
    return [
        one(weighting, beta, seed)
        for weighting in ("softmax", "unnormalized") for beta in BETAS for seed in seeds
    ]  # fmt: skip


def one(weighting, beta, seed):
    rng = chance.generator(seed)
    start = tkf.normalize(rng.normal(size=(N, D)))
    masses = rng.uniform(0.5, 3.0, N) if seed % 2 else np.ones(N)
    flow = tkf.Flow(tkf.SelfAttention(beta, weighting=weighting, masses=masses))
    x = jnp.asarray(tkf.solve(flow, start, TIMES, tol=1e-7).x.data)
    v = jax.lax.map(lambda tokens: flow(0.0, tokens), x)
    share = masses / masses.sum()
    level, slope = jax.jvp(lambda x: energy(x, beta, share), (x,), (v,))
    return {
        "weighting": weighting, "beta": beta, "across": across(x, v), "energy": np.asarray(level),
        "slope": np.asarray(slope),
        "predicted": np.asarray(predicted(weighting, beta, x, v, share)),
    }  # fmt: skip


def energy(x, beta, share):
    """1 / (2 beta) sum_ij m_i m_j e^(beta <x_i, x_j>) with masses that sum to one."""
    return jnp.einsum("i,...ij,j->...", share, jnp.exp(beta * x @ x.mT), share) / (2 * beta)


def across(x, v):
    """The part of the velocities along the tokens, which the identities alone do not see."""
    return float(jnp.abs((x * v).sum(axis=-1)).max() / jnp.abs(v).max())


def predicted(weighting, beta, x, v, share):
    """sum_i m_i Z_i |v_i|^2 with Z_i = sum_j m_j e^(beta <x_i, x_j>), and Z_i = 1 unnormalized."""
    z = jnp.exp(beta * x @ x.mT) @ share if weighting == "softmax" else 1.0
    return (z * (v * v).sum(axis=-1)) @ share


def mismatch(run):
    """The largest relative error of the identity while tokens move.

    Rounding leaves 1e-16 |v| of a slope |v|^2: below 1e-4 of the first speed little of it is true.
    """
    moving = run["predicted"] > 1e-8 * run["predicted"].max()
    return np.abs(run["slope"] / run["predicted"] - 1)[moving].max()


def check(runs):
    for weighting in ("softmax", "unnormalized"):
        chosen = [run for run in runs if run["weighting"] == weighting]
        error = max(map(mismatch, chosen))
        fall = max(-(np.diff(run["energy"]) / run["energy"][-1]).min() for run in chosen)
        yield Check(f"{weighting}: dE/dt against the identity, relative", error, bound=1e-9)
        along = max(run["across"] for run in chosen)
        yield Check(f"{weighting}: velocity along a token, relative", along, bound=1e-9)
        yield Check(f"{weighting}: largest fall of the energy, relative", fall, bound=1e-9)


def draw(ax, runs):
    for run in runs[:: len(runs) // (2 * len(BETAS))]:
        style = "-" if run["weighting"] == "softmax" else ":"
        color, label = f"C{BETAS.index(run['beta'])}", f"{run['weighting']}, β = {run['beta']:g}"
        most = np.exp(run["beta"]) / (2 * run["beta"])
        ax.plot(TIMES, run["energy"] / most, style, color=color, label=label)
    ax.set(xlabel="time $t$", ylabel="energy over its maximum")
    ax.legend()


def together(beta, x0):
    """Six tokens of space, anywhere."""
    return tkf.Spec(beta=beta, init=x0, t_end=4.0, samples=17, tol=1e-9)


def fall(x, spec):
    """By how much of its largest value the energy falls between two saved times."""
    levels = tkf.energy(x, beta=spec.beta)
    return (levels[:-1] - levels[1:]).max() / levels.max() - 1e-7


PARTS = {"beta": Logarithmic(0.1, 16.0), "x0": Directions(6, 3)}


CLAIM = Claim(
    name="energy-identities",
    question="Does attention climb an energy?",
    source="arXiv:2312.10794, energy and its dissipation",
    statement="dE/dt = 1/n sum_i Z_i |dx_i/dt|^2 for SA and 1/n sum_i |dx_i/dt|^2 for USA: the "
    "energy never falls.",
    hypotheses="Q = K = V = I; Z_i = 1/n sum_j exp(beta <x_i, x_j>); the same with masses m_i / "
    "sum m in place of 1/n",
    runs=runs,
    check=check,
    draw=draw,
    quantified=Quantified(PARTS, together, fall),
)
