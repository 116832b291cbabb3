"""Numbers with twice the digits: unevaluated sums hi + lo of two float64.

Compilers may fuse a product into the sum that follows it.  Here every product that must be exact is
formed from factors of 26 bits, so that fusing it changes nothing.
"""

import functools

import equinox as eqx
import numpy as np
from jaxtyping import Array, Float

from tokenflock._jax import jax, jnp

HIGH_BITS = np.int64(~((1 << 27) - 1))  # sign, exponent and 25 of the 52 stored bits


class Doubled(eqx.Module):
    """An array hi + lo with |lo| at most half a unit in the last place of hi."""

    hi: Float[Array, "..."]
    lo: Float[Array, "..."]

    def __add__(self, other: "Doubled") -> "Doubled":
        total = two_sum(self.hi, other.hi)
        return two_sum(total.hi, total.lo + self.lo + other.lo)

    def __mul__(self, other: "Doubled") -> "Doubled":
        p = two_product(self.hi, other.hi)
        return two_sum(p.hi, p.lo + self.hi * other.lo + self.lo * other.hi)

    def scaled(self, power: Array) -> "Doubled":
        """The number times a power of two."""
        return Doubled(self.hi * power, self.lo * power)


def doubled(a: Float[Array, "..."]) -> Doubled:
    """The float64 as a number of twice its digits."""
    return Doubled(jnp.asarray(a), jnp.zeros_like(a))


def two_sum(a: Array, b: Array) -> Doubled:
    """a + b without error (Knuth)."""
    s = a + b
    from_b = s - a
    return Doubled(s, (a - (s - from_b)) + (b - from_b))


def two_product(a: Array, b: Array) -> Doubled:
    """a b to about 80 bits (Dekker, with the halves cut by bit masks)."""
    (a1, a2), (b1, b2) = _halves(a), _halves(b)
    return two_sum(a1 * b1, a1 * b2 + a2 * b1 + a2 * b2)


def _halves(a: Array) -> tuple[Array, Array]:
    bits = jax.lax.bitcast_convert_type(a, jnp.int64) & HIGH_BITS
    high = jax.lax.bitcast_convert_type(bits, jnp.float64)
    return high, a - high


def total(a: Doubled) -> Doubled:
    """The sum over the last axis."""
    terms = [Doubled(a.hi[..., k], a.lo[..., k]) for k in range(a.hi.shape[-1])]
    return functools.reduce(Doubled.__add__, terms)


def matmul(a: Doubled, b: Doubled) -> Doubled:
    """The product of matrices (..., n, d) and (..., d, m)."""

    def rows(m: Array) -> Array:
        return m[..., :, None, :]

    def columns(m: Array) -> Array:
        return m.mT[..., None, :, :]

    return total(Doubled(rows(a.hi), rows(a.lo)) * Doubled(columns(b.hi), columns(b.lo)))
