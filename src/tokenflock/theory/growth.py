"""The uniform density on the sphere, and which ripples of it grow.

Let 1 + eps Y_k be the density, Y_k a harmonic of degree k on the sphere of R^d.  The kernel
multiplies it by l_k (Funk, Hecke) and the tokens climb its potential:

    e^(beta <x, y>) * Y_k = l_k Y_k,     v = grad(1 + eps l_k / l_0 Y_k) l_0 / (beta N),

with N = l_0 under the softmax and 1 for unnormalized attention.  Since -Laplace Y_k =
k (k + d - 2) Y_k, the ripple grows at the rate k (k + d - 2) l_k / (beta N).
"""

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammaln, ive

from tokenflock.errors import InputError
from tokenflock.theory.weighting import is_softmax


def growth_rates(
    k: ArrayLike, *, beta: float, d: int = 2, weighting: str = "softmax", kappa: float = np.inf
) -> np.ndarray:
    """The rate at which harmonics of degree k grow at the uniform density,

        k (k + d - 2) (l_k / (beta N) - 1 / kappa),
        l_k = Gamma(d/2) (2 / beta)^(d/2 - 1) I_(k + d/2 - 1)(beta),     N = l_0 or 1.

    On the circle k^2 I_k / (beta I_0) for the softmax (SA), k^2 I_k / beta for unnormalized
    attention (USA).  `kappa` is the inverse temperature of noise sqrt(2 / kappa) dW.  At beta = 0
    only k = 1 is attracted, at (d - 1) / d: noise wins below kappa = d.  For beta < 0,
    l_k(-beta) = (-1)^k l_k(beta): ripples of odd degree grow, those of even degree decay.
    """
    k = np.asarray(k, float)
    stiffness = k * (k + d - 2)
    return stiffness * (_attraction(k, beta, d, is_softmax(weighting)) - 1 / kappa)


def _attraction(k: np.ndarray, beta: float, d: int, softmax: bool) -> np.ndarray:
    """l_k / (beta N)."""
    if d < 2:
        raise InputError(f"The sphere of R^d has a uniform density for `d` >= 2. Got d={d}.")
    if abs(beta) < 1e-8:  # l_1 / beta -> 1 / d, and l_k is of order beta^k
        return np.where(k == 1, 1 / d, np.where(k == 0, np.inf, 0.0))
    order = d / 2 - 1
    size, sign = abs(beta), 1.0 if beta > 0 else -((-1.0) ** k)
    ratio = sign * ive(k + order, size) / ive(order, size) / size
    return ratio if softmax else ratio * np.exp(_log_mean(size, d))


def _log_mean(beta: float, d: int) -> float:
    """log l_0, the mean of e^(beta <x, y>) over the sphere, beta > 0."""
    order = d / 2 - 1
    return float(gammaln(d / 2) + order * np.log(2 / beta) + np.log(ive(order, beta)) + beta)


def fastest_mode(beta: float, d: int = 2) -> int:
    """The degree k of the fastest growing ripple, argmax_k k (k + d - 2) I_(k + d/2 - 1)(beta).

    About sqrt(2 beta) on the circle for large beta: k^2 I_k ~ k^2 e^(-k^2 / (2 beta)); for beta < 0
    the odd degree near that of |beta|.
    """
    modes = np.arange(1, int(4 * np.sqrt(abs(beta) + d)) + 10)
    return int(modes[np.argmax(growth_rates(modes, beta=beta, d=d))])
