"""Logits of words from the tokens of any layer: at the last what a model says, before it a lens.

    logits = W y + b,     y = N x,  or  N2 phi(D N x + b_D),

N the norm after the last layer; with a cap, cap tanh(logits / cap).
"""

from typing import Any

import numpy as np
import xarray as xr
from jaxtyping import Array, Float

from tokenflock._jax import jnp
from tokenflock.errors import InputError
from tokenflock.pretrained.forward_pass.activations import activation
from tokenflock.pretrained.forward_pass.layers import norm_output, on_device
from tokenflock.pretrained.model import Model, Unembedding


def logits(model: Model, state: Any) -> Any:
    """The logits (..., n, vocabulary) of states (..., n, d): those of `forward(model, ids).x`.

    At the last time they are the model's own; before it, those that the model would give if it
    ended there (a logit lens).  In the precision of the states; xarray in, xarray out.
    """
    if isinstance(state, xr.DataArray):
        found = logits(model, state.data)
        coords = {name: c for name, c in state.coords.items() if "coord" not in c.dims}
        return xr.DataArray(found, coords, (*state.dims[:-1], "word"), name="logits")
    x, d = np.asarray(state), model.config.d
    if x.ndim < 1 or x.shape[-1] != d or x.dtype.kind != "f":
        raise InputError(f"`state` must be tokens (..., n, {d}). Got shape {x.shape}.")
    return np.asarray(_word_logits(_head(model), _final(model, jnp.asarray(x))))


def _head(model: Model) -> Unembedding:
    if model.unembedding is None:
        raise InputError(
            f"`{model.name}` must hold a head to give logits of words, and does not: it was saved "
            "without, or for another task. Save the whole model, as `AutoModelForCausalLM` or "
            "`AutoModelForMaskedLM`."
        )
    return model.unembedding


def _final(model: Model, x: Float[Array, "... n d"]) -> Float[Array, "... n d"]:
    if model.final_norm is None:
        return x
    return norm_output(on_device(model.final_norm, x.dtype), x)


def _word_logits(head: Unembedding, x: Float[Array, "... n d"]) -> Float[Array, "... n words"]:
    def read(name: str) -> Array:
        return jnp.asarray(head.weights(name), x.dtype)

    if head.D is not None:
        x = x @ read(head.D).T
        x = x if head.b_D is None else x + read(head.b_D)
        x = activation(head.activation, x)
    if head.norm is not None:
        x = norm_output(on_device(head.norm, x.dtype), x)
    found = x @ read(head.W).T
    found = found if head.b is None else found + read(head.b)
    return found if head.cap is None else head.cap * jnp.tanh(found / head.cap)
