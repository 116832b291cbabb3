"""Nesterov's momentum: layers that look ahead before they leap (arXiv:2601.23236).

    y = N(x_k + mu_k (x_k - x_{k-1})),     x_{k+1} = L(y),

L a layer and N the way back to the space; x_{-1} = x_0.  The method 'nesterov:MU' has one mu for
all layers, 'nesterov' Nesterov's own mu_k = k / (k + 3).
"""

from typing import Any

import numpy as np
from jaxtyping import Array, Float

from tokenflock._jax import jnp
from tokenflock.fields.vector_field import Time, VectorField
from tokenflock.spec.vocabulary import NESTEROV


def is_accelerated(method: str) -> bool:
    """Whether a method needs the tokens before the present ones."""
    return method.partition(":")[0] == NESTEROV[0]


def momentum(method: str, number: Any) -> Any:
    """mu of the layer of a number, counted from 0."""
    _, given, mu = method.partition(":")
    return float(mu) if given else number / (number + 3)


Pair = Float[Array, "2 n d"]  # tokens now, and a layer before


def at_rest(x: Float[np.ndarray, "runs n d"]) -> Float[np.ndarray, "runs 2 n d"]:
    """Tokens that have not moved yet."""
    return np.stack([x, x], axis=1)


def looked_ahead(field: VectorField, mu: Any, t: Time, pair: Pair, step: Time) -> Pair:
    """The pair after a layer, which begins where momentum leads."""
    x, before = pair
    # Tokens that did not move, as frozen ones, must stay to the last bit.
    rests = (x == before).all(axis=-1, keepdims=True)
    ahead = jnp.where(rests, x, field.retract(x + mu * (x - before)))
    return jnp.stack([field.layer(t, ahead, step), x])
