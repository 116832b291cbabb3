"""Two tokens under noise that both of them see: their cosine u is a diffusion of its own.

With q = 2 / kappa, attention with Q = K = V = I and a(u) = 2 / (1 + e^(beta (1 - u))),

    one field     du = (a (1 - u^2) + q (1 - u) (d - 2 - u)) dt + (1 - u) sqrt(2 q (1 + u)) dB
    one matrix    du = (a (1 - u^2) - q u (1 - u^2)) dt + (1 - u^2) sqrt(2 q) dB,

from Ito's formula for <x_1, x_2>.  A matrix may send tokens to opposite ends (arXiv:2601.21942).
"""

import numpy as np
from numpy.typing import ArrayLike

from tokenflock.errors import InputError

FARTHEST, STEP = 20.0, 1e-3  # of artanh u: nearer to +-1 is nothing that floating point tells


def pair_diffusion(
    u: ArrayLike, *, kappa: float, d: int, noise: str = "common", beta: float | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Drift and variance, per unit time, of the cosine u of two tokens.

    `noise` is 'common' or 'common-matrix'; without `beta` there is noise alone.
    """
    u, q = np.asarray(u, float), 2 / kappa
    pull = 0.0 if beta is None else (1 - u**2) * _pull(u, beta)
    if noise == "common":
        return pull + q * (1 - u) * (d - 2 - u), 2 * q * (1 - u) ** 2 * (1 + u)
    if noise == "common-matrix":
        return pull - q * u * (1 - u**2), 2 * q * (1 - u**2) ** 2
    raise InputError(f"`noise` must be one of 'common', 'common-matrix'. Got {noise!r}.")


def opposite_probability(u0: float, *, beta: float, kappa: float) -> float:
    """The probability that two tokens under attention and one matrix of noise end up opposite.

    With z = artanh u, dz = (a + q u) dt + sqrt(2 q) dB, so that a scale function of z is

        s'(z) = exp(-int_0^z a / q) / cosh z,

    and the probability is int_z0^oo s' / int_-oo^oo s'.  Zero unless q > a(-1), that is, unless
    kappa < 1 + e^(2 beta); one half from u0 = 0 without attention.
    """
    if not -1 < u0 < 1:
        raise InputError(f"`u0` must lie in (-1, 1). Got {u0!r}.")
    if kappa >= critical_kappa(beta):
        return 0.0
    here = round(FARTHEST / STEP)
    z = np.arctanh(u0) + STEP * np.arange(-here, here + 1)
    over_q = kappa / 2 * _pull(np.tanh(z), beta)
    climbed = _sums(over_q)
    scale = np.exp(climbed[here] - climbed) / np.cosh(z)
    passed = _sums(scale)
    # Beyond, the pull is constant: tails are exponentials.
    below = passed[here] + scale[0] / (1 - over_q[0])
    above = passed[-1] - passed[here] + scale[-1] / (1 + over_q[-1])
    return float(above / (below + above))


def critical_kappa(beta: float) -> float:
    """The kappa above which no pair ends up opposite, 1 + e^(2 beta)."""
    return float(1 + np.exp(2 * beta))


def _pull(u: np.ndarray, beta: float) -> np.ndarray:
    """a(u), over which du/dt = a (1 - u^2) under attention alone."""
    return 2 / (1 + np.exp(beta * (1 - u)))


def _sums(values: np.ndarray) -> np.ndarray:
    """The integral from the first point to each, by trapezoids."""
    return np.concatenate([[0.0], np.cumsum((values[1:] + values[:-1]) / 2)]) * STEP
