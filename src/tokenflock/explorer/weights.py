"""What the page needs to compute attention weights by itself (web/src/weights.ts), as plain values.

An exported page has no server to ask, so the formulas of `attention.weightings` are written once
more in TypeScript; `tests/explorer/test_weights.py` runs both on the same tokens.
"""

from typing import Any, cast

import numpy as np

from tokenflock.attention import Rotary, SelfAttention
from tokenflock.attention.masks import Causal, Full, Mask, Window, visible_pairs
from tokenflock.attention.positions import Alibi, Position
from tokenflock.attention.weightings import Hardmax, Sinkhorn, Softmax, Unnormalized, Weighting
from tokenflock.simulation import attention_of, matrices_of
from tokenflock.spec import Spec

LARGEST_SHOWN = 128  # dimension up to which matrices travel to the page
LARGEST_MASK = 1000  # tokens up to which a mask travels as an array
WITHOUT_MATRICES = {"qk": None, "ov": None, "layer_time": None, "beta_end": None}

Plain = dict[str, Any]


def weights_of(spec: Spec) -> Plain | None:
    """Weighting, mask, masses and positions of a spec; None where the page cannot evaluate them.

    The matrices and beta, which may change with time, are told apart from these.
    """
    attention = cast(SelfAttention, attention_of(spec.model_copy(update=WITHOUT_MATRICES)))
    weighting, mask = _weighting(attention.weighting), _mask(attention.mask, spec.n)
    if weighting is None or mask is None or (spec.d > LARGEST_SHOWN and _has_matrices(spec)):
        return None
    masses = None if attention.masses is None else np.asarray(attention.masses).tolist()
    positions = _positions(attention.position, spec.d)
    rescaled = spec.space == "rescaled"
    law = {"weighting": weighting, "mask": mask, "masses": masses, "rescaled": rescaled}
    return law | positions


def _has_matrices(spec: Spec) -> bool:
    return spec.qk is not None or (spec.ov is not None and spec.space == "rescaled")


def matrices(spec: Spec) -> Plain:
    """The matrices of every layer, (layers, heads, d, d), None for the identity."""
    pairs = list(matrices_of(spec))
    return {
        name: _listed([pair[k] for pair in pairs], spec.d) for k, name in enumerate(("qk", "ov"))
    }


def _listed(layers: list[np.ndarray | None], d: int) -> Any:
    if layers[0] is None or d > LARGEST_SHOWN:
        return None
    return [m.reshape(-1, d, d).tolist() for m in layers if m is not None]


def _weighting(weighting: Weighting) -> Plain | None:
    """The kind of a weighting; None for one of a user's own, which only Python knows."""
    match weighting:
        case Softmax():
            return {"kind": "softmax"}
        case Unnormalized(scaled=scaled):
            return {"kind": "unnormalized", "scaled": scaled}
        case Hardmax(others=others):
            return {"kind": "hardmax", "others": others}
        case Sinkhorn():
            return {"kind": "sinkhorn"}
    return None


def _mask(mask: Mask, n: int) -> Plain | None:
    """The kind of a mask; one of a user's own is written out, None if it is too large for that."""
    match mask:
        case Full():
            return {"kind": "full"}
        case Causal():
            return {"kind": "window", "width": n}
        case Window(width=width):
            return {"kind": "window", "width": int(width)}
    if n > LARGEST_MASK:
        return None
    return {"kind": "explicit", "rows": np.asarray(visible_pairs(mask, n), int).tolist()}


def _positions(position: Position | None, d: int) -> Plain:
    """The rate at which the past fades, and by how much pairs of coordinates turn per position."""
    rate = float(position.rate) if isinstance(position, Alibi) else 0.0
    turns = _frequencies(position, d).tolist() if isinstance(position, Rotary) else None
    return {"fading": rate, "frequencies": turns}


def _frequencies(rotary: Rotary, d: int) -> np.ndarray:
    if rotary.frequencies is not None:
        return np.asarray(rotary.frequencies, float)
    return float(rotary.base) ** (-np.arange(0, d, 2) / d)
