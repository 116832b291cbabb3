"""From token numbers, or pixels, to the tokens in front of the first layer."""

import numpy as np
from jaxtyping import Float, Int
from numpy.typing import ArrayLike

from tokenflock._jax import jnp
from tokenflock.errors import InputError
from tokenflock.pretrained.forward_pass.layers import norm_output, on_device
from tokenflock.pretrained.forward_pass.visibility import seen_tokens
from tokenflock.pretrained.model import Embedding, Model, PatchEmbedding


def embed(
    model: Model,
    ids: ArrayLike,
    *,
    token_type_ids: ArrayLike | None = None,
    attention_mask: ArrayLike | None = None,
) -> Float[np.ndarray, "*run n d"]:
    """The tokens in front of the first layer, float64, of token numbers (n,) or (run, n).

    `token_type_ids` say which of two texts a token is of, where a model has types: 0 unless given.
    `attention_mask` counts only where a family takes positions from what is seen (OPT).
    """
    e = model.embedding
    if isinstance(e, PatchEmbedding):
        raise InputError(f"`{model.name}` reads images, not words. Give `pixels` instead of `ids`.")
    ids = _checked(model, np.asarray(ids))
    x = e.scale * e.weights.rows(e.words, ids).astype(float)
    if e.positions is not None:
        x = x + e.weights.rows(e.positions, _places(e, ids, attention_mask))
    x = x + _types(model, e, ids, token_type_ids)
    if e.norm is not None:
        x = np.asarray(norm_output(on_device(e.norm, float), jnp.asarray(x)))
    if e.W is not None:
        x = x @ e.weights(e.W).astype(float).T
    return x if e.b is None else x + e.weights(e.b)


def _places(e: Embedding, ids: np.ndarray, attention_mask: ArrayLike | None) -> np.ndarray:
    """The rows of the table of positions: one after another, but for what takes none."""
    if e.padding is not None:
        counted, otherwise = ids != e.padding, e.padding
    elif e.counts_seen and attention_mask is not None:
        counted, otherwise = seen_tokens(ids.shape, attention_mask), e.first_position - 1
    else:
        return e.first_position + np.arange(ids.shape[-1])
    return np.where(counted, e.first_position + np.cumsum(counted, axis=-1) - 1, otherwise)


def _types(
    model: Model, e: Embedding, ids: np.ndarray, token_type_ids: ArrayLike | None
) -> Float[np.ndarray, "*run n d"] | float:
    """The rows of the table of types of tokens, 0 where there is none."""
    if e.token_types is None:
        if token_type_ids is not None:
            raise InputError(f"`{model.name}` has no types of tokens. Leave `token_type_ids` out.")
        return 0.0
    kinds = e.weights.tensors[e.token_types].shape[0]
    types = np.zeros(1, int) if token_type_ids is None else np.asarray(token_type_ids)
    if token_type_ids is not None and (types.shape != ids.shape or types.dtype.kind not in "iu"):
        raise InputError(f"`token_type_ids` must be whole numbers of shape {ids.shape}, as `ids`.")
    if types.min() < 0 or types.max() >= kinds:
        raise InputError(f"`token_type_ids` must lie between 0 and {kinds - 1}.")
    return e.weights.rows(e.token_types, types)


def _checked(model: Model, ids: np.ndarray) -> Int[np.ndarray, "*run n"]:
    c = model.config
    if ids.dtype.kind not in "iu" or ids.ndim not in (1, 2) or not ids.size:
        raise InputError(
            "`ids` must be token numbers, whole ones, of shape (n,) or (run, n). "
            f"Got {ids.dtype} of shape {ids.shape}."
        )
    if ids.min() < 0 or ids.max() >= c.vocabulary:
        raise InputError(
            f"`ids` must lie between 0 and {c.vocabulary - 1}. Got {ids.min()} to {ids.max()}."
        )
    if ids.shape[-1] > c.positions:
        raise InputError(
            f"`{model.name}` knows {c.positions} positions. Got {ids.shape[-1]} tokens; shorten it."
        )
    return ids


def embed_pixels(model: Model, pixels: ArrayLike) -> Float[np.ndarray, "*run n d"]:
    """The tokens in front of the first layer of an image (channels, height, width), or several.

    Values are those that the model was trained on, as `pixels_of` or an image processor of
    transformers makes them.  Token 0 is that of the class; patches follow row by row.
    """
    e = model.embedding
    if not isinstance(e, PatchEmbedding):
        raise InputError(f"`{model.name}` reads words, not images. Give `ids` instead of `pixels`.")
    images = np.asarray(pixels, float)
    expected = (e.channels, *e.size)
    if images.ndim not in (3, 4) or images.shape[-3:] != expected or not np.isfinite(images).all():
        raise InputError(
            f"`pixels` must be finite numbers {expected}: channels, height, width; or several such "
            f"images. Got shape {images.shape}; for an image see `tkf.pretrained.pixels_of`."
        )
    patches = _patches(images, e.patch)
    W = e.weights(e.W).astype(float)
    x = patches @ W.reshape(W.shape[0], -1).T + e.weights(e.b)
    first = np.broadcast_to(e.weights(e.first)[0], (*x.shape[:-2], 1, x.shape[-1]))
    return np.concatenate([first, x], axis=-2) + e.weights(e.positions)[0]


def _patches(
    images: Float[np.ndarray, "*run c height width"], patch: tuple[int, int]
) -> Float[np.ndarray, "*run n pixels"]:
    """The patches of images, row by row, each as (c, rows, columns) in one; the rest is cut off."""
    rows, columns = patch
    *lead, c, height, width = images.shape
    down, across = height // rows, width // columns
    whole = images[..., : down * rows, : across * columns]
    blocks = whole.reshape(*lead, c, down, rows, across, columns)
    ordered = np.moveaxis(blocks, (-4, -2), (-5, -4))
    return ordered.reshape(*lead, down * across, c * rows * columns)
