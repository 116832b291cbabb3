"""What attention is made of: matrices, masses and beta in one form, or refused with a sentence."""

import math
from typing import Any

import numpy as np
from jaxtyping import Array

from tokenflock._jax import jax, jnp
from tokenflock.attention.masks import Mask
from tokenflock.attention.positions import Position, Rotary
from tokenflock.attention.weightings import Hardmax, Unnormalized, Weighting
from tokenflock.errors import InputError
from tokenflock.numerics.reals import reals

LARGEST_EXPONENT = 709.0

Pair = tuple[Array, Array]
Shape = tuple[int, int]  # heads and dimension


def matrices(name: str, array: Any) -> Array | None:
    """Matrices as a (heads, d, d) array; None for the identity, which has formulas of its own."""
    if array is None:
        return None
    array = _array(name, array)
    array = array[None] if array.ndim == 2 else array
    if isinstance(array, jax.core.Tracer) or array.shape[:1] != (1,):
        return array
    return None if np.array_equal(array[0], np.eye(array.shape[-1])) else array


def factors(qk: tuple[Any, Any]) -> Pair:
    """The matrices Q and K as (heads, r, d) arrays."""
    if len(qk) != 2:
        raise InputError(f"`qk` as a tuple must be the pair (Q, K). Got {len(qk)} entries.")
    q, k = (_array("qk", m) for m in qk)
    if q.shape != k.shape or q.ndim not in (2, 3):
        raise InputError(
            "Q and K of `qk=(Q, K)` must both have shape (r, d) or (heads, r, d). "
            f"Got {q.shape} and {k.shape}."
        )
    return (q[None], k[None]) if q.ndim == 2 else (q, k)


def output(ov: tuple[Any, Any]) -> Pair:
    """The matrices W_O (heads, d, r) and W_V (heads, r, d)."""
    if len(ov) != 2:
        raise InputError(f"`ov` as a tuple must be the pair (W_O, W_V). Got {len(ov)} entries.")
    o, v = (_array("ov", m) for m in ov)
    if v.ndim not in (2, 3) or o.shape != (*v.shape[:-2], v.shape[-1], v.shape[-2]):
        raise InputError(
            "W_O and W_V of `ov=(W_O, W_V)` must have shapes (heads, d, r) and (heads, r, d), or "
            f"(d, r) and (r, d). Got {o.shape} and {v.shape}."
        )
    return (o[None], v[None]) if v.ndim == 2 else (o, v)


def _array(name: str, m: Any) -> Array:
    return m if isinstance(m, jax.Array) else jnp.asarray(reals(name, m))


def shape_of(m: Array | None) -> Shape | None:
    """Heads and dimension that matrices (heads, ..., d) fix; None where there are none."""
    return None if m is None else (m.shape[0], m.shape[-1])


def check_beta(beta: Array) -> None:
    if beta.shape != ():
        raise InputError(f"`beta` must be one number. Got an array of shape {beta.shape}.")
    if not isinstance(beta, jax.core.Tracer) and not math.isfinite(float(beta)):
        raise InputError(f"`beta` must be finite. Got {float(beta)}.")


def check_matrices(name: str, m: Array | None) -> None:
    if m is None:
        return
    if m.ndim != 3 or m.shape[1] != m.shape[2] or 0 in m.shape:
        raise InputError(f"`{name}` must have shape (d, d) or (heads, d, d). Got {m.shape}.")
    if not isinstance(m, jax.core.Tracer) and not np.isfinite(m).all():
        where = np.argwhere(~np.isfinite(m))[0]
        raise InputError(
            f"`{name}` must be finite, but its entry {tuple(map(int, where))} is "
            f"{float(m[tuple(where)])}."
        )


def check_pair(name: str, pair: Pair | None) -> None:
    for m in pair or ():
        if not isinstance(m, jax.core.Tracer) and not np.isfinite(m).all():
            raise InputError(f"The factors of `{name}` must be finite, but some entries are not.")


def check_heads(qk: Shape | None, ov: Shape | None) -> None:
    if qk is None or ov is None:
        return
    if qk[1] != ov[1]:
        raise InputError(f"`qk` and `ov` must act on the same R^d. Got d={qk[1]} and d={ov[1]}.")
    if qk[0] != ov[0] and 1 not in (qk[0], ov[0]):
        raise InputError(
            "`qk` and `ov` must have the same number of heads, or one of them a single head. "
            f"Got {qk[0]} and {ov[0]}."
        )


def check_masses(masses: Array | None) -> None:
    if masses is None or isinstance(masses, jax.core.Tracer):
        return
    if masses.ndim != 1 or not (np.isfinite(masses).all() and (np.asarray(masses) > 0).all()):
        raise InputError(
            "`masses` must be one positive finite number per token, shape (n,). "
            f"Got shape {masses.shape}, smallest {float(masses.min()):g}."
        )


def check_position(
    position: Position | None, mask: Mask, weighting: Weighting, dense_qk: Array | None
) -> None:
    if position is None:
        return
    position.check(mask)
    if isinstance(weighting, Hardmax):
        raise InputError(
            "`weighting='hardmax'` looks at the largest score, which has no scale that a position "
            "could be weighed against. Leave `position` out."
        )
    if isinstance(position, Rotary) and dense_qk is not None:
        raise InputError(
            "`position='rotary'` turns Q x and K x apart, so `qk` must be the pair (Q, K), or "
            "None for identities. Got their product."
        )


def check_growth(weighting: Weighting, beta: Array) -> None:
    if not isinstance(weighting, Unnormalized) or weighting.scaled:
        return
    if not isinstance(beta, jax.core.Tracer) and abs(beta) > LARGEST_EXPONENT:
        raise InputError(
            f"`weighting='unnormalized'` weighs with up to e^|beta|, which overflows from |beta| = "
            f"709 on. Got beta={float(beta):g}; use `weighting='unnormalized:scaled'`."
        )


def check_limit(weighting: Weighting, beta: Array) -> None:
    if not isinstance(weighting, Hardmax) or isinstance(beta, jax.core.Tracer) or beta >= 0:
        return
    raise InputError(
        "`weighting='hardmax'` is the limit beta -> +oo, and looks at the largest score. "
        f"Got beta={float(beta):g}; for the smallest score give `qk` the other sign."
    )
