"""The first token of causal attention, which nobody else moves."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import expm


def first_token(times: ArrayLike, V: ArrayLike, x0: ArrayLike) -> np.ndarray:
    """The first token of causal attention, which sees only itself (arXiv:2411.04990),

        x_1(t) = e^(tV) x_1(0) / |e^(tV) x_1(0)|.

    Shape (T, d), or (d,) for one time.  Normalized every 300 e-folds, so that nothing overflows.
    """
    V, x0 = np.atleast_2d(np.asarray(V, float)), np.asarray(x0, float)
    path = [_oja(float(t), V, x0 / np.linalg.norm(x0)) for t in np.ravel(times)]
    return np.reshape(path, (*np.shape(times), len(x0)))


def _oja(t: float, V: np.ndarray, x: np.ndarray) -> np.ndarray:
    steps = int(np.ceil(abs(t) * np.linalg.norm(V, 2) / 300)) or 1
    push = expm(t / steps * V)
    for _ in range(steps):
        x = push @ x
        x = x / np.linalg.norm(x)
    return x
