"""Models with a part taken away, or layers repeated: functions from a model to a model."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from jaxtyping import Bool

from tokenflock.errors import InputError
from tokenflock.pretrained.files.settings import LARGEST_DEPTH
from tokenflock.pretrained.model import Layer, Model


def without_mlp(model: Model) -> Model:
    """The model whose MLPs contribute nothing: x <- N2(N1(x + A)), or x <- x + A(N1 x)."""
    return _each_layer(model, lambda layer: replace(layer, mlp=None))


def attention_only(model: Model) -> Model:
    """The model whose layers end after attention: x <- N1(x + A), or x <- x + A(N1 x)."""
    return _each_layer(
        model, lambda layer: replace(layer, mlp=None, mlp_norm=None, mlp_output_norm=None)
    )


def without_norm(model: Model) -> Model:
    """The model without norms in its layers or after them; tokens may grow without bound."""

    def bare(layer: Layer) -> Layer:
        inside = replace(layer, attention_norm=None, mlp_norm=None)
        return replace(inside, attention_output_norm=None, mlp_output_norm=None)

    return replace(_each_layer(model, bare), final_norm=None)


def without_bias(model: Model) -> Model:
    """The model whose heads have matrices only, as the theory has them."""
    none = dict.fromkeys(("b_Q", "b_K", "b_V", "b_O"))
    return _each_layer(model, lambda layer: replace(layer, heads=replace(layer.heads, **none)))


def only_head(model: Model, head: int, layer: int | None = None) -> Model:
    """The model with a single head, in one layer or in all."""
    model.check_head(head)
    return _with_heads(model, layer, np.arange(model.config.heads) == head)


def without_head(model: Model, head: int, layer: int | None = None) -> Model:
    """The model without one of its heads, in one layer or in all."""
    model.check_head(head)
    return _with_heads(model, layer, np.arange(model.config.heads) != head)


def repeated(model: Model, passes: int, layer: int | None = None) -> Model:
    """The model with so many passes: of one layer, or of all in their order, over and over."""
    if not 1 <= passes <= LARGEST_DEPTH:
        raise InputError(f"`passes` must lie between 1 and {LARGEST_DEPTH}. Got {passes}.")
    if layer is not None:
        model.layer(layer)
    cycle = model.order if layer is None else (model.order[layer],)
    return replace(model, order=tuple(cycle[k % len(cycle)] for k in range(passes)))


def _with_heads(model: Model, layer: int | None, kept: Bool[np.ndarray, " heads"]) -> Model:
    """The model with only the kept heads, in one layer or in all."""
    if layer is not None:
        model.layer(layer)
    changed = None if layer is None else model.order[layer]

    def read_layer(k: int) -> Layer:
        found = model.read_layer(k)
        heads = replace(found.heads, kept=found.heads.kept * kept)
        return replace(found, heads=heads) if changed in (None, k) else found

    return replace(model, read_layer=read_layer)


def _each_layer(model: Model, change: Callable[[Layer], Layer]) -> Model:
    return replace(model, read_layer=lambda k: change(model.read_layer(k)))
