"""A linear map of every token."""

from typing import Any

import equinox as eqx
from jaxtyping import Array, Float

from tokenflock._jax import jnp
from tokenflock.attention.attention import Time, Tokens
from tokenflock.errors import InputError
from tokenflock.fields.terms.term import Term, check_dimension
from tokenflock.numerics.reals import reals


class LinearMap(Term):
    """A matrix B (d, d) that acts on every token, g(x) = B x.

    On the sphere B = -B^T turns all tokens alike; a symmetric B pulls them to its top eigenvector.
    """

    B: Any = eqx.field(converter=lambda B: _matrix(B))

    def __call__(self, t: Time, x: Tokens) -> Tokens:
        return x @ self.B.mT

    def check(self, n: int, d: int) -> None:
        check_dimension("A linear map", self.B.shape[-1], d)


def _matrix(B: Any) -> Float[Array, "d d"]:
    B = reals("B", B, jnp.asarray)
    shape = B.shape
    if len(shape) < 2 or shape[-1] != shape[-2]:
        raise InputError(f"`B` must be a square matrix (d, d). Got shape {shape}.")
    return B
