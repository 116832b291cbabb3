"""Equiangular tokens: one inner product gamma stands for all pairs, and has a closed form.

With s = 1 - gamma, l = log s and a = n / (n - 1), both flows separate into

    1 / (s (a - s)) = (1 / a) (1 / s + 1 / (a - s)),

whose product with e^(beta s) integrates to exponential integrals: `_attraction`.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import exp1, expi

from tokenflock.errors import InputError
from tokenflock.theory.exponential_integral import ei_regular

LARGEST_BETA = 350.0  # e^(2 |beta|) must stay finite
LOG_TINY = -745.0  # exp of it is the smallest positive number


def equiangular(times: ArrayLike, *, n: int, beta: float, start: float = 0.0) -> np.ndarray:
    """The common inner product gamma(t) of n tokens under self-attention with Q = K = V = I,

        dgamma/dt = 2 (1 - gamma) ((n-1) gamma + 1) / (e^(beta (1 - gamma)) + n - 1),

    from gamma(0) = `start`, 0 for orthogonal tokens (arXiv:2312.10794).  Found from its implicit
    solution, absolute error near 1e-15.  At beta = 0, start = 0: (e^2t - 1) / (e^2t + n - 1).

    >>> print(f"{tkf.theory.equiangular(1.0, n=2, beta=0.0):.6f} {np.tanh(1.0):.6f}")
    0.761594 0.761594
    """
    check_equiangular(n, beta, start)

    def clock(log_s: np.ndarray) -> np.ndarray:
        headroom = np.log1p(-(n - 1) * np.expm1(log_s))
        return -(_attraction(log_s, n, beta) + (n - 1) * (log_s - headroom)) / (2 * n)

    return _gamma(times, start, clock, fastest=2.0 if beta >= 0 else 2 * n / (n - 1))


def equiangular_usa(times: ArrayLike, *, n: int, beta: float, start: float = 0.0) -> np.ndarray:
    """The common inner product gamma(t) of n tokens under unnormalized self-attention,

        dgamma/dt = 2 / n e^(beta gamma) (1 - gamma) ((n-1) gamma + 1),

    from gamma(0) = `start` (arXiv:2312.10794).  Equal to `equiangular` at beta = 0.  Accurate to
    rounding in t, which near the jump means more in gamma: it rises at rates up to e^beta.
    """
    check_equiangular(n, beta, start)

    def clock(log_s: np.ndarray) -> np.ndarray:
        return -np.exp(-beta) / 2 * _attraction(log_s, n, beta)

    return _gamma(times, start, clock, fastest=2 * np.exp(abs(beta)))


def two_tokens(times: ArrayLike, *, beta: float, u0: float, causal: bool = False) -> np.ndarray:
    """The inner product u(t) of two tokens under self-attention with Q = K = V = I,

        du/dt = 2 (1 - u^2) / (1 + e^(beta (1 - u))),

    two equiangular tokens.  `causal`: the first token stands still, so all takes twice as long.
    Equal and opposite tokens, u0 = 1 and u0 = -1, stay.
    """
    times = np.asarray(times, float)
    if abs(u0) == 1:
        return np.full(times.shape, float(u0))
    return equiangular(times / 2 if causal else times, n=2, beta=beta, start=u0)


def check_equiangular(n: int, beta: float, start: float) -> None:
    """Raise `InputError` unless n tokens can be equiangular at `start` and beta in range."""
    if n < 2:
        raise InputError(f"Equiangular tokens need `n` >= 2. Got n={n}.")
    if not abs(beta) <= LARGEST_BETA:
        raise InputError(f"`beta` must lie in [-{LARGEST_BETA:g}, {LARGEST_BETA:g}]. Got {beta!r}.")
    if not -1 / (n - 1) < start < 1:
        raise InputError(
            f"{n} equiangular tokens have an inner product in (-1/(n-1), 1) = "
            f"({-1 / (n - 1):.6g}, 1). Got {start!r}."
        )


def _attraction(log_s: np.ndarray, n: int, beta: float) -> np.ndarray:
    """An integral over s of e^(beta s) (1 / s + 1 / (a - s)), with its log s kept apart."""
    s, room = np.exp(log_s), 1 / (n - 1) - np.expm1(log_s)  # room = a - s, without cancellation
    if beta <= -1:
        return _ei(log_s, beta) - np.exp(beta * (s + room)) * expi(-beta * room)
    if beta < 1e-17:  # e^x E1(x) would be a large constant plus this
        regular = np.log(room) + ei_regular(-beta * room)
        return log_s + ei_regular(beta * s) - np.exp(beta * (s + room)) * regular
    return log_s + ei_regular(beta * s) + np.exp(beta * (s + room)) * exp1(beta * room)


def _ei(log_s: np.ndarray, beta: float) -> np.ndarray:
    """Ei(beta s) for beta < 0: its digits where it is small, log s where s itself underflows."""
    x = beta * np.exp(log_s)
    near = np.minimum(log_s + np.log(-beta), 0.0) + np.euler_gamma + ei_regular(np.maximum(x, -1.0))
    return np.where(x > -1, near, -exp1(-np.minimum(x, -1.0)))


def _gamma(times: ArrayLike, start: float, clock: Callable, fastest: float) -> np.ndarray:
    """gamma = 1 - e^l at the given times, where clock(l) - clock(log(1 - start)) = t.

    By bisection, to rounding: l falls from log(1 - start), at most at the rate `fastest`.
    """
    times, begin = check_times(times), np.log1p(-start)
    target = times + clock(begin)
    low = np.maximum(begin - fastest * times, LOG_TINY)
    width = begin - low
    for _ in range(62):
        width = width / 2
        low = np.where(clock(low + width) < target, low, low + width)
    return -np.expm1(low)


def check_times(times: ArrayLike) -> np.ndarray:
    """Times as an array, none of them negative."""
    times = np.asarray(times, float)
    if (times < 0).any():
        raise InputError(f"`times` must not be negative. Got {times.min():g}.")
    return times
