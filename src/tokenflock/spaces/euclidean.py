"""R^d: tokens that nothing normalizes."""

from typing import ClassVar

from jaxtyping import Array, Float

from tokenflock._jax import jnp
from tokenflock.attention.attention import Drive, Time, Tokens
from tokenflock.spaces.record import SpaceRecord
from tokenflock.spaces.space import Space


class Euclidean(Space):
    """Tokens in R^d without normalization, dx_i/dt = A_i (arXiv:2305.05465)."""

    record: ClassVar[SpaceRecord] = SpaceRecord("euclidean", title="Euclidean space")

    def velocity(self, t: Time, x: Tokens, attention: Drive) -> Tokens:
        return attention(x)

    def layer(self, t: Time, x: Tokens, attention: Drive, step: Time) -> Tokens:
        return x + step * attention(x)

    def diffused(self, x: Tokens, gaussian: Tokens, variance: Time) -> Tokens:
        return x + jnp.sqrt(variance) * gaussian

    def carried(self, x: Tokens, gaussian: Float[Array, "d+1"], variance: Time) -> Tokens:
        return x + jnp.sqrt(variance) * gaussian[:-1]
