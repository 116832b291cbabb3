"""What theory predicts: closed forms, counts and rates, for claims and tests to compare with."""

from collections.abc import Callable
from math import factorial
from typing import Any

import numpy as np
from scipy.integrate import quad
from scipy.linalg import expm
from scipy.special import bdtr, betainc, exp1, expi

from tokenflock.errors import InputError

LARGEST_BETA = 350.0  # e^(2 beta) must stay finite
LOG_TINY = -745.0  # exp of it is the smallest positive number


# Equiangular tokens.  With s = 1 - gamma, l = log s and a = n / (n - 1), both flows separate into
#
#     1 / (s (a - s)) = (1 / a) (1 / s + 1 / (a - s)),
#
# whose product with e^(beta s) integrates to exponential integrals: `_attraction`.


def equiangular(times: Any, *, n: int, beta: float, start: float = 0.0) -> np.ndarray:
    """The common inner product gamma(t) of n tokens under self-attention with Q = K = V = I,

        dgamma/dt = 2 (1 - gamma) ((n-1) gamma + 1) / (e^(beta (1 - gamma)) + n - 1),

    from gamma(0) = `start`, 0 for orthogonal tokens (arXiv:2312.10794).  Found from its implicit
    solution, absolute error near 1e-15.  At beta = 0, start = 0: (e^2t - 1) / (e^2t + n - 1).
    """
    _check_equiangular(n, beta, start)

    def clock(log_s: np.ndarray) -> np.ndarray:
        headroom = np.log1p(-(n - 1) * np.expm1(log_s))
        return -(_attraction(log_s, n, beta) + (n - 1) * (log_s - headroom)) / (2 * n)

    return _gamma(times, start, clock, fastest=2.0)


def equiangular_usa(times: Any, *, n: int, beta: float, start: float = 0.0) -> np.ndarray:
    """The common inner product gamma(t) of n tokens under unnormalised self-attention,

        dgamma/dt = 2 / n e^(beta gamma) (1 - gamma) ((n-1) gamma + 1),

    from gamma(0) = `start` (arXiv:2312.10794).  Equal to `equiangular` at beta = 0.  Accurate to
    rounding in t, which near the jump means more in gamma: it rises at rates up to e^beta.
    """
    _check_equiangular(n, beta, start)

    def clock(log_s: np.ndarray) -> np.ndarray:
        return -np.exp(-beta) / 2 * _attraction(log_s, n, beta)

    return _gamma(times, start, clock, fastest=2 * np.exp(beta))


def two_tokens(times: Any, *, beta: float, u0: float, causal: bool = False) -> np.ndarray:
    """The inner product u(t) of two tokens under self-attention with Q = K = V = I,

        du/dt = 2 (1 - u^2) / (1 + e^(beta (1 - u))),

    two equiangular tokens.  `causal`: the first token stands still, so all takes twice as long.
    Equal and opposite tokens, u0 = 1 and u0 = -1, stay.
    """
    times = np.asarray(times, float)
    if abs(u0) == 1:
        return np.full(times.shape, float(u0))
    return equiangular(times / 2 if causal else times, n=2, beta=beta, start=u0)


def _check_equiangular(n: int, beta: float, start: float) -> None:
    if n < 2:
        raise InputError(f"Equiangular tokens need `n` >= 2. Got n={n}.")
    if not 0 <= beta <= LARGEST_BETA:
        raise InputError(f"`beta` must lie in [0, {LARGEST_BETA:g}]. Got {beta!r}.")
    if not -1 / (n - 1) < start < 1:
        raise InputError(
            f"{n} equiangular tokens have an inner product in (-1/(n-1), 1) = "
            f"({-1 / (n - 1):.6g}, 1). Got {start!r}."
        )


def _attraction(log_s: np.ndarray, n: int, beta: float) -> np.ndarray:
    """An integral over s of e^(beta s) (1 / s + 1 / (a - s)), with its log s kept apart."""
    s, room = np.exp(log_s), 1 / (n - 1) - np.expm1(log_s)  # room = a - s, without cancellation
    if beta < 1e-17:  # the limit; e^x E1(x) would be a large constant plus this
        return log_s - np.log(room)
    return log_s + _ei_regular(beta * s) + np.exp(beta * (s + room)) * exp1(beta * room)


def _ei_regular(x: Any) -> np.ndarray:
    """The entire part of the exponential integral, Ei(x) - log|x| - Euler's constant.

    sum_k x^k / (k k!), summed for |x| < 1, where the difference would cancel.
    """
    x = np.asarray(x, float)
    small = np.abs(x) < 1
    near, far = np.where(small, x, 0.0), np.where(small, 1.0, x)
    series = sum(near**k / (k * factorial(k)) for k in range(1, 20))
    return np.where(small, series, expi(far) - np.log(np.abs(far)) - np.euler_gamma)


def _gamma(times: Any, start: float, clock: Callable, fastest: float) -> np.ndarray:
    """gamma = 1 - e^l at the given times, where clock(l) - clock(log(1 - start)) = t.

    By bisection, to rounding: l falls from log(1 - start), at most at the rate `fastest`.
    """
    times, begin = np.asarray(times, float), np.log1p(-start)
    if (times < 0).any():
        raise InputError(f"`times` must not be negative. Got {times.min():g}.")
    target = times + clock(begin)
    low = np.maximum(begin - fastest * times, LOG_TINY)
    width = begin - low
    for _ in range(62):
        width = width / 2
        low = np.where(clock(low + width) < target, low, low + width)
    return -np.expm1(low)


