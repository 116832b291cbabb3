"""Masks: which token j may token i see.

A mask answers `visible(i, j)` elementwise.  Kernels match on its kind, so that nobody builds an
n x n array for a structured mask; a user's own is asked for some rows at a time.
"""

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

import equinox as eqx
import numpy as np
from jaxtyping import Array, Bool, Float, Int

from tokenflock._jax import jnp
from tokenflock.attention import row_blocks
from tokenflock.attention.nameable import Nameable
from tokenflock.errors import InputError
from tokenflock.numerics.reals import array
from tokenflock.spec import registry
from tokenflock.spec.vocabulary import check_mask

Index = Any  # token numbers, single ones or arrays that broadcast


class Mask(eqx.Module, metaclass=Nameable):
    """A rule that says whether token i may see token j.

    One of your own says what is `visible`, and with a name serves in specs, sweeps and on the
    command line:

    >>> class Ring(tkf.Mask, name="ring"):
    ...     reach: int = 1
    ...
    ...     def visible(self, i, j):
    ...         return abs(i - j) <= self.reach
    >>> tkf.SelfAttention(beta=0.0, mask="ring").matrix(np.eye(3))[0].round(3)
    Array([[0.5  , 0.5  , 0.   ],
           [0.333, 0.333, 0.333],
           [0.   , 0.5  , 0.5  ]], dtype=float64)
    """

    @abstractmethod
    def visible(self, i: Index, j: Index) -> Any:
        """True where token i sees token j; elementwise, and broadcasts over i and j."""

    def check(self, n: int) -> None:
        """Raise `InputError` unless n tokens can see by this mask, each at least one."""
        blind = np.flatnonzero(~np.asarray(_sees_any(self, n)))
        if blind.size:
            raise InputError(
                "Every token must see at least one token, but under the mask "
                f"{type(self).__name__} token {blind[0]} of {n} sees none. "
                "Let it see itself, i == j."
            )

    @classmethod
    def take_name(cls, name: str | None) -> None:
        """Let a name stand for a new class."""
        if name is not None:
            registry.register("mask", name, cls)

    if TYPE_CHECKING:

        def __init_subclass__(cls, *, name: str | None = None) -> None: ...


class Full(Mask, name="full"):
    """Every token sees every token."""

    def visible(self, i: Index, j: Index) -> Any:
        return jnp.ones(jnp.broadcast_shapes(jnp.shape(i), jnp.shape(j)), bool)

    def check(self, n: int) -> None:
        pass


class Causal(Mask, name="causal"):
    """Token i sees itself and its predecessors, j <= i."""

    def visible(self, i: Index, j: Index) -> Any:
        return j <= i

    def check(self, n: int) -> None:
        pass


class Window(Mask, name="window"):
    """Token i sees the last `width` tokens up to itself, i - width < j <= i."""

    width: Int[Array, "*batch"] = eqx.field(converter=jnp.asarray)

    def visible(self, i: Index, j: Index) -> Any:
        return (i - self.width < j) & (j <= i)

    def check(self, n: int) -> None:
        pass


class Explicit(Mask):
    """Token i sees token j where `array[i, j]` is true."""

    array: Bool[Array, "*batch n n"]

    def visible(self, i: Index, j: Index) -> Any:
        return self.array[i, j]

    def check(self, n: int) -> None:
        if self.array.shape != (n, n):
            raise InputError(
                f"`mask` must have shape ({n}, {n}) for {n} tokens. Got {self.array.shape}."
            )


full = Full()
causal = Causal()


def window(width: int) -> Window:
    """The mask under which each token sees itself and the `width - 1` tokens before it.

    >>> bool(tkf.window(2).visible(5, 4)), bool(tkf.window(2).visible(5, 3))
    (True, False)
    """
    if not (isinstance(width, (int, np.integer)) and width >= 1):
        raise InputError(f"`window` needs a whole number of tokens, at least 1. Got {width!r}.")
    return Window(width)


def visible_pairs(mask: Mask, n: int) -> Bool[Array, "n n"]:
    """The mask of n tokens as an array, receivers in rows."""
    return visible_rows(mask, np.arange(n), n)


def visible_rows(
    mask: Mask, rows: Int[Array | np.ndarray, " rows"], n: int
) -> Bool[Array, "rows n"]:
    """Some rows of the mask of n tokens."""
    if type(mask) is Explicit:
        mask.check(n)
    seen = jnp.asarray(mask.visible(jnp.asarray(rows)[:, None], jnp.arange(n)[None, :]))
    if seen.dtype != bool:
        raise InputError(
            f"`visible` of the mask {type(mask).__name__} must say true or false for every pair. "
            f"Got {seen.dtype}; compare, as in `abs(i - j) <= 2`."
        )
    return jnp.broadcast_to(seen, (len(rows), n))


def _sees_any(mask: Mask, n: int) -> Bool[Array, " n"]:
    def block(rows: Array) -> Bool[Array, "rows 1"]:
        return visible_rows(mask, rows, n).any(axis=1, keepdims=True)

    return row_blocks.by_rows(block, n, n)[:, 0]


def seen_mass(mask: Mask, masses: Any) -> Any:
    """The mass that each token sees, (n,); in linear time where the mask is structured.

    NumPy in, NumPy out for those: nothing is compiled.
    """
    xp = masses.__array_namespace__()
    if type(mask) is Full:
        return xp.broadcast_to(masses.sum(), masses.shape)
    if type(mask) is Causal:
        return xp.cumsum(masses)
    if type(mask) is Window:
        up_to = xp.cumsum(masses)
        before = np.arange(len(masses)) - (mask.width if xp is jnp else np.asarray(mask.width))
        return up_to - xp.where(before >= 0, up_to[before], 0.0)
    n = len(masses)

    def block(rows: Array) -> Float[Array, "rows 1"]:
        return visible_rows(mask, rows, n) @ masses[:, None]

    return row_blocks.by_rows(block, n, n)[:, 0]


def as_mask(mask: Any) -> Mask:
    """The mask that a name, as 'causal' or 'window:3', or a boolean (n, n) array stands for."""
    if isinstance(mask, Mask):
        return mask
    if isinstance(mask, str):
        return _named(mask)
    return _explicit(array("mask", mask))


def _named(name: str) -> Mask:
    mask: Mask = registry.build("mask", check_mask(name))
    return mask


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
