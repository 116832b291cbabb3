"""Attention at beta = 0 on the circle: the Kuramoto model of identical oscillators,

    dphi_i/dt = 1/n sum_j sin(phi_j - phi_i) = Im(Z e^(-i phi_i)),     Z = 1/n sum_j e^(i phi_j).

Softmax and unnormalized attention agree there.
"""

import numpy as np
from numpy.typing import ArrayLike
from scipy.integrate import solve_ivp

from tokenflock.errors import InputError
from tokenflock.theory.equal_angles import check_times


def kuramoto_points(times: ArrayLike, angles: ArrayLike) -> np.ndarray:
    """The points e^(i phi) of n oscillators that start at `angles`, shape (T, n).

    All of them are moved by one Moebius map of the disc (Marvel, Mirollo, Strogatz 2009),

        M(w) = (e^(i psi) w + a) / (1 + conj(a) e^(i psi) w),
        da/dt = (Z - conj(Z) a^2) / 2,     dpsi/dt = Im(Z conj(a)).

    Absolute error near 1e-11 until they have met (1 - |a| small), which the map cannot resolve.
    """
    times, w = check_times(times), np.exp(1j * np.asarray(angles, float))

    def velocity(t: float, state: np.ndarray) -> list[float]:
        a = complex(state[0], state[1])
        z = _moved(w, a, state[2]).mean()
        da = (z - np.conj(z) * a * a) / 2
        return [da.real, da.imag, (z * np.conj(a)).imag]

    flat = np.unique(np.append(0.0, times))
    path = solve_ivp(
        velocity, (0.0, max(flat[-1], 1e-300)), [0.0, 0.0, 0.0], "DOP853", flat,
        rtol=1e-12, atol=1e-13,
    )  # fmt: skip
    moved = [_moved(w, complex(a, b), psi) for a, b, psi in path.y.T]
    return np.asarray(moved)[np.searchsorted(flat, times)]


def _moved(w: np.ndarray, a: complex, psi: float) -> np.ndarray:
    turned = np.exp(1j * psi) * w
    return (turned + a) / (1 + np.conj(a) * turned)


def kuramoto_order(times: ArrayLike, r0: float) -> np.ndarray:
    """The order parameter r(t) = |Z| of a density on the circle that starts as a Poisson kernel,

        dr/dt = r (1 - r^2) / 2,     r^2 = 1 / (1 + (1 / r0^2 - 1) e^-t)

    (Ott, Antonsen 2008): from the uniform density it rises like e^(t/2), the growth of mode 1.
    """
    if not 0 < r0 <= 1:
        raise InputError(f"`r0` must lie in (0, 1]. Got {r0!r}.")
    return 1 / np.sqrt(1 + (r0**-2 - 1) * np.exp(-check_times(times)))
