"""How much each position of a text moves what the last layer makes of it.

    influence_j ~ |dy / dx_j|_F ,     |J|_F^2 = E |J^T u|^2 d ,    u uniform on the sphere,

y the last token after the last layer (causal), or the mean of all tokens; x_j token j in front of
the first.  Estimated by some fixed probes u, normalized to sum one.
"""

import numpy as np
from jaxtyping import Float

PROBES = 4


def unit_probes(d: int, count: int) -> Float[np.ndarray, "count d"]:
    """The directions u of the output that are followed back: the same for every model."""
    drawn = np.random.default_rng(20).normal(size=(count, d))
    return drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


def profile(squares: Float[np.ndarray, " n"]) -> Float[np.ndarray, " n"]:
    """The share of every position, from sums over probes of |J_j^T u|^2."""
    sizes = np.sqrt(np.asarray(squares, float))
    return sizes / max(float(sizes.sum()), 1e-300)
