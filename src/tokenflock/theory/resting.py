"""Where a causal token rests that does not reach the leading eigenvector of V.

Let V of the plane have eigenvalues 1 and mu < 1, alpha in (0, pi/2] the angle between their lines,
Q = K = I.  The first token ends at +-xi, say at xi.  The next one, at the angle phi from m such
leaders, moves by

    dphi/dt = -sin(phi) B(phi) / (1 + m f),     B = m f + (1 - mu) sin(alpha - phi) / sin(alpha),
    f = e^(beta (cos(phi) - 1)).

On (alpha, pi) the quotient f / sin(phi - alpha) falls and then rises.  So B has at most two zeros
there, and two exactly if B(pi) = m e^(-2 beta) - (1 - mu) > 0 while B < 0 somewhere before:

    m min over phi of f sin(alpha) / sin(phi - alpha)  <  1 - mu  <  m e^(-2 beta).

Then -xi repels, and at the second zero the token rests, stable.  The interval is empty for
alpha = pi/2 only, a symmetric V; outside it +-xi are the only stable places.
"""

import numpy as np
from scipy.optimize import brentq

from tokenflock.errors import InputError


def skewed(mu: float, alpha: float) -> np.ndarray:
    """The V with eigenvector (1, 0) of 1 and (cos alpha, sin alpha) of mu."""
    return np.array([[1.0, -(1 - mu) / np.tan(alpha)], [0.0, mu]])


def turning_speed(
    phi: np.ndarray | float, *, beta: float, mu: float, alpha: float, leaders: int = 1
) -> np.ndarray | float:
    """dphi/dt of a token at an angle phi from its leaders, which rest at xi."""
    f = leaders * np.exp(beta * (np.cos(phi) - 1))
    bracket = f + (1 - mu) * np.sin(alpha - phi) / np.sin(alpha)
    return -np.sin(phi) * bracket / (1 + f)


def resting_interval(*, beta: float, alpha: float, leaders: int = 1) -> tuple[float, float]:
    """The eigenvalues mu between which a token can rest, stable, at neither xi nor -xi.

    (1 - m e^(-2 beta), 1 - m min_phi f sin(alpha) / sin(phi - alpha)); empty for alpha = pi/2.

    >>> low, high = tkf.theory.resting_interval(beta=0.5, alpha=0.1)
    >>> print(f"{low:.4f} {high:.4f}")
    0.6321 0.9483
    """
    _check(beta, alpha)
    phi = _turn(beta, alpha)
    least = np.exp(beta * (np.cos(phi) - 1)) * np.sin(alpha) / np.sin(phi - alpha)
    return float(1 - leaders * np.exp(-2 * beta)), float(1 - leaders * least)


def resting_angle(*, beta: float, mu: float, alpha: float, leaders: int = 1) -> float:
    """The angle in (0, pi) from its leaders at which a token rests; NaN if there is none.

    >>> angle = tkf.theory.resting_angle(beta=0.5, mu=0.8, alpha=0.1)
    >>> print(f"{np.sin(angle):.4f}")  # from -xi
    0.0849
    """
    low, high = resting_interval(beta=beta, alpha=alpha, leaders=leaders)
    if not low < mu < high:
        return float("nan")

    def bracket(phi: float) -> float:
        f = leaders * np.exp(beta * (np.cos(phi) - 1))
        return float(f + (1 - mu) * np.sin(alpha - phi) / np.sin(alpha))

    return float(brentq(bracket, _turn(beta, alpha), np.pi, xtol=1e-15))


def _turn(beta: float, alpha: float) -> float:
    """Where f / sin(phi - alpha) is least: at cot(phi - alpha) = -beta sin(phi), past pi/2."""

    def slope(phi: float) -> float:
        return float(-beta * np.sin(phi) * np.sin(phi - alpha) - np.cos(phi - alpha))

    first = np.pi / 2 + alpha
    if slope(np.pi) <= 1e-15:  # a symmetric V: it falls all the way
        return np.pi
    return float(first if slope(first) >= 0 else brentq(slope, first, np.pi, xtol=1e-15))


def _check(beta: float, alpha: float) -> None:
    if not (0 <= beta < np.inf and 0 < alpha <= np.pi / 2):
        raise InputError(
            "`beta` must be at least 0 and `alpha`, the angle between two lines, in (0, pi/2]. "
            f"Got beta={beta:g} and alpha={alpha:g}."
        )
