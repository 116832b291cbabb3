"""Noise: Brownian motion of the tokens at an inverse temperature kappa.

    dx_i = P_{x_i} A_i dt + sqrt(2 / kappa) P_{x_i} o dW_i,

a Stratonovich equation, so that tokens stay on the sphere; its generator is the field plus the
Laplacian of the sphere over kappa (arXiv:2512.01868).
"""

import math
from typing import Any

import equinox as eqx

from tokenflock._jax import jax, jnp
from tokenflock.errors import InputError
from tokenflock.fields.vector_field import Time, Tokens
from tokenflock.spaces import Space


class Brownian(eqx.Module):
    """Brownian motion of inverse temperature kappa: E <x_t, x_0> = e^{-(d - 1) t / kappa}."""

    kappa: Any = eqx.field(converter=lambda kappa: jnp.asarray(kappa, float))

    def __check_init__(self) -> None:
        if not isinstance(self.kappa, jax.core.Tracer) and not 0 < float(self.kappa) < math.inf:
            raise InputError(f"`kappa` must be positive and finite. Got {float(self.kappa):g}.")

    def moved(self, gaussian: Tokens, space: Space, x: Tokens, duration: Time) -> Tokens:
        """Tokens after Brownian motion of a given duration, made of standard normal numbers."""
        return space.diffused(x, gaussian, 2 * duration / self.kappa)
