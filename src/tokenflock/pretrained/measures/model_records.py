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
    mlp_output,
    norm_output,
    on_device,
)
from tokenflock.pretrained.forward_pass.visibility import visible_tokens
from tokenflock.pretrained.measures.attention_rows import attention_and_sums
from tokenflock.pretrained.measures.head_measures import HeadSums
from tokenflock.pretrained.measures.records import LayerRecord
from tokenflock.pretrained.model import Layer, Model


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
        x, attention, mlp, sums = _layer(layer, x, seen, _switches(version, layer, dtype))
        parts = None if mlp is None else [np.asarray(mlp)]
        yield LayerRecord([np.asarray(x)], [np.asarray(attention)], parts, HeadSums(*sums))
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
    a, sums = attention_and_sums(layer.heads, y, visible)
    a = jnp.where(at.after, a, norm_output(layer.attention_output_norm, a))
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
