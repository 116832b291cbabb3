"""Statements to be searched: false ones, whose counterexamples are planted, and theorems."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims.claim import Check, Claim
from tokenflock.papers.search.box import Directions, Interval, Logarithmic, Whole
from tokenflock.papers.search.ends import rests
from tokenflock.papers.search.quantified import Quantified
from tokenflock.spec import Spec

BETAS, SEEDS = Logarithmic(0.2, 8.0), Whole(0, 999)


def claimed(name, quantified):
    """A claim that is only there to be searched."""
    return Claim(
        name=name, question="?", source="a test", statement="?", runs=lambda effort: [],
        check=lambda runs: [Check("nothing", 0.0, bound=1.0)], quantified=quantified,
    )  # fmt: skip


def causal(beta, mu, seed):
    """Causal tokens of the plane, V = diag(1, mu)."""
    return Spec(
        n=4, beta=beta, ov=[[1.0, 0.0], [0.0, mu]], mask="causal", seed=seed, t_end=200.0,
        samples=2, tol=1e-7,
    )  # fmt: skip


def sphere(beta, seed):
    return Spec(n=6, d=3, beta=beta, seed=seed, t_end=4.0, samples=9, tol=1e-7)


def energy_loss(x, spec):
    """By how much the energy falls between two saved times, at most."""
    return float((-np.diff(np.asarray(tkf.energy(x, beta=spec.beta)))).max()) - 1e-9


def one_point(x, spec):
    return float(np.linalg.norm(x[-1] - x[-1, 0], axis=-1).max()) - 0.1


def at_least_two(x, spec):
    return 0.1 - float(np.linalg.norm(x[-1] - x[-1, 0], axis=-1).max())


def shorter_than_half(x, spec):
    """False: that the mean of tokens stays shorter than 0.9."""
    return float(np.linalg.norm(x.mean(axis=1), axis=-1).max()) - 0.9


SLOPES = {"beta": BETAS, "mu": Interval(0.1, 0.7), "seed": SEEDS}
FALSE = {
    "one cluster for a simple top eigenvalue": Quantified(SLOPES, causal, one_point, rests),
    "two clusters for a simple top eigenvalue": Quantified(SLOPES, causal, at_least_two, rests),
    "tokens stay scattered": Quantified({"beta": BETAS, "seed": SEEDS}, sphere, shorter_than_half),
}
TRUE = {
    "the energy grows": Quantified({"beta": BETAS, "seed": SEEDS}, sphere, energy_loss),
    "the first token rests": Quantified(
        {"beta": BETAS, "x0": Directions(5, 3), "qk": Interval(-1.0, 1.0, (3, 3))},
        lambda beta, x0, qk: Spec(beta=beta, init=x0, qk=qk, mask="causal", t_end=3.0, samples=5),
        lambda x, spec: float(np.abs(x[:, 0] - x[0, 0]).max()) - 1e-9,
    ),
    "a hemisphere keeps its tokens": Quantified(
        {"beta": BETAS, "x0": Interval(0.05, 1.0, (6, 3))},
        lambda beta, x0: Spec(beta=beta, init=tkf.normalize(x0), t_end=3.0, samples=9, tol=1e-7),
        lambda x, spec: -float(x.min()),  # the orthant of positive directions
    ),
}
