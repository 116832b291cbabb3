"""Influence by position of a model of our own loader: the pass back, one layer at a time."""

import functools

import equinox as eqx
import numpy as np
from jaxtyping import Array, Float
from numpy.typing import ArrayLike

from tokenflock._jax import jax, jnp
from tokenflock.pretrained.forward_pass.layers import layer_output, on_device
from tokenflock.pretrained.forward_pass.visibility import Visible, visible_tokens
from tokenflock.pretrained.measures.influence_probes import PROBES, profile, unit_probes
from tokenflock.pretrained.measures.model_records import records_of_model
from tokenflock.pretrained.model import Layer, Model


def model_influence(
    model: Model, ids: ArrayLike, *, probes: int = PROBES, dtype: type[np.floating] = np.float32
) -> Float[np.ndarray, " n"]:
    """The share (n,) of every position in the last token (causal), or in the mean of all."""
    passed = records_of_model(model, ids, dtype=dtype)
    return influence_on_states(model, [record.x[0] for record in passed], probes=probes)


def influence_on_states(
    model: Model, states: list[Float[np.ndarray, "n d"]], *, probes: int = PROBES
) -> Float[np.ndarray, " n"]:
    """The same, of the states that a pass went through; weights are formed anew on the way."""
    dtype, (n, d) = states[0].dtype, states[0].shape
    visible = functools.cache(lambda mask: visible_tokens(mask, (n,), None))
    asked = _start(n, unit_probes(d, probes), causal=is_causal(model))
    back = jnp.asarray(asked, dtype)
    for depth in reversed(range(len(model.order))):
        layer = on_device(model.layer(depth), dtype)
        back = _backward(layer, jnp.asarray(states[depth]), visible(model.mask_at(depth)), back)
    return profile(np.square(np.asarray(back, float)).sum(axis=(0, -1)))


def is_causal(model: Model) -> bool:
    """Whether no token sees a later one."""
    return model.mask.partition(":")[0] in ("causal", "window")


def _start(
    n: int, probes: Float[np.ndarray, "count d"], causal: bool
) -> Float[np.ndarray, "count n d"]:
    """What the probes ask of each token of the last state."""
    weights = np.eye(n)[-1] if causal else np.full(n, 1 / n)
    return probes[:, None, :] * weights[:, None]


@eqx.filter_jit
def _backward(
    layer: Layer, x: Float[Array, "n d"], visible: Visible, back: Float[Array, "count n d"]
) -> Float[Array, "count n d"]:
    _, pull = jax.vjp(lambda y: layer_output(layer, y, visible)[0], x)
    return jax.vmap(lambda one: pull(one)[0])(back)
