"""Attention that remembers where in the sequence a token stands.

ALiBi    w_ij is multiplied by e^{-rate (i - j) / n}: the past fades
rotary   l_ij = beta <R_i Q x_i, R_j K x_j>: rotations by angles that grow with the position
"""

from typing import Any

import equinox as eqx
import numpy as np
from jaxtyping import Array, Float

from tokenflock._jax import jax, jnp
from tokenflock.attention.masks import Causal, Mask, Window
from tokenflock.errors import InputError
from tokenflock.numerics.reals import number, reals
from tokenflock.spec.vocabulary import check_position

LARGEST_RATE = 600.0  # e^{-rate} must be a number


class Alibi(eqx.Module):
    """Weights that fade with the distance into the past, e^{-rate (i - j) / n}.

    The factor is one of the sender over one of the receiver, e^{rate j / n} / e^{rate i / n}: the
    senders' part acts as masses, so that every way to evaluate attention serves.
    """

    rate: Any = eqx.field(converter=lambda rate: number("rate", rate, jnp.asarray))

    def __check_init__(self) -> None:
        if isinstance(self.rate, jax.core.Tracer):
            return
        if not abs(float(self.rate)) <= LARGEST_RATE:
            raise InputError(
                f"`alibi` needs a rate of at most {LARGEST_RATE:g}: e^-rate is the weight of the "
                f"farthest token. Got {float(self.rate):g}."
            )

    def log_masses(self, n: int) -> Float[Array, " n"]:
        """The logarithm of what a sender's weight is multiplied by, at most 0 for rate >= 0."""
        return fading(self.rate, n)

    def check(self, mask: Mask) -> None:
        if type(mask) not in (Causal, Window):
            raise InputError(
                "`position='alibi'` measures how far back a token looks, so it needs causal or "
                "windowed attention. Use `mask='causal'`."
            )


class Rotary(eqx.Module):
    """Rotations of queries and keys, pair of coordinates by pair (2a, 2a + 1), by the angles

    p base^{-2a / r},     p the position, r the number of coordinates of a query,

    or p times other `frequencies` (r / 2,), which pretrained models with a long context have.
    """

    base: Any = eqx.field(converter=lambda base: reals("base", base, jnp.asarray), default=1e4)
    frequencies: Any = None

    def turned(self, vectors: Float[Array, "... n r"]) -> Float[Array, "... n r"]:
        """The vectors of every position p, rotated by R_p."""
        r = vectors.shape[-1]
        return rotated(vectors, self.turns(r, self.base))

    def turns(self, r: int, base: Any) -> Any:
        """The frequencies (r / 2,) of queries with r coordinates: those given, or of a base."""
        if r % 2:
            raise InputError(
                f"`position='rotary'` turns pairs of coordinates, so d must be even. Got {r}."
            )
        return base ** (-np.arange(0, r, 2) / r) if self.frequencies is None else self.frequencies

    def check(self, mask: Mask) -> None:
        pass


def fading(rate: Any, n: int) -> Any:
    """The logarithm of what ALiBi multiplies the weights of n senders by."""
    return rate * (np.arange(n) + 1 - n) / n


def rotated(
    vectors: Float[Array, "... n r"], frequencies: Float[Array, " half"]
) -> Float[Array, "... n r"]:
    """Vectors whose pairs (2a, 2a + 1) are turned by position times frequency."""
    angle = jnp.arange(vectors.shape[-2])[:, None] * frequencies
    c, s = (part.astype(vectors.dtype) for part in (jnp.cos(angle), jnp.sin(angle)))
    even, odd = vectors[..., 0::2], vectors[..., 1::2]
    pairs = jnp.stack([c * even - s * odd, s * even + c * odd], axis=-1)
    return pairs.reshape(vectors.shape)


Position = Alibi | Rotary


def as_position(position: "Position | str | None") -> Position | None:
    """The position law that a name ('alibi:RATE', 'rotary', 'rotary:BASE') or object stands for."""
    if position is None or isinstance(position, Position):
        return position
    name, _, number = check_position(position).partition(":")
    if name == "alibi":
        return Alibi(float(number))
    return Rotary(float(number)) if number else Rotary()
