"""One layer in JAX: attention, MLP and norms of the records of `model`.

x <- N1(x + A(x)),       x <- N2(x + MLP(x))         norms after (BERT)
x <- x + P1 A(N1 x),     x <- x + P2 MLP(N2 x)       norms before (GPT)
x <- x + P1 A(N1 x) + P2 MLP(N2 x)                   parallel (NeoX)
"""

from typing import Any, TypeVar

import numpy as np
from jaxtyping import Array, Bool, Float, Int

from tokenflock._jax import jax, jnp
from tokenflock.attention import dense
from tokenflock.attention.positions import rotated
from tokenflock.pretrained.forward_pass.activations import activation
from tokenflock.pretrained.model import MLP, Heads, Layer, Norm, PositionBias

Record = TypeVar("Record", Norm, Layer)

for record in (Norm, PositionBias, Heads, MLP, Layer):
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
    a, w = attention_added(layer, x, visible)
    if layer.parallel:
        return x + a + mlp_added(layer, x), w
    x = x + a
    return x + mlp_added(layer, x), w


def attention_added(layer: Layer, x: Tokens, visible: Visible) -> tuple[Tokens, Weights]:
    """P1 A(N1 x), what attention adds where norms come before, and the weights."""
    a, w = attention_output(layer.heads, norm_output(layer.attention_norm, x), visible)
    return norm_output(layer.attention_output_norm, a), w


def mlp_added(layer: Layer, x: Tokens) -> Tokens:
    """P2 MLP(N2 x), what the MLP adds where norms come before."""
    f = mlp_output(layer.mlp, norm_output(layer.mlp_norm, x))
    return f if layer.mlp is None else norm_output(layer.mlp_output_norm, f)


def attention_output(heads: Heads, x: Tokens, visible: Visible) -> tuple[Tokens, Weights]:
    """The sum of all heads, A(x), and their weights."""
    q, k, v = queries_keys_values(heads, x)
    w = _weights(heads, q @ k.mT, visible)
    return attention_sum(heads, w @ v), w


def attention_sum(heads: Heads, averages: Float[Array, "... heads n r"]) -> Tokens:
    """The sum of all heads, from their averages of values."""
    out = ((heads.kept[:, None, None] * averages) @ heads.W_O.mT).sum(axis=-3)
    return out if heads.b_O is None else out + heads.b_O


def queries_keys_values(heads: Heads, x: Tokens) -> tuple[Array, Array, Array]:
    """Queries, keys and values of all heads, (..., heads, n, r) each: shared ones are repeated."""
    q, k = queries_and_keys(heads, x)
    shared = heads.W_Q.shape[0] // heads.W_K.shape[0]
    k, v = (jnp.repeat(m, shared, axis=-3) for m in (k, _projection(heads.W_V, heads.b_V, x)))
    return q, k, v


def queries_and_keys(heads: Heads, x: Tokens) -> tuple[Array, Array]:
    """R Nq(W_Q x + b_Q) of all heads, (..., heads, n, r), R Nk(W_K x + b_K) of those of keys."""
    q = head_norm_output(heads.q_norm, _projection(heads.W_Q, heads.b_Q, x))
    k = head_norm_output(heads.k_norm, _projection(heads.W_K, heads.b_K, x))
    if heads.frequencies is not None:
        q, k = rotated(q, heads.frequencies), rotated(k, heads.frequencies)
    return q, k


def _weights(heads: Heads, s: Float[Array, "... heads n n"], visible: Visible) -> Weights:
    """The softmax of logits: scaled scores, capped, with a bias by distance."""
    if heads.cap is None and heads.bias is None:
        return dense.softmax(s, heads.scale, visible)
    logits = heads.scale * s
    logits = logits if heads.cap is None else heads.cap * jnp.tanh(logits / heads.cap)
    logits = logits if heads.bias is None else logits + biases(heads.bias, s.shape[-1])
    return dense.softmax(logits, jnp.ones((), logits.dtype), visible)


def biases(bias: PositionBias, n: int) -> Float[Array, "heads n n"]:
    """B(j - i) of every head, receivers in rows."""
    distance = np.arange(n)[None, :] - np.arange(n)[:, None]
    return bias.table[..., buckets(distance, bias.table.shape[-1], bias.farthest)]


def buckets(distance: Int[np.ndarray, "..."], count: int, farthest: int) -> Int[np.ndarray, "..."]:
    """The bucket of each distance j - i, of T5: the upper half for j > i, near ones one each."""
    half = count // 2
    near = half // 2
    size = np.abs(distance)
    # In single precision, as such models were trained: a whole number may round to either side.
    ratio = np.log(np.maximum(size, 1).astype(np.float32) / near) / np.float32(
        np.log(farthest / near)
    )
    far = np.minimum(near + (ratio * (half - near)).astype(int), half - 1)
    return half * (distance > 0) + np.where(size < near, size, far)


def head_norm_output(norm: Norm | None, q: Array) -> Array:
    """N(q) of queries or keys (..., heads, n, r): head by head, or over all heads together."""
    if norm is None:
        return q
    if norm.gain.ndim == 1:
        return norm_output(norm, q)
    together = jnp.swapaxes(q, -3, -2)
    size = jnp.sqrt((together * together).mean(axis=(-2, -1), keepdims=True) + norm.eps)
    return jnp.swapaxes(norm.gain * (together / size), -3, -2)


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
        gate = x @ mlp.W_gate.mT
        gate = gate if mlp.b_gate is None else gate + mlp.b_gate
        y = activation(mlp.activation, gate) * y
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
