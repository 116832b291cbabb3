"""Records of plain arrays with the axes of transformers: hidden states, and attentions if any."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from tokenflock.errors import InputError
from tokenflock.pretrained.measures.head_measures import HeadSums, sums_of_weights
from tokenflock.pretrained.measures.records import LayerRecord


def records_of_arrays(
    hidden_states: Sequence[Any],
    attentions: Sequence[Any] | None = None,
    attention_mask: Any | None = None,
) -> Iterator[LayerRecord]:
    """Records of `hidden_states`, layers + 1 arrays (run, n, d) or (n, d), and of `attentions`,
    layers arrays (run, heads, n, n) or (heads, n, n), as `model(..., output_hidden_states=True,
    output_attentions=True)` has them.  Tokens where `attention_mask` (run, n) is 0 are padding.
    """
    _check_count(hidden_states, attentions)
    kept: list[np.ndarray] | None = None
    for layer, state in enumerate(hidden_states):
        x = _array(state, 3, f"hidden_states[{layer}]", "(run, n, d)")
        kept = _kept(attention_mask, x) if kept is None else kept
        if (len(kept), len(kept[0])) != x.shape[:2]:
            raise InputError(
                f"All hidden states must have as many tokens. Got {x.shape[:2]} at "
                f"{layer}, {(len(kept), len(kept[0]))} before."
            )
        heads = None
        if attentions is not None and layer:
            heads = _sums(attentions[layer - 1], layer - 1, kept)
        rows = [row[real] for row, real in zip(x, kept, strict=True)]
        yield LayerRecord(rows, heads=heads)


def _check_count(states: Sequence[Any], attentions: Sequence[Any] | None) -> None:
    if len(states) < 2:
        raise InputError(
            f"`hidden_states` must hold at least two states, one in front of the layers and one "
            f"after each. Got {len(states)}."
        )
    if attentions is not None and len(attentions) != len(states) - 1:
        raise InputError(
            f"`attentions` must hold one array for each layer: {len(states) - 1} for {len(states)} "
            f"hidden states. Got {len(attentions)}."
        )


def _sums(attention: Any, layer: int, kept: list[np.ndarray]) -> Any:
    w = _array(attention, 4, f"attentions[{layer}]", "(run, heads, n, n)")
    n = len(kept[0])
    if w.shape[0] != len(kept) or w.shape[-2:] != (n, n):
        raise InputError(
            f"`attentions[{layer}]` must have shape ({len(kept)}, heads, {n}, {n}). Got {w.shape}."
        )
    off = np.abs(w.sum(axis=-1) - 1).max()
    if not (w.min() >= 0 and off < 0.02):
        raise InputError(
            f"The rows of `attentions[{layer}]` must be weights that sum to one. They are off by "
            f"{off:.2g}; hand over weights after the softmax, without dropout."
        )
    if all(real.all() for real in kept):
        sums = sums_of_weights(w)
    else:
        pairs = zip(w, kept, strict=True)
        sums = _added([sums_of_weights(one[:, real][:, :, real][None]) for one, real in pairs], n)
    return _without_odds(sums) if _is_half(attention) else sums


def _is_half(weights: Any) -> bool:
    """Whether weights below 6e-5 have lost their digits: those of float16, not of bfloat16."""
    return str(getattr(weights, "dtype", "")).removeprefix("torch.") == "float16"


def _without_odds(sums: HeadSums) -> HeadSums:
    """The sums without those that stand on small weights."""
    unknown = np.full(np.shape(sums.odds), np.nan)
    return replace(sums, odds=unknown, gap=unknown, gap_square=unknown)


def _added(rows: list[HeadSums], n: int) -> HeadSums:
    """The sums of sequences of different lengths, together."""
    first = rows[0]
    values = {}
    for name in first.__dataclass_fields__:
        parts = [getattr(row, name) for row in rows]
        if name == "received":
            parts = [np.pad(part, ((0, 0), (0, n - part.shape[1]))) for part in parts]
        values[name] = sum(parts)
    return type(first)(**values)


def _kept(attention_mask: Any | None, x: np.ndarray) -> list[np.ndarray]:
    if attention_mask is None:
        return [np.ones(x.shape[1], bool)] * x.shape[0]
    mask = as_numpy(attention_mask).astype(bool)
    mask = mask[None] if mask.ndim == 1 else mask
    if mask.shape != x.shape[:2] or not mask.any(axis=1).all():
        raise InputError(
            f"`attention_mask` must have shape {x.shape[:2]}, with a token in every row. "
            f"Got {mask.shape}."
        )
    return list(mask)


def _array(value: Any, ndim: int, name: str, shape: str) -> np.ndarray:
    found = as_numpy(value)
    found = found[None] if found.ndim == ndim - 1 else found
    if found.ndim != ndim or found.dtype.kind not in "fiu" or not found.size:
        raise InputError(f"`{name}` must be numbers of shape {shape}. Got shape {found.shape}.")
    return found.astype(float)


def as_numpy(value: Any) -> np.ndarray:
    """An array of NumPy, JAX or torch, of whatever precision and device, as NumPy has it."""
    if hasattr(value, "detach"):
        value = value.detach().cpu()
        value = value.float() if value.is_floating_point() else value
    return np.asarray(value)
