"""Random weights, by name: laws of the matrices M = Q^T K and V (arXiv:2312.10794).

gaussian   G / sqrt(d)                     entries of G independent, N(0, 1)
product    Q^T K / sqrt(d)                 Q, K Gaussian
wigner     symmetric, N(0, 1 / d) on and off the diagonal
goe        (G + G^T) / sqrt(2 d)           twice the variance on the diagonal
wishart    G G^T / sqrt(d)
white      G / sqrt(d heads t)             V only, drawn anew after every time t (`layer_time`)
+qk, -qk   M / |M|, -M / |M|               V only, with the spectral norm of M
"""

from collections.abc import Callable

import numpy as np

Law = Callable[[np.random.Generator, int], np.ndarray]


def gaussian(rng: np.random.Generator, d: int) -> np.ndarray:
    """Independent entries of variance 1 / d (Ginibre)."""
    return rng.standard_normal((d, d)) / np.sqrt(d)


def product(rng: np.random.Generator, d: int) -> np.ndarray:
    """The product of two Gaussian matrices."""
    q, k = rng.standard_normal((2, d, d))
    return q.T @ k / np.sqrt(d)


def wigner(rng: np.random.Generator, d: int) -> np.ndarray:
    """A symmetric matrix of entries of one variance."""
    lower = np.tril(gaussian(rng, d))
    return lower + np.tril(lower, -1).T


def goe(rng: np.random.Generator, d: int) -> np.ndarray:
    """The Gaussian orthogonal ensemble: symmetric, its law invariant under rotations."""
    g = gaussian(rng, d)
    return (g + g.T) / np.sqrt(2)


def wishart(rng: np.random.Generator, d: int) -> np.ndarray:
    """A positive semidefinite matrix."""
    g = rng.standard_normal((d, d))
    return g @ g.T / np.sqrt(d)


LAWS: dict[str, Law] = {
    "gaussian": gaussian,
    "product": product,
    "wigner": wigner,
    "goe": goe,
    "wishart": wishart,
}


def drawn(law: str, heads: int, d: int, rng: np.random.Generator) -> np.ndarray:
    """One matrix per head, (heads, d, d), from the law of a name."""
    return np.stack([LAWS[law](rng, d) for _ in range(heads)])


def white(heads: int, d: int, layer_time: float, rng: np.random.Generator) -> np.ndarray:
    """Matrices V whose integral over many layers is a Brownian motion, (heads, d, d).

    A layer of length `layer_time` adds sum_h V_h m^h layer_time: sqrt(layer_time / (d heads)) times
    a Gaussian matrix for each head, the scaling of arXiv:2604.01978 as we read it.
    """
    return drawn("gaussian", heads, d, rng) / np.sqrt(heads * layer_time)


def signed(qk: np.ndarray, sign: float) -> np.ndarray:
    """sign M / |M| for every head."""
    return sign * qk / np.linalg.norm(qk, 2, axis=(-2, -1))[..., None, None]
