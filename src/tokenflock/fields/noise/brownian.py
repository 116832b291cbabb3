"""Noise of every token by itself.

    dx_i = P_{x_i} A_i dt + sqrt(2 / kappa) P_{x_i} o dW_i,

a Stratonovich equation, so that tokens stay on the sphere; its generator is the field plus the
Laplacian of the sphere over kappa (arXiv:2512.01868).
"""

import equinox as eqx
from jaxtyping import Array, Float

from tokenflock.fields.noise.noise import Noise, as_number
from tokenflock.fields.vector_field import Time, Tokens, by_token
from tokenflock.spaces import Space


class Brownian(Noise):
    """Brownian motion of inverse temperature kappa: E <x_t, x_0> = e^{-(d - 1) t / kappa}."""

    kappa: Float[Array, ""] = eqx.field(converter=as_number)

    def gaussians(self, stream: Array, x: Tokens) -> Float[Array, "2 ... n d"]:
        return by_token(stream, x)

    def moved(self, gaussian: Tokens, space: Space, x: Tokens, duration: Time) -> Tokens:
        return space.diffused(x, gaussian, self.variance(duration))
