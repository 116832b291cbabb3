"""Equiangular tokens under each law of normalization, x = r theta (arXiv:2510.22026),

    dtheta/dt = P_theta A / s,     dr/dt = rho.

With one inner product gamma for all pairs and one radius r, all laws share one equation,

    dgamma/dt = 2 / s (1 - gamma) (1 + (n-1) gamma) / (e^(beta (1 - gamma)) + n - 1),

and differ in s and rho.  It is followed in log(1 - gamma), which keeps all digits near 1.
"""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.integrate import quad, solve_ivp

from tokenflock.errors import InputError
from tokenflock.theory.equal_angles import check_equiangular, check_times
from tokenflock.theory.weighting import is_softmax


@dataclass(frozen=True)
class Normalization:
    """A law: the slowness s(t, r, |A|) and the radial speed rho(t, <theta, A>, |A|).

    Under the softmax all laws end alike, 1 - gamma ~ C e^(-2 clock(t)), each on its own clock: the
    integral of 1 / s once tokens agree, |A| = 1 and r ~ t.  `switch`: when the law changes.
    """

    name: str
    slowness: Callable[[float, float, float], float]
    radial: Callable[[float, float, float], float]
    clock: Callable[[Any], Any]
    switch: float | None = None


def _standing(t: float, along: float, size: float) -> float:
    return 0.0


post_ln = Normalization(
    "post-ln", lambda t, r, size: 1.0, _standing, lambda t: np.asarray(t, float)
)
pre_ln = Normalization("pre-ln", lambda t, r, size: r, lambda t, along, size: along, np.log)
peri_ln = Normalization(
    "peri-ln", lambda t, r, size: r * size, lambda t, along, size: along / size, np.log
)
sqrt_scaling = Normalization(
    "sqrt-scaling",
    lambda t, r, size: np.sqrt(t + 1),
    _standing,
    lambda t: 2 * np.sqrt(np.asarray(t, float) + 1),
)


def mix_ln(switch: float) -> Normalization:
    """Post-LN until the time `switch`, Pre-LN after it."""
    return Normalization(
        f"mix-ln:{switch:g}",
        lambda t, r, size: 1.0 if t < switch else r,
        lambda t, along, size: 0.0 if t < switch else along,
        np.log,
        switch,
    )


def ngpt(alpha: float | Callable[[float], float]) -> Normalization:
    """nGPT with the step alpha, a number or a function of time: s = |A| / alpha."""
    step = alpha if callable(alpha) else lambda t: alpha
    name = "ngpt" if callable(alpha) else f"ngpt:{alpha:g}"
    clock = np.vectorize(lambda t: quad(step, 0, t, limit=200)[0] if callable(alpha) else alpha * t)
    return Normalization(name, lambda t, r, size: size / step(t), _standing, clock)


@dataclass(frozen=True)
class EquiangularPath:
    """Equiangular tokens over time: log(1 - gamma) and the radius r, one value per time."""

    times: np.ndarray
    log_gap: np.ndarray
    radius: np.ndarray

    @property
    def gamma(self) -> np.ndarray:
        """The common inner product of the directions."""
        return -np.expm1(self.log_gap)


def normalized_equiangular(
    times: ArrayLike,
    law: Normalization,
    *,
    n: int,
    beta: float,
    start: float = 0.0,
    radius: float = 1.0,
    weighting: str = "softmax",
) -> EquiangularPath:
    """The path of n equiangular tokens, from gamma = `start` and r = `radius` at t = 0.

    Q = K = V = I; `weighting="unnormalized"` weighs by e^(beta <x_i, x_j>) / n (USA).  Relative
    error of 1 - gamma near 1e-10.
    """
    times, softmax = check_times(times), is_softmax(weighting)
    check_equiangular(n, beta, start)
    if not radius > 0:
        raise InputError(f"`radius` must be positive. Got {radius!r}.")

    def velocity(t: float, state: np.ndarray) -> list[float]:
        log_gap, r = state
        along, size, closing = _attention(np.exp(min(log_gap, 0.7)), n, beta, softmax)
        return [-closing / law.slowness(t, r, size), law.radial(t, along, size)]

    log_gap, r = _followed(velocity, (np.log1p(-start), radius), times, law.switch)
    return EquiangularPath(times, log_gap, r)


def initial_speed(law: Normalization, *, n: int, beta: float, radius: float = 1.0) -> float:
    """dgamma/dt at t = 0 of n orthogonal tokens of radius r, 2 / (s (e^beta + n - 1)).

    Post-LN, Mix-LN and sqrt-scaling: 2 / (e^beta + n - 1); Pre-LN: that over r; Peri-LN:
    2 / (r sqrt(e^(2 beta) + n - 1)); nGPT: 2 alpha_0 / sqrt(e^(2 beta) + n - 1).
    """
    check_equiangular(n, beta, 0.0)
    _, size, closing = _attention(1.0, n, beta, True)
    return float(closing / law.slowness(0.0, radius, size))


def _attention(gap: float, n: int, beta: float, softmax: bool) -> tuple[float, float, float]:
    """<theta, A>, |A| and -s d log(1 - gamma) / dt of equiangular tokens at 1 - gamma = gap.

    In units of the weight of another token the own one weighs e = e^(beta gap).
    """
    e, others, gamma = np.exp(beta * gap), n - 1, 1 - gap
    weight = 1 / (e + others) if softmax else np.exp(beta * gamma) / n
    along = (e + others * gamma) * weight
    # The others less their part along theta: |sum_k (theta_k - gamma theta)|^2.
    across = others * gap * (1 + gamma) + others * (others - 1) * gap * gamma
    size = np.hypot(along, np.sqrt(max(across, 0.0)) * weight)
    return along, size, 2 * (1 + others * gamma) * weight


def _followed(
    velocity: Callable, start: tuple[float, float], times: np.ndarray, switch: float | None
) -> np.ndarray:
    """The state at the times, shape (2, ...); a law that switches is followed up to there first."""
    flat = np.unique(np.append(0.0, times))
    stops = [0.0, *([switch] if switch is not None and 0 < switch < flat[-1] else []), flat[-1]]
    states, state = {0.0: np.asarray(start)}, np.asarray(start)
    for begin, end in itertools.pairwise(stops):
        inside = np.append(flat[(flat > begin) & (flat < end)], end)
        states |= _piece(velocity, state, begin, inside)
        state = states[end]
    return np.stack([states[t] for t in np.ravel(times)], axis=-1).reshape(2, *times.shape)


def _piece(
    velocity: Callable, state: np.ndarray, begin: float, times: np.ndarray
) -> dict[float, np.ndarray]:
    """The states at times after `begin`, under the law that holds before the last of them."""
    if times[-1] == begin:
        return {}
    before = np.nextafter(times[-1], begin)

    def here(t: float, state: np.ndarray) -> list[float]:
        return velocity(min(t, before), state)

    path = solve_ivp(here, (begin, times[-1]), state, "DOP853", times, rtol=1e-12, atol=1e-13)
    return dict(zip(path.t.tolist(), path.y.T, strict=True))
