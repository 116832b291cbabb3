"""The exponential integral without its singularity."""

from math import factorial

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expi


def ei_regular(x: ArrayLike) -> np.ndarray:
    """The entire part of the exponential integral, Ei(x) - log|x| - Euler's constant.

    sum_k x^k / (k k!), summed for |x| < 1, where the difference would cancel.
    """
    x = np.asarray(x, float)
    small = np.abs(x) < 1
    near, far = np.where(small, x, 0.0), np.where(small, 1.0, x)
    series = sum(near**k / (k * factorial(k)) for k in range(1, 20))
    return np.where(small, series, expi(far) - np.log(np.abs(far)) - np.euler_gamma)
