"""The papers' own script: explicit Euler steps of 0.05 with renormalization, in plain NumPy."""

import numpy as np

STEP = 0.05
EULER = "NumPy Euler"


def euler(
    x: np.ndarray, times: np.ndarray, *, beta: float, seen: np.ndarray | None = None
) -> np.ndarray:
    """The path (time, n, d) of one run; `seen` is one where token i may see token j, else zero."""
    path = [x]
    for count in np.rint(np.diff(times) / STEP).astype(int):
        for _ in range(count):
            w = np.exp(beta * (x @ x.T - 1))
            if seen is not None:
                w *= seen
            x = x + STEP * (w / w.sum(axis=1, keepdims=True)) @ x
            x = x / np.linalg.norm(x, axis=1, keepdims=True)
        path.append(x)
    return np.stack(path)
