"""Attention as a vector field.

    dx_i/dt = P_{x_i} ( sum_j w_ij V x_j ),     w_ij ~ exp(beta <Q x_i, K x_j>),

on the sphere; the space decides what stands in place of P.
"""

from typing import Any

import equinox as eqx
import numpy as np
from jaxtyping import Array, Bool

from tokenflock._jax import jax, jnp
from tokenflock.attention import Attention, SelfAttention
from tokenflock.attention.attention import TokensLike
from tokenflock.errors import InputError
from tokenflock.fields.noise import Brownian
from tokenflock.fields.resolution import resolved
from tokenflock.fields.vector_field import Closely, Time, Tokens, VectorField
from tokenflock.spaces import Rescaled, Space, Sphere


class Flow(VectorField):
    """The velocity of tokens that follow an attention in a space.

    Tokens that are `frozen`, a boolean (n,), are seen and never move.  `noise` shakes the others.
    """

    attention: Attention
    space: Space = Sphere()
    frozen: Any = eqx.field(default=None, converter=lambda frozen: _booleans(frozen))
    noise: Brownian | None = None

    def __call__(self, t: Time, x: TokensLike) -> Tokens:
        """dx/dt at time t, one row per token; the drift where there is noise."""
        # As an array, so that another time does not compile anew.
        return self._velocity(jnp.asarray(t, float), jnp.asarray(x))

    @eqx.filter_jit
    def _velocity(self, t: Time, x: Tokens) -> Tokens:
        v = self.space.velocity(t, x, self.attention.at(t))
        return v if self.frozen is None else jnp.where(self.frozen[:, None], 0.0, v)

    def retract(self, x: Tokens) -> Tokens:
        """Tokens back in their space."""
        return self.space.retract(x)

    def check(self, x: np.ndarray) -> None:
        """Raise `InputError` unless tokens fit the space, the matrices, the mask and masses."""
        attention = self.attention.at(0.0)
        self.space.check(x, attention)
        n, d = x.shape[-2:]
        attention.check(n, d)
        if self.frozen is not None and self.frozen.shape != (n,):
            raise InputError(
                f"`frozen` must have one entry for each of the {n} tokens. Got {self.frozen.shape}."
            )

    def layer(self, t: Time, x: Tokens, step: Time) -> Tokens:
        """Tokens after one layer, as x <- N(x + step A(x)) on the sphere."""
        return self._unless_frozen(x, self.space.layer(t, x, self.attention.at(t), step))

    def without_residual(self, t: Time, x: Tokens) -> Tokens:
        """Tokens after one layer without residual, x <- N(A(x))."""
        return self._unless_frozen(x, self.space.retract(self.attention.at(t)(x)))

    def shaken(self, gaussian: Tokens, x: Tokens, duration: Time) -> Tokens:
        """Tokens after the noise of a given duration, made of standard normal numbers."""
        if self.noise is None:
            return x
        return self._unless_frozen(x, self.noise.moved(gaussian, self.space, x, duration))

    @property
    def is_noisy(self) -> bool:
        """Whether tokens are shaken on their way."""
        return self.noise is not None

    def _unless_frozen(self, x: Tokens, moved: Tokens) -> Tokens:
        return moved if self.frozen is None else jnp.where(self.frozen[:, None], x, moved)

    def breaks(self, start: float, end: float) -> tuple[float, ...]:
        """The times strictly between `start` and `end` at which the velocity jumps."""
        jumps = {*self.attention.breaks(start, end), *self.space.breaks(start, end)}
        return tuple(sorted(jumps))

    def at(self, t: float) -> "Flow":
        """The flow whose weights stay as they are at time t."""
        return Flow(self.attention.at(t), self.space.during(t), self.frozen, self.noise)

    def during(self, t: float) -> "Flow":
        """The flow of the stretch between two breaks that holds t, continued beyond them."""
        return Flow(self.attention.during(t), self.space.during(t), self.frozen, self.noise)

    def about(self) -> dict[str, str | float]:
        """beta at time 0, and what the record of the space says."""
        return {"beta": float(self.attention.at(0.0).beta)} | self.space.about()

    def coordinates(self, times: np.ndarray) -> dict[str, tuple[str, np.ndarray]]:
        """beta(t) where it changes, and masses where tokens have any."""
        masses = self.attention.at(0.0).masses
        along = {} if masses is None else {"mass": ("token", np.asarray(masses))}
        if isinstance(self.attention, SelfAttention):
            return along
        beta = np.asarray(_betas(self.attention, jnp.asarray(times)))
        return along if (beta == beta[0]).all() else along | {"beta": ("time", beta)}

    def diagnostics(
        self, times: np.ndarray, x: Any, tol: float, closely: Closely
    ) -> dict[str, np.ndarray]:
        """For rescaled tokens `resolved`: rounding decides neither a row nor a token's way.

        Rows are those of `Rescaled.resolved`.  A token is lost, from then on, once its departure
        from itself (`Rescaled.growth_rates`) has multiplied rounding errors to more than `tol`.
        """
        if not isinstance(self.space, Rescaled):
            return {}
        return {"resolved": resolved(self, times, x, tol, closely)}


@eqx.filter_jit
def _betas(attention: Attention, times: Any) -> Any:
    return jax.vmap(lambda t: attention.at(t).beta)(times)


def _booleans(frozen: Any) -> Bool[Array, " n"] | None:
    if frozen is None or isinstance(frozen, jax.core.Tracer):
        return frozen
    frozen = np.asarray(frozen)
    if frozen.dtype != bool or frozen.ndim != 1:
        raise InputError(
            "`frozen` must be a boolean array of shape (n,). "
            f"Got shape {frozen.shape} and type {frozen.dtype}."
        )
    return jnp.asarray(frozen)
