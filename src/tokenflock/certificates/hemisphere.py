"""Tokens in an open hemisphere meet exponentially fast.

If c = min_i <x_i, w> > 0 for a unit vector w and V = v I, v > 0, then c never falls, and seen from
the center on the plane <y, w> = 1 the tokens y_i = x_i / <x_i, w> average each other,

    dy_i/dt = v sum_j w_ij <x_j, w> / <x_i, w> (y_j - y_i),

so that |x_i(t) - x_j(t)| <= |y_i - y_j| <= (2 sqrt(1 - c^2) / c) e^(-rate t) with

    rate = v c o,     o <= sum_j min_i w_ij   (full),     o <= min_i w_i1   (causal),

over the cap <x, w> >= c (arXiv:2312.10794, cone lemma; the rate is ours, docs/certificates.md).
"""

import numpy as np
from scipy.optimize import linprog

from tokenflock.certificates import balls
from tokenflock.certificates.balls import Ball
from tokenflock.certificates.certificate import Certificate, Hypothesis, tokens_of
from tokenflock.certificates.system import System
from tokenflock.errors import InputError

STATEMENT = (
    "All tokens meet in one point: |x_i(t) - x_j(t)| <= spread e^(-rate t) for all i, j and t >= 0."
)
SOURCE = "arXiv:2312.10794, cone lemma; rate proved in the documentation"


def prove(system: System, x: np.ndarray) -> Certificate:
    """The certificate of tokens in an open hemisphere, or `InputError` where there is none."""
    v = check(system)
    w = pole(x)
    c = balls.smallest([balls.dot(balls.unit(token), balls.unit(w)) for token in x])
    if not balls.is_positive(c):
        raise InputError(
            "The tokens must lie in an open hemisphere, and none was found: for the best pole the "
            f"smallest <x_i, w> is {c.str(6)}."
        )
    spread = 2 * ((1 - c * c).max(balls.zero())).sqrt() / c
    rate = v * c * overlap(system, c, len(x))
    return Certificate(
        "hemisphere", STATEMENT, SOURCE, system, tokens_of(x), {"pole": list(map(float, w))},
        (Hypothesis("smallest <x_i, w>", *balls.interval(c)),),
        {"rate": balls.interval(rate), "spread": balls.interval(spread)}, balls.PRECISION,
    )  # fmt: skip


def check(system: System) -> float:
    """v, where V = v I attracts and nothing is held; `InputError` for other systems."""
    v = system.scale("ov")
    if v is None or v <= 0 or system.frozen or system.heads > 1:
        raise InputError("A hemisphere decides one head with V = v I, v > 0, and no frozen tokens.")
    return v


def overlap(system: System, c: Ball, n: int) -> Ball:
    """The weight o that all rows share, from bounds of the logits over the cap <x, w> >= c."""
    low, width = logits(system, c)
    mass = [balls.ball(m) for m in system.mass(n)]
    share = balls.ball(1.0) if system.mask == "full" else mass[0] / sum(mass, balls.zero())
    return share * ((-width).exp() if system.weighting == "softmax" else low.exp())


def logits(system: System, c: Ball) -> tuple[Ball, Ball]:
    """A lower bound of beta <x, M y> over the cap, and how much it varies with y at most."""
    beta, scale = balls.ball(system.beta), system.scale("qk")
    if scale is not None:
        s = beta * balls.ball(scale)
        return (s * (2 * c * c - 1) if s > 0 else -abs(s)), 2 * abs(s) * (1 - c * c)
    m = [balls.ball(entry) for row in (system.qk or ((),))[0] for entry in row]
    size = abs(beta) * balls.norm(m)
    return -size, 2 * size * ((1 - c * c).max(balls.zero())).sqrt()


def pole(x: np.ndarray) -> np.ndarray:
    """A direction w with the largest smallest <x_i, w>, as floats find it."""
    u = x / np.linalg.norm(x, axis=1, keepdims=True)
    candidates = [u.mean(axis=0), *([_widest_gap(u)] if x.shape[1] == 2 else _by_program(u))]
    poles = [w / np.linalg.norm(w) for w in candidates if np.linalg.norm(w) > 0]
    return max(poles, key=lambda w: (u @ w).min(), default=np.eye(x.shape[1])[0])


def _widest_gap(u: np.ndarray) -> np.ndarray:
    """On the circle: opposite to the middle of the widest gap between neighbors."""
    angle = np.sort(np.arctan2(u[:, 1], u[:, 0]))
    gaps = np.diff(angle, append=angle[0] + 2 * np.pi)
    k = int(gaps.argmax())
    first, last = angle[(k + 1) % len(angle)], angle[k]  # the tokens fill the arc between these
    middle = (first + last + (2 * np.pi if first > last else 0.0)) / 2
    return np.array([np.cos(middle), np.sin(middle)])


def _by_program(u: np.ndarray) -> list[np.ndarray]:
    """Maximize s with <u_i, w> >= s, |w_k| <= 1; then w of equal products at the tokens that bind.

    The second keeps the sign of margins down to rounding: a linear system is solved exactly for
    data that differ from ours by units in the last place, a linear program to about 1e-9.
    """
    n, d = u.shape
    program = linprog(
        np.append(np.zeros(d), -1.0), np.column_stack([-u, np.ones(n)]), np.zeros(n),
        bounds=[(-1, 1)] * d + [(None, None)],
    )  # fmt: skip
    if program.x is None:
        return []
    w = program.x[:d]
    binding = u[np.argsort(u @ w)[:d]]
    return [w, np.linalg.lstsq(binding, np.ones(len(binding)), rcond=None)[0]]
