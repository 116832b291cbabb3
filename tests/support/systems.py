"""Random systems without any symmetry, every kind of mask, and the loop reference of each."""

import numpy as np

from support import reference
from tokenflock import causal, full, normalize, window

N = 6
SEEN = np.random.default_rng(7).random((N, N)) < 0.5
SEEN[np.arange(N), np.random.default_rng(8).integers(N, size=N)] = True
MASKS = {
    "full": (full, reference.sees_full),
    "causal": (causal, reference.sees_causal),
    "window": (window(3), reference.sees_window(3)),
    "explicit": (SEEN, lambda i, j: bool(SEEN[i, j])),
}


def random_system(d, heads, seed=0):
    """Tokens on the sphere and heads of matrices without any symmetry."""
    rng = np.random.default_rng([seed, d, heads])
    x = normalize(rng.normal(size=(N, d)))
    return x, rng.normal(size=(heads, d, d)), rng.normal(size=(heads, d, d))


def by_loops(law, x, *args):
    return np.array([law(x.tolist(), i, *args) for i in range(len(x))])
