"""The functions between the two matrices of an MLP, under the names of transformers."""

import functools
from collections.abc import Callable

from jaxtyping import Array, Float

from tokenflock._jax import jax, jnp

_tanh_gelu = functools.partial(jax.nn.gelu, approximate=True)

# One for every name in `model.ACTIVATIONS`.
FUNCTIONS: dict[str, Callable[[Array], Array]] = {
    "gelu": functools.partial(jax.nn.gelu, approximate=False),
    "gelu_new": _tanh_gelu,
    "gelu_pytorch_tanh": _tanh_gelu,
    "gelu_fast": _tanh_gelu,
    "relu": jax.nn.relu,
    "silu": jax.nn.silu,
    "swish": jax.nn.silu,
    "quick_gelu": lambda x: x * jax.nn.sigmoid(1.702 * x),
    "relu2": lambda x: jax.nn.relu(x) ** 2,
    "tanh": jnp.tanh,
}


def activation(name: str, x: Float[Array, "*shape"]) -> Float[Array, "*shape"]:
    """phi(x) for the activation of a name; 'gelu' is exact, 'gelu_new' and its kin use tanh."""
    return FUNCTIONS[name](x)
