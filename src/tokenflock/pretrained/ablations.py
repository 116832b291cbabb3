"""Models with a part taken away, or layers repeated: functions from a model to a model."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from tokenflock.errors import InputError
from tokenflock.pretrained.files.settings import LARGEST_DEPTH
from tokenflock.pretrained.model import Heads, Layer, Model


def without_mlp(model: Model) -> Model:
    """The model whose MLPs contribute nothing: x <- N2(N1(x + A)), or x <- x + A(N1 x)."""
    return _each_layer(model, lambda layer: replace(layer, mlp=None))


def attention_only(model: Model) -> Model:
    """The model whose layers end after attention: x <- N1(x + A), or x <- x + A(N1 x)."""
    return _each_layer(model, lambda layer: replace(layer, mlp=None, mlp_norm=None))


def without_norm(model: Model) -> Model:
    """The model without norms in its layers or after them; tokens may grow without bound."""
    bare = _each_layer(model, lambda layer: replace(layer, attention_norm=None, mlp_norm=None))
    return replace(bare, final_norm=None)


def without_bias(model: Model) -> Model:
    """The model whose heads have matrices only, as the theory has them."""
    none = dict.fromkeys(("b_Q", "b_K", "b_V", "b_O"))
    return _each_layer(model, lambda layer: replace(layer, heads=replace(layer.heads, **none)))


def only_head(model: Model, head: int, layer: int | None = None) -> Model:
    """The model with a single head, in one layer or in all."""
    model.check_head(head)
    return _kept(model, layer, np.arange(model.config.heads) == head)


def without_head(model: Model, head: int, layer: int | None = None) -> Model:
    """The model without one of its heads, in one layer or in all."""
    model.check_head(head)
    return _kept(model, layer, np.arange(model.config.heads) != head)


def repeated(model: Model, passes: int, layer: int | None = None) -> Model:
    """The model with so many passes: of one layer, or of all in their order, over and over."""
    if not 1 <= passes <= LARGEST_DEPTH:
        raise InputError(f"`passes` must lie between 1 and {LARGEST_DEPTH}. Got {passes}.")
    if layer is not None:
        model.layer(layer)
    cycle = model.order if layer is None else (model.order[layer],)
    return replace(model, order=tuple(cycle[k % len(cycle)] for k in range(passes)))


def _kept(model: Model, layer: int | None, which: np.ndarray) -> Model:
    if layer is not None:
        model.layer(layer)
    place = None if layer is None else model.order[layer]

    def change(heads: Heads) -> Heads:
        return replace(heads, kept=heads.kept * which)

    def read(k: int) -> Layer:
        found = model.read_layer(k)
        return replace(found, heads=change(found.heads)) if place in (None, k) else found

    return replace(model, read_layer=read)


def _each_layer(model: Model, change: Callable[[Layer], Layer]) -> Model:
    return replace(model, read_layer=lambda k: change(model.read_layer(k)))
