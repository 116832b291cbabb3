"""Heads of a pretrained model as an attention like any other, for flows."""

import numpy as np

from tokenflock.attention import Rotary, SelfAttention
from tokenflock.errors import InputError
from tokenflock.pretrained.factors import factors_of
from tokenflock.pretrained.model import Model


def attention_of(
    model: Model,
    layer: int,
    *,
    head: int | None = None,
    fold: bool = True,
    radius: float | None = None,
    position: bool = True,
) -> SelfAttention:
    """The heads at a depth of a model, or one of them, as an attention like any other.

    `radius` is the norm that a token of norm one stands for: sqrt(d) by default, as after a norm;
    1 for tokens of the model's own size.  The mask is the model's, and so are rotary positions
    unless `position` is False.
    """
    f = factors_of(model, layer, fold=fold)
    which = slice(None) if head is None else [model.check_head(head)]
    radius = model.config.d**0.5 if radius is None else radius
    if not 0 < radius < np.inf:
        raise InputError(f"`radius` must be positive and finite. Got {radius!r}.")
    turning = Rotary(frequencies=f.frequencies) if f.frequencies is not None and position else None
    return SelfAttention(
        beta=f.scale * radius**2,
        qk=(f.Q[which], f.K[which]),
        ov=(f.O[which], f.V[which]),
        mask=model.mask,
        position=turning,
    )
