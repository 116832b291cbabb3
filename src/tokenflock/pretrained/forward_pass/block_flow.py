"""A whole pretrained model as a vector field in depth time, one set of weights per layer.

    dx/dt = A(N1 x) + MLP(N2 x)     norms before (GPT):  x <- x + h A(N1 x),  x <- x + h MLP(N2 x)
                                    or both at once (NeoX), with norms of what is added (Gemma)
    dx/dt = F(x) - x                norms after (BERT):  x <- x + h (F(x) - x),   F the layer

Layer k is in force from t = k to k + 1.  Layers of step h = 1 are the forward pass; h -> 0 leads to
the flow.  Where norms come after, a layer of no length would still normalize, and so has no limit
of its own: the flow is that of which the model is an Euler step.
"""

from typing import Any

import equinox as eqx
import numpy as np
from jaxtyping import Array, Int

from tokenflock._jax import jax, jnp
from tokenflock.attention.depth import layer_starts, of_layer
from tokenflock.attention.masks import Mask, visible_pairs
from tokenflock.errors import InputError
from tokenflock.fields.vector_field import Time, Tokens, VectorField
from tokenflock.pretrained.forward_pass.layers import (
    attention_added,
    layer_output,
    mlp_added,
    on_device,
)
from tokenflock.pretrained.forward_pass.visibility import mask_of
from tokenflock.pretrained.model import Layer, Model
from tokenflock.spaces import Sphere


class BlockFlow(VectorField):
    """The field of attention, MLPs and norms of a model; `block_flow` makes it."""

    layers: Layer  # those that are stored, with a leading axis on every array
    order: Int[Array, " depth"]  # which of them acts at each depth
    masks: tuple[Mask, ...]  # those that there are
    mask_order: Int[Array, " depth"]  # which of them holds at each depth
    positions: int = eqx.field(static=True)
    d: int = eqx.field(static=True)

    def __call__(self, t: Time, x: Tokens) -> Tokens:
        layer = self._layer(t)
        visible = self._visible(t, x)
        if layer.norm_after:
            return layer_output(layer, x, visible)[0] - x
        return attention_added(layer, x, visible)[0] + mlp_added(layer, x)

    def layer(self, t: Time, x: Tokens, step: Time) -> Tokens:
        """Tokens after one layer: the attention of a block and then its MLP, by `step`."""
        layer = self._layer(t)
        if layer.norm_after or layer.parallel:
            return x + step * self(t, x)
        x = x + step * attention_added(layer, x, self._visible(t, x))[0]
        return x + step * mlp_added(layer, x)

    def _layer(self, t: Time) -> Layer:
        stored = of_layer(self.order, t, 1.0, self.depth)
        layer: Layer = jax.tree.map(lambda leaf: leaf[stored], self.layers)
        return layer

    def _visible(self, t: Time, x: Tokens) -> Any:
        seen = [visible_pairs(mask, x.shape[-2]) for mask in self.masks]
        if len(seen) == 1:
            return seen[0][None]
        return jnp.stack(seen)[of_layer(self.mask_order, t, 1.0, self.depth)][None]

    @property
    def depth(self) -> int:
        """How many layers there are, and time units."""
        return len(self.order)

    def check(self, x: np.ndarray) -> None:
        """Raise `InputError` unless the model has tokens of this dimension, and so many."""
        n, d = x.shape[-2:]
        if d != self.d or n > self.positions:
            raise InputError(
                f"The model takes at most {self.positions} tokens of dimension {self.d}. "
                f"Got {n} of dimension {d}."
            )

    def breaks(self, start: float, end: float) -> tuple[float, ...]:
        """Where one layer follows another."""
        return layer_starts(1.0, self.depth, start, end)

    def during(self, t: float) -> "BlockFlow":
        """The flow of the one layer that is in force at t."""
        layer = jax.tree.map(lambda leaf: leaf[None], self._layer(t))
        mask = self.masks[int(of_layer(self.mask_order, t, 1.0, self.depth))]
        here = jnp.zeros(1, int)
        return BlockFlow(layer, here, (mask,), here, self.positions, self.d)

    def about(self) -> dict[str, str | float]:
        """Measures of states are those of directions."""
        return {**Sphere().about(), "space": "blocks", "space_title": "whole blocks"}


def block_flow(model: Model) -> BlockFlow:
    """All blocks of a model, attention, MLP and norms, as a field that `tkf.solve` follows.

    `tkf.solve(flow, embed(model, ids), range(flow.depth + 1), method="layers")` is its forward
    pass; without `method` tokens follow the flow that depth makes of it.  All weights are held in
    float64.
    """
    stored = [on_device(model.read_layer(k), float) for k in model.stored]
    try:
        layers = jax.tree.map(lambda *leaves: jnp.stack(leaves), *stored)
    except (TypeError, ValueError):
        raise InputError(f"The layers of `{model.name}` must be alike. They differ.") from None
    places = {k: place for place, k in enumerate(model.stored)}
    order = jnp.asarray([places[k] for k in model.order])
    words = [model.mask_at(depth) for depth in range(len(model.order))]
    kinds = list(dict.fromkeys(words))
    masks = tuple(mask_of(word) for word in kinds)
    mask_order = jnp.asarray([kinds.index(word) for word in words])
    return BlockFlow(layers, order, masks, mask_order, model.config.positions, model.config.d)
