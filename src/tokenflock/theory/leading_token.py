"""The first two tokens of causal attention: nobody moves the first, only it the second."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.integrate import solve_ivp
from scipy.linalg import expm


def first_token(times: ArrayLike, V: ArrayLike, x0: ArrayLike) -> np.ndarray:
    """The first token of causal attention, which sees only itself (arXiv:2411.04990),

        x_1(t) = e^(tV) x_1(0) / |e^(tV) x_1(0)|.

    Shape (T, d), or (d,) for one time.  Normalized every 300 e-folds, so that nothing overflows.
    """
    V, x0 = np.atleast_2d(np.asarray(V, float)), np.asarray(x0, float)
    path = [_oja(float(t), V, x0 / np.linalg.norm(x0)) for t in np.ravel(times)]
    return np.reshape(path, (*np.shape(times), len(x0)))


def second_token(
    times: ArrayLike, x1: ArrayLike, x2: ArrayLike, *, beta: float, qk: ArrayLike | None = None,
    masses: tuple[float, float] = (1.0, 1.0),
) -> np.ndarray:  # fmt: skip
    """The angle phi(t) between the first two tokens of causal attention with V = I and any M,

        dphi/dt = -sin phi m_1 / (m_1 + m_2 e^(beta <x_2, M (x_2 - x_1)>)),

    x_2 = cos phi x_1 + sin phi e, which stays in the plane of the start; M = Q^T K.  The first
    token rests.  At beta = 0 and equal masses tan(phi / 2) decays like e^(-t/2).
    """
    x1, x2 = np.asarray(x1, float), np.asarray(x2, float)
    M = np.eye(len(x1)) if qk is None else np.asarray(qk, float)
    side = x2 - (x2 @ x1) * x1
    start = np.arctan2(np.linalg.norm(side), x2 @ x1)
    e = side / max(float(np.linalg.norm(side)), 1e-300)

    def velocity(t: float, phi: np.ndarray) -> np.ndarray:
        x = np.cos(phi[0]) * x1 + np.sin(phi[0]) * e
        odds = masses[1] / masses[0] * np.exp(beta * (x @ M @ (x - x1)))
        return -np.sin(phi) / (1 + odds)

    t = np.atleast_1d(np.asarray(times, float))
    # Angles become as small as e^(-t): only relative errors count.
    path = solve_ivp(velocity, (t[0], t[-1]), [start], "DOP853", t, rtol=1e-12, atol=1e-300)
    return np.reshape(path.y[0], np.shape(times))


def _oja(t: float, V: np.ndarray, x: np.ndarray) -> np.ndarray:
    steps = int(np.ceil(abs(t) * np.linalg.norm(V, 2) / 300)) or 1
    push = expm(t / steps * V)
    for _ in range(steps):
        x = push @ x
        x = x / np.linalg.norm(x)
    return x
