"""Which tokens see which: the masks of a model, by their words."""

from typing import Any

import numpy as np
from jaxtyping import Array, Bool
from numpy.typing import ArrayLike

from tokenflock._jax import jnp
from tokenflock.attention import as_mask
from tokenflock.attention.masks import Mask, visible_pairs
from tokenflock.errors import InputError

Visible = Bool[Array, "... 1 n n"]


class Band(Mask):
    """Token i sees the tokens near it on both sides, |i - j| <= reach."""

    reach: int

    def visible(self, i: Any, j: Any) -> Any:
        return abs(i - j) <= self.reach

    def check(self, n: int) -> None:
        pass


def mask_of(word: str) -> Mask:
    """The mask of a layer: 'full', 'causal', 'window:K', or 'band:K' for |i - j| <= K."""
    kind, _, reach = word.partition(":")
    return Band(int(reach)) if kind == "band" else as_mask(word)


def visible_tokens(word: str, shape: tuple[int, ...], attention_mask: ArrayLike | None) -> Visible:
    """Which of tokens (..., n) see which, receivers in rows; one that sees none sees itself."""
    n = shape[-1]
    visible = visible_pairs(mask_of(word), n)
    if attention_mask is not None:
        visible = visible & jnp.asarray(seen_tokens(shape, attention_mask))[..., None, :]
        alone = ~visible.any(axis=-1, keepdims=True)
        visible = visible | (alone & jnp.eye(n, dtype=bool))
    return visible[..., None, :, :]


def seen_tokens(shape: tuple[int, ...], attention_mask: ArrayLike) -> np.ndarray:
    """The tokens that are no padding."""
    seen = np.asarray(attention_mask).astype(bool)
    if seen.shape != shape:
        raise InputError(f"`attention_mask` must have shape {shape}. Got {seen.shape}.")
    return seen