def first_token(times: Any, V: Any, x0: Any) -> np.ndarray:
    """The first token of causal attention, which sees only itself (arXiv:2411.04990),

        x_1(t) = e^(tV) x_1(0) / |e^(tV) x_1(0)|.

    Shape (T, d), or (d,) for one time.  Normalised every 300 e-folds, so that nothing overflows.
    """
    V, x0 = np.atleast_2d(np.asarray(V, float)), np.asarray(x0, float)
    path = [_oja(float(t), V, x0 / np.linalg.norm(x0)) for t in np.ravel(times)]
    return np.reshape(path, (*np.shape(times), len(x0)))


def _oja(t: float, V: np.ndarray, x: np.ndarray) -> np.ndarray:
    steps = int(np.ceil(abs(t) * np.linalg.norm(V, 2) / 300)) or 1
    push = expm(t / steps * V)
    for _ in range(steps):
        x = push @ x
        x = x / np.linalg.norm(x)
    return x


def renyi_constant() -> float:
    """Rényi's parking constant, the share of a long road that random cars of length one fill,

        int_0^oo exp(-2 int_0^t (1 - e^-u) / u du) dt = 0.7475979202...

    The inner integral is entire in t, and the tail is smooth in v = 1 / t.
    """
    head, _ = quad(lambda t: np.exp(2 * _ei_regular(-t)), 0, 1, epsabs=1e-14)
    tail, _ = quad(lambda v: np.exp(2 * _ei_regular(-1 / v)) / v**2, 0, 1, epsabs=1e-14)
    return float(head + tail)


def renyi_count(delta: float) -> float:
    """The mean number of Rényi centers of an endless uniform sequence on the circle,

        m 2 pi / delta,     m = `renyi_constant()`,

    up to a correction that vanishes faster than exponentially as delta -> 0.
    """
    return renyi_constant() * 2 * np.pi / delta


def strong_renyi_count(delta: float, d: int, n: int | None = None) -> float:
    """The mean number of strong Rényi centers among n uniform tokens on the sphere of R^d,

        sum_{k<n} (1 - c)^k = (1 - (1 - c)^n) / c,     c = `cap_mass(delta, d)`,

    and 1 / c for an endless sequence (arXiv:2411.04990, Lemma C.1): pi / delta for d = 2 and
    1 / sin^2(delta / 2) for d = 3.
    """
    mass = cap_mass(delta, d)
    if n is None or mass == 1:
        return 1 / mass
    return float(-np.expm1(n * np.log1p(-mass)) / mass)


def cap_mass(delta: float, d: int) -> float:
    """The share of the unit sphere of R^d within the angle `delta` of a point."""
    if delta >= np.pi:
        return 1.0
    if d == 1:
        return 0.5
    half = betainc((d - 1) / 2, 0.5, np.sin(delta) ** 2) / 2
    return float(half if delta <= np.pi / 2 else 1 - half)


def hemisphere_probability(n: int, d: int) -> float:
    """The probability that n uniform tokens on the sphere of R^d share a hemisphere (Wendel),

        2^-(n-1) sum_{k<d} C(n-1, k).

    1 for n <= d, 1/2 for n = 2 d.
    """
    return float(bdtr(min(d, n) - 1, n - 1, 0.5))


def interaction(angle: Any, beta: float) -> np.ndarray:
    """The pull h(a) = e^(beta (cos a - 1)) sin a between tokens at an angle on the circle."""
    angle = np.asarray(angle, float)
    return np.exp(-2 * beta * np.sin(angle / 2) ** 2) * np.sin(angle)


def interaction_peak(beta: float) -> float:
    """The angle at which the pull h is largest, cos a = (sqrt(4 beta^2 + 1) - 1) / (2 beta).

    pi / 2 at beta = 0; between (beta + 1/2)^(-1/2) and beta^(-1/2) for beta >= 1.
    """
    root = np.sqrt(4 * beta**2 + 1)
    versine = (1 + 1 / (root + 2 * beta)) / (1 + root)  # 1 - cos a, without cancellation
    return float(2 * np.arcsin(np.sqrt(versine / 2)))


def metastable_time_bound(*, beta: float, c: float, epsilon: float, rank: int = 1) -> float:
    """A time until which a strong Rényi center provably stays within epsilon c beta^(-1/2),

        T = epsilon a / (s h(a)),     a = c beta^(-1/2),

    for the s-th token (`rank`, from 1), when all before it are farther than (1 + 2 epsilon) a away
    and a exceeds `interaction_peak` (circle, Q = K = V = I; arXiv:2411.04990, Lemma 5.1).
    """
    angle = c * beta**-0.5
    if not interaction_peak(beta) < angle < np.pi:
        raise InputError(
            f"The bound needs c beta^(-1/2) between the peak of the pull, "
            f"{interaction_peak(beta):.6g}, and pi. Got c={c!r}, that is {angle:.6g}."
        )
    return float(epsilon * angle / (rank * interaction(angle, beta)))


def merge_time(gap: float, beta: float, m1: float = 1.0, m2: float = 1.0) -> float:
    """log10 of the time until two clusters of masses m1, m2 at an angle `gap` merge,

        T ~ e^(beta (1 - cos g)) / (beta sin^2 g (m1 / m2 + m2 / m1)),

    under self-attention with Q = K = V = I, to leading order for beta sin^2 g >> 1: the gap closes
    at the rate (m1 / m2 + m2 / m1) h(g), and nearly all of the time passes at its first value.
    """
    exponent = 2 * beta * np.sin(gap / 2) ** 2
    prefactor = beta * np.sin(gap) ** 2 * (m1 / m2 + m2 / m1)
    return float((exponent - np.log(prefactor)) / np.log(10))
