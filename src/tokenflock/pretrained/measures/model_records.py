"""Records of a model of our own loader, layer by layer in JAX, and of versions of it.

    x <- N1(c x + a),   x <- N2(c x + f)         a = A(x),       f = MLP(x)          norms after
    x <- c x + a,       x <- c x + f             a = P1 A(N1 x), f = P2 MLP(N2 x)    norms before
    x <- c x + a + f                             a = P1 A(N1 x), f = P2 MLP(N2 x)    parallel

c = 1 is the model; c = 0 takes the skip connections away.  What changes from one version to another
is a number to one compiled layer, not another program.
"""

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import equinox as eqx
import numpy as np
from jaxtyping import Array, Bool, Float
from numpy.typing import ArrayLike

from tokenflock._jax import jnp
from tokenflock.pretrained.forward_pass.embedding import embed
from tokenflock.pretrained.forward_pass.layers import (
    Tokens,
    Visible,
    attention_output,
    biases,
    mlp_output,
    norm_output,
    on_device,
    queries_and_keys,
)
from tokenflock.pretrained.forward_pass.visibility import visible_tokens
from tokenflock.pretrained.measures.head_measures import HeadSums, binary_entropy
from tokenflock.pretrained.measures.records import LayerRecord
from tokenflock.pretrained.model import Heads, Layer, Model


@dataclass(frozen=True)
class Version:
    """A model with something changed: its skip connections, its temperature, place of its norms."""

    change: Callable[[Model], Model] = lambda model: model
    skip: float = 1.0
    beta: float = 1.0  # times the model's own
    mlp: float = 1.0  # times what the MLP adds
    second_norm: bool = True  # the one of the MLP, where norms come after
    swap_norms: bool = False


class Switches(NamedTuple):
    """What a version changes within a layer, as operands."""

    skip: Float[Array, ""]
    mlp: Float[Array, ""]
    second_norm: Bool[Array, ""]
    after: Bool[Array, ""]  # whether norms come after


def records_of_model(
    model: Model,
    ids: ArrayLike,
    *,
    version: Version | None = None,
    dtype: Any = np.float32,
    progress: Callable[[int], None] | None = None,
) -> Iterator[LayerRecord]:
    """The states of token numbers (n,), with what every layer adds and how its heads attend."""
    version = version or Version()
    model = version.change(model)
    x = jnp.asarray(embed(model, ids), dtype)
    shape = x.shape[:-1]
    visible = functools.cache(lambda mask: visible_tokens(mask, shape, None))
    read = functools.lru_cache(maxsize=1)(lambda k: _read(model, k, version.beta, dtype))
    yield LayerRecord([np.asarray(x)])
    for depth, k in enumerate(model.order):
        layer, seen = read(k), visible(model.mask_at(depth))
        x, attention, mlp, heads = _layer(layer, x, seen, _switches(version, layer, dtype))
        parts = None if mlp is None else [np.asarray(mlp)]
        yield LayerRecord([np.asarray(x)], [np.asarray(attention)], parts, HeadSums(*heads))
        if progress is not None:
            progress(depth + 1)


def _read(model: Model, k: int, beta: float, dtype: Any) -> Layer:
    layer = model.read_layer(k)
    heads = replace(layer.heads, scale=np.asarray(layer.heads.scale) * beta)
    return on_device(replace(layer, heads=heads), dtype)


def _switches(version: Version, layer: Layer, dtype: Any) -> Switches:
    return Switches(
        skip=jnp.asarray(version.skip, dtype),
        mlp=jnp.asarray(version.mlp, dtype),
        second_norm=jnp.asarray(version.second_norm),
        after=jnp.asarray(layer.norm_after != version.swap_norms),
    )


@eqx.filter_jit
def _layer(
    layer: Layer, x: Tokens, visible: Visible, at: Switches
) -> tuple[Tokens, Tokens, Tokens | None, tuple[Any, ...]]:
    """Tokens after a layer, what attention and MLP added, and the sums over its weights."""
    y = jnp.where(at.after, x, norm_output(layer.attention_norm, x))
    a, w = attention_output(layer.heads, y, visible)
    a = jnp.where(at.after, a, norm_output(layer.attention_output_norm, a))
    sums = _sums(w, _logits(layer.heads, y), visible)
    entered, x = x, at.skip * x + a
    x = jnp.where(at.after, norm_output(layer.attention_norm, x), x)
    y = entered if layer.parallel else x
    f = mlp_output(layer.mlp, jnp.where(at.after, x, norm_output(layer.mlp_norm, y)))
    f = at.mlp * jnp.where(at.after, f, norm_output(layer.mlp_output_norm, f))
    # Without an MLP, or beside it, there is nothing that a second skip connection would pass by.
    second = 1.0 if layer.parallel else jnp.where(at.mlp > 0, at.skip, 1.0)
    x = second * x + f
    x = jnp.where(at.after & at.second_norm, norm_output(layer.mlp_norm, x), x)
    return x, a, None if layer.mlp is None else f, sums


def _logits(heads: Heads, x: Tokens) -> Float[Array, "heads n n"]:
    """What the softmax sees: scaled, capped, with a bias by distance."""
    q, k = queries_and_keys(heads, x)
    logits = heads.scale * (q @ jnp.repeat(k, q.shape[0] // k.shape[0], axis=0).mT)
    logits = logits if heads.cap is None else heads.cap * jnp.tanh(logits / heads.cap)
    return logits if heads.bias is None else logits + biases(heads.bias, x.shape[0])


def _sums(
    w: Float[Array, "heads n n"], logits: Float[Array, "heads n n"], visible: Visible
) -> tuple[Any, ...]:
    """The fields of `HeadSums`, in their order."""
    n, heads = w.shape[-1], w.shape[0]
    m = visible.sum(axis=-1)
    first, later, w_rest = w[..., 0], jnp.arange(n) > 0, w[..., 1:]
    others = w_rest.sum(axis=-1)
    inside = (w_rest * jnp.log(jnp.where(w_rest > 0, w_rest, 1.0))).sum(axis=-1)
    rest = others * jnp.log(jnp.where(others > 0, others, 1.0)) - inside
    entropy = rest + binary_entropy(jnp, first, others)
    mean = jnp.where(visible, logits, 0.0).sum(axis=-1) / m
    away = jnp.where(visible, logits - mean[..., None], 0.0)
    spread = jnp.sqrt((away * away).sum(axis=-1) / m)
    rest_room = others * jnp.log(jnp.maximum(m - 1, 1))
    room = jnp.broadcast_to(jnp.log(m), (heads, n))
    return (
        entropy.sum(-1), room.sum(-1), (first * later).sum(-1), jnp.full(heads, n - 1.0),
        rest.sum(-1), rest_room.sum(-1), spread.sum(-1), w.sum(axis=-2), float(n),
        jnp.where(visible, logits, -jnp.inf).max(axis=(-2, -1)),
    )  # fmt: skip
