"""What `solve` accepts as tokens and times, checked once, before anything runs."""

import math
from typing import Any

import numpy as np

from tokenflock.errors import InputError, short
from tokenflock.fields.vector_field import VectorField
from tokenflock.runtime.memory import installed_bytes


def tokens(x0: Any, field: VectorField) -> np.ndarray:
    """Finite tokens (n, d) or (runs, n, d) that a field accepts."""
    if not isinstance(field, VectorField):
        raise InputError(f"A `VectorField` moves tokens, as `tkf.Flow(...)`. Got {short(field)}.")
    try:
        x0 = np.asarray(x0)
        x0 = x0.astype(float, casting="same_kind") if x0.dtype.kind != "i" else x0.astype(float)
    except (TypeError, ValueError):
        raise InputError("`x0` must be an array of real numbers, one row per token.") from None
    if x0.ndim not in (2, 3) or 0 in x0.shape:
        raise InputError(f"`x0` must have shape (n, d) or (runs, n, d). Got shape {x0.shape}.")
    bad = np.argwhere(~np.isfinite(x0))
    if bad.size:
        where = tuple(map(int, bad[0]))
        raise InputError(f"`x0` must be finite, but its entry {where} is {x0[where]}.")
    field.check(x0)
    return x0


def one_configuration(x: Any, field: VectorField) -> np.ndarray:
    """Tokens (n, d) that a field accepts."""
    x = tokens(x, field)
    if x.ndim != 2:
        raise InputError(f"One configuration (n, d) is looked at at a time. Got shape {x.shape}.")
    return x


def check_memory(times: int, shape: tuple[int, ...]) -> None:
    """Refuse a path that this machine cannot hold."""
    needed, held = 8 * times * math.prod(shape), installed_bytes()
    if needed > 0.7 * held:
        raise InputError(
            f"{times} saved times of {shape} tokens take {needed / 1e9:.3g} GB, more than the "
            f"memory of {held / 1e9:.3g} GB allows. Ask for fewer tokens or fewer times, or keep a "
            "measure by `save=`."
        )


def increasing(times: Any) -> np.ndarray:
    """Finite times, each later than the one before."""
    try:
        times = np.asarray(times, float)
    except (TypeError, ValueError):
        raise InputError("`times` must be a sequence of real numbers.") from None
    if times.ndim != 1 or times.size == 0 or not np.isfinite(times).all():
        raise InputError("`times` must be a non-empty sequence of finite numbers.")
    fall = np.flatnonzero(np.diff(times) <= 0)
    if fall.size:
        k = int(fall[0])
        raise InputError(
            f"`times` must increase, but times[{k + 1}]={times[k + 1]:g} follows "
            f"times[{k}]={times[k]:g}. Sort them and drop repeats."
        )
    return times
