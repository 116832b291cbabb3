"""One Brownian motion of R^d, seen by all tokens.

    dx_i = P_{x_i} A_i dt + sqrt(2 / kappa) P_{x_i} o dW.

On the sphere P_x u moves points by Moebius maps, so noise alone takes all tokens along by one map.
The cosine u of two of them is a diffusion: with q = 2 / kappa,

    du = q (1 - u) (d - 2 - u) dt + (1 - u) sqrt(2 q (1 + u)) dB,

and E log(1 - u) falls at the rate q (d - 1): tokens synchronize.
"""

import equinox as eqx
from jaxtyping import Array, Float

from tokenflock._jax import jax
from tokenflock.fields.noise.noise import Noise, as_number
from tokenflock.fields.vector_field import Time, Tokens
from tokenflock.spaces import Space


class CommonNoise(Noise):
    """One field of noise, dx_i = sqrt(2 / kappa) P_{x_i} o dW, with the same W for all tokens."""

    kappa: Float[Array, ""] = eqx.field(converter=as_number)

    def gaussians(self, stream: Array, x: Tokens) -> Float[Array, "2 d+1"]:
        """One number for each axis, and one whose sign puts them in order."""
        return jax.random.normal(stream, (2, x.shape[-1] + 1))

    def moved(self, gaussian: Array, space: Space, x: Tokens, duration: Time) -> Tokens:
        return space.carried(x, gaussian, self.variance(duration))
