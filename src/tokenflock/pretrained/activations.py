"""The functions between the two matrices of an MLP, under the names of transformers."""

from typing import Any

ACTIVATIONS = ("gelu", "gelu_new", "gelu_pytorch_tanh", "gelu_fast", "relu", "silu", "swish")


def activated(name: str, x: Any) -> Any:
    """phi(x) for the activation of a name; 'gelu' is exact, 'gelu_new' and its kin use tanh."""
    from tokenflock._jax import jax

    if name == "gelu":
        return jax.nn.gelu(x, approximate=False)
    if name.startswith("gelu"):
        return jax.nn.gelu(x, approximate=True)
    return jax.nn.relu(x) if name == "relu" else jax.nn.silu(x)
