"""The pull between tokens on the circle, and how long it lets them stay apart."""

import numpy as np
from numpy.typing import ArrayLike

from tokenflock.errors import InputError


def interaction(angle: ArrayLike, beta: float) -> np.ndarray:
    """The pull h(a) = e^(beta (cos a - 1)) sin a between tokens at an angle on the circle."""
    angle = np.asarray(angle, float)
    return np.exp(-2 * beta * np.sin(angle / 2) ** 2) * np.sin(angle)


def interaction_peak(beta: float) -> float:
    """The angle at which the pull h is largest, cos a = (sqrt(4 beta^2 + 1) - 1) / (2 beta).

    pi / 2 at beta = 0; between (beta + 1/2)^(-1/2) and beta^(-1/2) for beta >= 1.  For beta < 0 the
    far side pulls the most, at pi minus the angle of -beta.
    """
    root = np.sqrt(4 * beta**2 + 1)
    beyond = 1 / (root + 2 * beta) if beta > 0 else root - 2 * beta  # equal: none cancels
    versine = (1 + beyond) / (1 + root)  # 1 - cos a, without cancellation
    return float(2 * np.arcsin(np.sqrt(versine / 2)))


def metastable_time_bound(*, beta: float, c: float, epsilon: float, rank: int = 1) -> float:
    """A time until which a strong Rényi center provably stays within epsilon c beta^(-1/2),

        T = epsilon a / (s h(a)),     a = c beta^(-1/2),

    for the s-th token (`rank`, from 1), when all before it are farther than (1 + 2 epsilon) a away
    and a exceeds `interaction_peak` (circle, Q = K = V = I; arXiv:2411.04990, Lemma 5.1).
    """
    check_sharp(beta)
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

    >>> print(f"10^{tkf.theory.merge_time(np.pi / 2, beta=64.0):.2f}")
    10^25.69
    """
    check_sharp(beta)
    exponent = 2 * beta * np.sin(gap / 2) ** 2
    prefactor = beta * np.sin(gap) ** 2 * (m1 / m2 + m2 / m1)
    return float((exponent - np.log(prefactor)) / np.log(10))


def check_sharp(beta: float) -> None:
    """Raise `InputError` unless beta > 0, where clusters that are apart hold still for long."""
    if not beta > 0:
        raise InputError(
            "Clusters wait for each other only where the pull fades with distance, for `beta` > 0. "
            f"Got beta={beta!r}."
        )
