"""One attention layer on a long context of equiangular tokens, beta_n = gamma log n.

A token keeps the share p of itself and takes the rest of its average from the mean of all,

    A_i = p theta_i + (1 - p) m,     m = 1/n sum_j theta_j,     p = (E - 1) / (E + n - 1),

with E = e^(beta (1 - rho)) = n^(gamma (1 - rho)): attention forgets the token (p -> 0) or ignores
the context (p -> 1) on the two sides of gamma = 1 / (1 - rho) (arXiv:2510.05554).
"""

import math

import numpy as np

from tokenflock.errors import InputError


def critical_scaling(rho: float) -> float:
    """The gamma at which beta_n = gamma log n is critical, 1 / (1 - rho)."""
    _check_rho(rho)
    return 1 / (1 - rho)


def long_context_limit(gamma: float, rho: float, *, residual: float = 0.0) -> float:
    """The cosine of two tokens after one layer with beta_n = gamma log n, as n -> oo.

    Without residual 1 below gamma_c, 4 rho / (1 + 3 rho) at it, rho above.  gamma counts as
    critical within rounding.  `residual` c: the layer returns c theta_i + A_i.
    """
    _check_rho(rho)
    excess = gamma * (1 - rho) - 1
    share = 0.5 if abs(excess) < 1e-12 else float(excess > 0)
    return 1 - _gap(share, rho, rho, residual)


def attention_layer(n: float, rho: float, beta: float, *, residual: float = 0.0) -> float:
    """The cosine of two of n equiangular tokens after one Pre-LN attention layer,

        1 - (c + p)^2 (1 - rho) / |x|^2,     x = (c + p) theta_i + (1 - p) m,

    exactly, at finite n: any n a float or an integer can hold.  Q = K = V = I, and `residual` is c.
    """
    _check_rho(rho, n)
    log_n = math.log(n)
    # p = (1 - 1/E) / (1 + (n - 1) / E), by logarithms: E may be e^1000 and n 10^400.
    log_e = beta * (1 - rho)
    crowd = math.exp(min(log_n + math.log1p(-math.exp(-log_n)) - log_e, 700))
    share = -math.expm1(-log_e) / (1 + crowd)
    mean_square = rho + (1 - rho) * math.exp(-log_n)
    return 1 - _gap(share, rho, mean_square, residual)


def _gap(share: float, rho: float, mean_square: float, residual: float) -> float:
    """1 - cosine, where <theta_i, m> = |m|^2 = `mean_square`."""
    own = residual + share
    square = own**2 + (2 * own + 1 - share) * (1 - share) * mean_square
    return own**2 * (1 - rho) / square if own else 0.0


def _check_rho(rho: float, n: float = np.inf) -> None:
    if not n >= 2:
        raise InputError(f"Two tokens of a context need `n` >= 2. Got {n!r}.")
    if not rho < 1 or (rho < 0 and not rho * (n - 1) > -1):
        raise InputError(
            "Equiangular tokens have an inner product in (-1/(n-1), 1), on an endless context in "
            f"[0, 1). Got rho={rho!r}, n={n!r}."
        )
