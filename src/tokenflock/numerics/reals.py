"""Numbers that users give: as floats, or refused with a sentence."""

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from tokenflock.errors import InputError, short


def reals(name: str, value: Any, as_array: Callable[..., Any] = np.asarray) -> Any:
    """An array of floats, by `numpy.asarray` or JAX's, whatever its shape."""
    if value is not None:
        try:
            return as_array(value, float)
        except (TypeError, ValueError):
            pass
    raise InputError(f"`{name}` must be {_wanted(value)}. Got {short(value)}.")


def number(name: str, value: Any, as_array: Callable[..., Any] = np.asarray) -> Any:
    """One float, as an array without dimensions."""
    found = reals(name, value, as_array)
    if found.shape != ():
        raise InputError(f"`{name}` must be one number. Got an array of shape {found.shape}.")
    return found


def array(name: str, value: Any) -> np.ndarray:
    """An array of whatever type; rows of different lengths are none."""
    try:
        return np.asarray(value)
    except ValueError:
        raise InputError(f"`{name}` must be an array. Got {short(value)}.") from None


def whole(name: str, value: Any) -> int:
    """A whole number."""
    try:
        return operator.index(value)
    except TypeError:
        raise InputError(f"`{name}` must be a whole number. Got {short(value)}.") from None


def _wanted(value: Any) -> str:
    many = isinstance(value, list | tuple | np.ndarray)
    return "an array of real numbers" if many else "made of real numbers"
