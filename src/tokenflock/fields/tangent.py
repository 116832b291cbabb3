"""The tangent flow: tokens together with vectors that the derivative of their field carries along.

dx/dt = f(x),     dv/dt = Df(x) v
"""

from typing import Any

import equinox as eqx
from jaxtyping import Array, Float

from tokenflock._jax import jax, jnp
from tokenflock.errors import InputError, short
from tokenflock.fields.vector_field import VectorField

State = Float[Array, "rows n d"]  # tokens in the first row, a vector in each of the others


class TangentFlow(VectorField):
    """A field with tangent vectors, stacked behind the tokens along the first axis.

    Steps follow the error of the tokens alone unless `vectors_count`.
    """

    field: VectorField
    vectors_count: bool = eqx.field(default=False, static=True)

    def __check_init__(self) -> None:
        if not isinstance(self.field, VectorField):
            raise InputError(f"`field` must be a `VectorField`. Got {short(self.field)}.")

    def __call__(self, t: Any, state: State) -> State:
        """The velocity f(x) of the tokens state[0] and Df(x) v of each vector v after it."""
        velocity, push = jax.linearize(lambda x: self.field(t, x), state[0])
        return jnp.concatenate([velocity[None], jax.vmap(push)(state[1:])])

    def retract(self, state: State) -> State:
        """Tokens back in their space; the vectors follow by the derivative of that."""
        x, push = jax.linearize(self.field.retract, state[0])
        return jnp.concatenate([x[None], jax.vmap(push)(state[1:])])

    def breaks(self, start: float, end: float) -> tuple[float, ...]:
        """Those of the field."""
        return self.field.breaks(start, end)

    def during(self, t: float) -> "TangentFlow":
        """The tangent flow of the stretch between two breaks."""
        return TangentFlow(self.field.during(t), self.vectors_count)

    def error_norm(self, error: State) -> Float[Array, ""]:
        """The largest over tokens, and over vectors where they count."""
        return self.field.error_norm(error if self.vectors_count else error[0])
