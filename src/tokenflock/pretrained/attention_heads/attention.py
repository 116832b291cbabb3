"""Heads of a pretrained model as an attention like any other, and the tokens they act on."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float

from tokenflock.attention import Rotary, SelfAttention
from tokenflock.errors import InputError
from tokenflock.observables.configuration import directions
from tokenflock.pretrained.attention_heads.factors import factors_of
from tokenflock.pretrained.forward_pass.visibility import mask_of
from tokenflock.pretrained.model import Heads, Model


def attention_of(
    model: Model,
    layer: int,
    head: int | Sequence[int] | None = None,
    *,
    fold: bool = True,
    radius: float | None = None,
    position: bool = True,
) -> SelfAttention:
    """All heads at a depth of a model, one of them or some, as an attention like any other.

    `fold` puts the gains of the norm before the heads into their matrices.  `radius` is the norm
    that a token of norm one stands for: sqrt(d) by default, as after a norm; 1 for tokens of the
    model's own size.  The mask is the model's, and so are rotary positions unless `position` is
    False.
    """
    _check_plain(model, model.layer(layer).heads)
    f = factors_of(model, layer, fold=fold)
    heads = _chosen(model, head)
    radius = model.config.d**0.5 if radius is None else radius
    if not 0 < radius < np.inf:
        raise InputError(f"`radius` must be positive and finite. Got {radius!r}.")
    is_rotary = f.frequencies is not None and position
    return SelfAttention(
        beta=f.scale * radius**2,
        qk=(f.Q[heads], f.K[heads]),
        ov=(f.O[heads], f.V[heads]),
        mask=mask_of(model.mask_at(layer)),
        position=Rotary(frequencies=f.frequencies) if is_rotary else None,
    )


def _check_plain(model: Model, heads: Heads) -> None:
    """Refuse heads whose logits are more than products of matrices: their flow would be another."""
    parts = {"normed queries": heads.q_norm, "capped logits": heads.cap,
             "a bias by distance": heads.bias}  # fmt: skip
    found = [words for words, part in parts.items() if part is not None]
    if found:
        raise InputError(
            f"The heads of `{model.name}` have {' and '.join(found)}, which an attention by "
            "matrices does not have. `tkf.pretrained.block_flow(model)` follows whole blocks."
        )


def _chosen(model: Model, head: int | Sequence[int] | None) -> list[int]:
    if head is None:
        return list(range(model.config.heads))
    several = head if isinstance(head, Sequence) else [head]
    if not several:
        raise InputError("`head` must name at least one head. Got none; leave it out for all.")
    return [model.check_head(int(one)) for one in several]


def unit_tokens(
    model: Model, x: Float[np.ndarray, "*states n d"]
) -> Float[np.ndarray, "*states n d"]:
    """Tokens as the norms see them: without their mean where norms take it away, of norm one."""
    norm = model.layer(0).attention_norm
    centered = norm is not None and norm.centered
    return directions(x - x.mean(axis=-1, keepdims=True) if centered else x)
