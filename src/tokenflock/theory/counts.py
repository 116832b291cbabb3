"""How many Rényi centers random tokens have, and how often they share a hemisphere."""

import functools

import numpy as np
from scipy.integrate import quad
from scipy.special import bdtr, betainc

from tokenflock.theory.exponential_integral import ei_regular


@functools.cache
def renyi_constant() -> float:
    """Rényi's parking constant, the share of a long road that random cars of length one fill,

        int_0^oo exp(-2 int_0^t (1 - e^-u) / u du) dt = 0.7475979202...

    The inner integral is entire in t, and the tail is smooth in v = 1 / t.

    >>> print(f"{tkf.theory.renyi_constant():.10f}")
    0.7475979203
    """
    head, _ = quad(lambda t: np.exp(2 * ei_regular(-t)), 0, 1, epsabs=1e-14)
    tail, _ = quad(lambda v: np.exp(2 * ei_regular(-1 / v)) / v**2, 0, 1, epsabs=1e-14)
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

    >>> print(f"{tkf.theory.hemisphere_probability(n=10, d=3):.6f}")
    0.089844
    """
    return float(bdtr(min(d, n) - 1, n - 1, 0.5))
