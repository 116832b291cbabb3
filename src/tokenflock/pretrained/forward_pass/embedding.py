"""From token numbers to the tokens in front of the first layer."""

import numpy as np
from jaxtyping import Float
from numpy.typing import ArrayLike

from tokenflock._jax import jnp
from tokenflock.errors import InputError
from tokenflock.pretrained.forward_pass.layers import norm_output, on_device
from tokenflock.pretrained.model import Model


def embed(model: Model, ids: ArrayLike) -> Float[np.ndarray, "*run n d"]:
    """The tokens in front of the first layer, float64, of token numbers (n,) or (run, n)."""
    ids = _checked(model, np.asarray(ids))
    e, n = model.embedding, ids.shape[-1]
    x = e.weights.rows(e.words, ids).astype(float)
    if e.positions is not None:
        x = x + e.weights.rows(e.positions, np.arange(n))
    if e.token_types is not None:
        x = x + e.weights.rows(e.token_types, np.zeros(1, int))
    if e.norm is not None:
        x = np.asarray(norm_output(on_device(e.norm, float), jnp.asarray(x)))
    if e.W is not None:
        x = x @ e.weights(e.W).astype(float).T
    return x if e.b is None else x + e.weights(e.b)


def _checked(model: Model, ids: np.ndarray) -> np.ndarray:
    c = model.config
    if ids.dtype.kind not in "iu" or ids.ndim not in (1, 2) or not ids.size:
        raise InputError(f"`ids` must be token numbers, (n,) or (run, n). Got shape {ids.shape}.")
    if ids.min() < 0 or ids.max() >= c.vocabulary:
        raise InputError(
            f"`ids` must lie between 0 and {c.vocabulary - 1}. Got {ids.min()} to {ids.max()}."
        )
    if ids.shape[-1] > c.positions:
        raise InputError(
            f"`{model.name}` knows {c.positions} positions. Got {ids.shape[-1]} tokens; shorten it."
        )
    return ids
