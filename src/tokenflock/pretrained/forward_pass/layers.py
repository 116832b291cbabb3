"""One layer in JAX: attention, MLP and norms of the records of `model`.

x <- N1(x + A(x)),   x <- N2(x + MLP(x))         norms after (BERT)
x <- x + A(N1 x),    x <- x + MLP(N2 x)          norms before (GPT)
"""

from typing import Any, TypeVar

from jaxtyping import Array, Bool, Float

from tokenflock._jax import jax, jnp
from tokenflock.attention import dense
from tokenflock.attention.positions import rotated
from tokenflock.pretrained.forward_pass.activations import activation
from tokenflock.pretrained.model import MLP, Heads, Layer, Norm

Record = TypeVar("Record", Norm, Layer)

for record in (Norm, Heads, MLP, Layer):
    jax.tree_util.register_dataclass(record)

Tokens = Float[Array, "... n d"]
Visible = Bool[Array, "... 1 n n"]
Weights = Float[Array, "... heads n n"]


def layer_output(layer: Layer, x: Tokens, visible: Visible) -> tuple[Tokens, Weights]:
    """F(x), the tokens after one layer, and its attention weights."""
    if layer.norm_after:
        a, w = attention_output(layer.heads, x, visible)
        x = norm_output(layer.attention_norm, x + a)
        return norm_output(layer.mlp_norm, x + mlp_output(layer.mlp, x)), w
    a, w = attention_output(layer.heads, norm_output(layer.attention_norm, x), visible)
    x = x + a
    return x + mlp_output(layer.mlp, norm_output(layer.mlp_norm, x)), w


def attention_output(heads: Heads, x: Tokens, visible: Visible) -> tuple[Tokens, Weights]:
    """The sum of all heads, A(x), and their weights."""
    q, k = _projection(heads.W_Q, heads.b_Q, x), _projection(heads.W_K, heads.b_K, x)
    if heads.frequencies is not None:
        q, k = rotated(q, heads.frequencies), rotated(k, heads.frequencies)
    shared = heads.W_Q.shape[0] // heads.W_K.shape[0]
    k, v = (jnp.repeat(m, shared, axis=-3) for m in (k, _projection(heads.W_V, heads.b_V, x)))
    w = dense.softmax(q @ k.mT, heads.scale, visible)
    out = ((heads.kept[:, None, None] * (w @ v)) @ heads.W_O.mT).sum(axis=-3)
    return (out if heads.b_O is None else out + heads.b_O), w


def _projection(
    W: Float[Array, "heads r d"], b: Float[Array, "heads r"] | None, x: Float[Array, "... n d"]
) -> Float[Array, "... heads n r"]:
    y = x[..., None, :, :] @ W.mT
    return y if b is None else y + b[:, None, :]


def mlp_output(mlp: MLP | None, x: Tokens) -> Tokens:
    """MLP(x), one token at a time; nothing where there is none."""
    if mlp is None:
        return jnp.zeros_like(x)
    y = x @ mlp.W_in.mT
    y = y if mlp.b_in is None else y + mlp.b_in
    if mlp.W_gate is None:
        y = activation(mlp.activation, y)
    else:
        y = activation(mlp.activation, x @ mlp.W_gate.mT) * y
    y = y @ mlp.W_out.mT
    return y if mlp.b_out is None else y + mlp.b_out


def norm_output(norm: Norm | None, x: Tokens) -> Tokens:
    """N(x), one token at a time; x where there is no norm."""
    if norm is None:
        return x
    x = x - x.mean(axis=-1, keepdims=True) if norm.centered else x
    x = x / jnp.sqrt((x * x).mean(axis=-1, keepdims=True) + norm.eps)
    return norm.gain * x if norm.shift is None else norm.gain * x + norm.shift


def on_device(record: Record, dtype: Any) -> Record:
    """A norm or layer with its arrays in a precision, on the device."""
    return jax.tree.map(lambda a: jnp.asarray(a, dtype), record)
