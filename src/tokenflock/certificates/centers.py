"""Strong Rényi centers hardly move for a time exponential in their distance to all before them.

On the circle, causal, Q = K = V = I: a token s (counted from 1) farther than (1 + 2 eps) a from all
before it, a beyond the peak of the pull h(a) = e^(beta (cos a - 1)) sin a, moves less than eps a
up to every time below

    T = eps a / (s h(a))     (arXiv:2411.04990, Lemma 5.1; proved again in docs/certificates.md).
"""

import numpy as np

from tokenflock.certificates import balls
from tokenflock.certificates.balls import Ball
from tokenflock.certificates.certificate import Certificate, Hypothesis, tokens_of
from tokenflock.certificates.system import System
from tokenflock.errors import InputError
from tokenflock.theory.metastability import interaction_peak

EPSILON = 0.1
STATEMENT = (
    "Each token listed in the witness stays within eps a of its place up to its time T, "
    "eps a / (s h(a)), s its place in the sequence from 1."
)
SOURCE = "arXiv:2411.04990, Lemma 5.1; proved again in the documentation"


def prove(system: System, x: np.ndarray) -> Certificate:
    """The certificate of all centers that stay, or `InputError` where there is none."""
    check(system, x.shape[1])
    reach = distances(system, x)
    known = {s: hypotheses(system, x, s, a) for s, a in reach.items()}
    kept = [s for s, values in known.items() if all(map(balls.is_positive, values.values()))]
    if not kept:
        raise InputError(
            "A strong center must be farther from all before it than 1.2 times the peak of the "
            f"pull, {interaction_peak(system.beta):.4g} rad. No token after the first is."
        )
    times = {s: time(system, s, reach[s]) / balls.ball(10.0).log() for s in kept}
    return Certificate(
        "strong-centers", STATEMENT, SOURCE, system, tokens_of(x),
        {"eps": EPSILON, "tokens": kept, "a": [reach[s] for s in kept]},
        tuple(
            Hypothesis(f"token {s}: {name}", *balls.interval(value))
            for s in kept for name, value in known[s].items()
        ),
        {"log10_times": [balls.interval(times[s]) for s in kept]}, balls.PRECISION,
    )  # fmt: skip


def check(system: System, d: int) -> None:
    """Raise `InputError` unless the lemma is about the system."""
    plain = system.scale("qk") == 1 and system.scale("ov") == 1 and system.masses is None
    plain = plain and not system.frozen and system.beta > 0
    if not (plain and d == 2 and system.mask == "causal" and system.weighting == "softmax"):
        raise InputError(
            "Strong centers are about causal softmax attention on the circle with Q = K = V = I, "
            "beta > 0, without masses or frozen tokens."
        )


def distances(system: System, x: np.ndarray) -> dict[int, float]:
    """The distance a of every token that has a chance, by floats, a hair too small."""
    angle = np.arctan2(x[:, 1], x[:, 0])
    gap = np.abs((angle[:, None] - angle + np.pi) % (2 * np.pi) - np.pi)
    nearest = np.where(np.tri(len(x), k=-1, dtype=bool), gap, np.inf).min(axis=1)
    a = nearest / (1 + 2 * EPSILON) * (1 - 1e-9)
    chosen = np.flatnonzero(np.isfinite(a) & (a > interaction_peak(system.beta)))
    return {int(s): float(a[s]) for s in chosen}


def hypotheses(system: System, x: np.ndarray, s: int, a: float) -> dict[str, Ball]:
    """What must be positive, in angles."""
    eps, beta = balls.ball(EPSILON), balls.ball(system.beta)
    own = balls.unit(x[s])
    nearest = balls.smallest([balls.angle(own, balls.unit(token)) for token in x[:s]])
    peak = (((4 * beta * beta + 1).sqrt() - 1) / (2 * beta)).acos()
    return {
        "distance to those before it - (1 + 2 eps) a": nearest - (1 + 2 * eps) * balls.ball(a),
        "a - peak of h": balls.ball(a) - peak,
    }


def time(system: System, s: int, a: float) -> Ball:
    """The logarithm of T."""
    eps, reach, beta = balls.ball(EPSILON), balls.ball(a), balls.ball(system.beta)
    return (eps * reach / ((s + 1) * reach.sin())).log() + beta * (1 - reach.cos())
