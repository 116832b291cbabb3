"""Masks: which token j may token i see.

A mask answers `visible(i, j)` elementwise.  Kernels match on its kind, so that nobody builds an
n x n array for a structured mask.
"""

from abc import abstractmethod
from typing import Any

import equinox as eqx
import numpy as np
from jaxtyping import Array, Bool, Float, Int

from tokenflock._jax import jnp
from tokenflock.errors import InputError
from tokenflock.spec.vocabulary import check_mask


class Mask(eqx.Module):
    """A rule that says whether token i may see token j."""

    @abstractmethod
    def visible(self, i: Array, j: Array) -> Array:
        """True where token i sees token j; broadcasts over i and j."""


class Full(Mask):
    """Every token sees every token."""

    def visible(self, i: Array, j: Array) -> Array:
        return jnp.ones(jnp.broadcast_shapes(jnp.shape(i), jnp.shape(j)), bool)


class Causal(Mask):
    """Token i sees itself and its predecessors, j <= i."""

    def visible(self, i: Array, j: Array) -> Array:
        return j <= i


class Window(Mask):
    """Token i sees the last `width` tokens up to itself, i - width < j <= i."""

    width: Int[Array, ""]

    def visible(self, i: Array, j: Array) -> Array:
        return (i - self.width < j) & (j <= i)


class Explicit(Mask):
    """Token i sees token j where `array[i, j]` is true."""

    array: Bool[Array, "n n"]

    def visible(self, i: Array, j: Array) -> Array:
        return self.array[i, j]


full = Full()
causal = Causal()


def window(width: int) -> Window:
    """The mask under which each token sees itself and the `width - 1` tokens before it.

    >>> bool(tkf.window(2).visible(5, 4)), bool(tkf.window(2).visible(5, 3))
    (True, False)
    """
    if not (isinstance(width, (int, np.integer)) and width >= 1):
        raise InputError(f"`window` needs a whole number of tokens, at least 1. Got {width!r}.")
    return Window(jnp.asarray(width))


def seen_mass(mask: Mask, masses: Float[Array, " n"]) -> Float[Array, " n"]:
    """The mass that each token sees."""
    if isinstance(mask, Full):
        return jnp.broadcast_to(masses.sum(), masses.shape)
    if isinstance(mask, Explicit):
        return mask.array @ masses
    up_to = jnp.cumsum(masses)
    if isinstance(mask, Causal):
        return up_to
    assert isinstance(mask, Window)
    before = jnp.arange(len(masses)) - mask.width
    return up_to - jnp.where(before >= 0, up_to[before], 0.0)


def as_mask(mask: Any) -> Mask:
    """The mask that a name ('full', 'causal', 'window:K') or a boolean (n, n) array stands for."""
    if isinstance(mask, Mask):
        return mask
    if isinstance(mask, str):
        return _named(mask)
    return _explicit(np.asarray(mask))


def _named(name: str) -> Mask:
    kind, _, width = check_mask(name).partition(":")
    return window(int(width)) if kind == "window" else {"full": full, "causal": causal}[kind]


def _explicit(array: np.ndarray) -> Explicit:
    if array.dtype != bool or array.ndim != 2 or array.shape[0] != array.shape[1]:
        raise InputError(
            "`mask` must be 'full', 'causal', 'window:K' or a boolean (n, n) array. "
            f"Got an array of shape {array.shape} and type {array.dtype}."
        )
    blind = np.flatnonzero(~array.any(axis=1))
    if blind.size:
        raise InputError(
            f"Every token must see at least one token, but row {blind[0]} of `mask` is all false "
            f"({blind.size} of {len(array)} rows). Set at least one entry of it to true."
        )
    return Explicit(jnp.asarray(array))
