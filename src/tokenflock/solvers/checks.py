"""The doors: what `solve` accepts as tokens and times, checked once, before anything runs."""

import math
import os
from typing import Any

import numpy as np

from tokenflock.errors import InputError
from tokenflock.fields.flow import Flow


def tokens(x0: Any, flow: Flow) -> np.ndarray:
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
    _check_fit(x0, flow)
    return x0


def check_memory(times: int, shape: tuple[int, ...]) -> None:
    """Refuse a path that this machine cannot hold."""
    wanted = 8 * times * math.prod(shape)
    held = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if wanted > 0.7 * held:
        raise InputError(
            f"{times} saved times of {shape} tokens take {wanted / 1e9:.3g} GB, more than the "
            f"memory of {held / 1e9:.3g} GB allows. Ask for fewer tokens or fewer times."
        )


def _check_fit(x0: np.ndarray, flow: Flow) -> None:
    n, d = x0.shape[-2:]
    attention = flow.attention.at(0.0)
    flow.space.check(x0, attention)
    expected = attention.dimension
    if expected is not None and expected != d:
        raise InputError(f"`qk` and `ov` act on R^{expected}, but the tokens of `x0` have d={d}.")
    array = getattr(attention.mask, "array", None)
    if array is not None and array.shape != (n, n):
        raise InputError(f"`mask` must have shape ({n}, {n}) for {n} tokens. Got {array.shape}.")
    for name, one_each in (("masses", attention.masses), ("frozen", flow.frozen)):
        if one_each is not None and one_each.shape != (n,):
            raise InputError(
                f"`{name}` must have one entry for each of the {n} tokens. Got {one_each.shape}."
            )


def increasing(times: Any) -> np.ndarray:
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
