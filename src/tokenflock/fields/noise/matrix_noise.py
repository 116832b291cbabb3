"""One Brownian motion of matrices, that acts on all tokens.

    dx_i = P_{x_i} A_i dt + sqrt(2 / kappa) P_{x_i} o (dW x_i),     W (d, d)

(arXiv:2601.21942): the limit of many layers whose random V act on each token itself.  Noise alone
takes tokens to G x_i / |G x_i|.  The cosine u of two of them is a diffusion, with q = 2 / kappa

    du = -q u (1 - u^2) dt + (1 - u^2) sqrt(2 q) dB

in every dimension, and E log sqrt(1 - u^2) falls at the rate q: they end together or opposite.
"""

import equinox as eqx
from jaxtyping import Array, Float

from tokenflock._jax import jax, jnp
from tokenflock.fields.noise.noise import Noise, as_number, check_space
from tokenflock.fields.vector_field import Time, Tokens
from tokenflock.spaces import Space


class MatrixNoise(Noise):
    """One matrix of noise, dx_i = sqrt(2 / kappa) P_{x_i} o (dW x_i), the same for all tokens."""

    kappa: Float[Array, ""] = eqx.field(converter=as_number)

    def gaussians(self, stream: Array, x: Tokens) -> Float[Array, "2 2 d d"]:
        """An increment of W, and as many numbers for the loops it makes within a step."""
        d = x.shape[-1]
        return jax.random.normal(stream, (2, 2, d, d))

    def moved(self, gaussian: Array, space: Space, x: Tokens, duration: Time) -> Tokens:
        check_space(space)
        return space.retract(x @ grown(gaussian, self.variance(duration)).mT)


def grown(gaussian: Float[Array, "2 d d"], v: Time) -> Float[Array, "d d"]:
    """The solution of dG = dW o G, G = I, at the time v, to weak order two:

        G = e^{v/2} (I + sqrt(v) Z + v / 2 (Z^2 - I + sqrt(d) L)).

    Z and L are Gaussian, L without trace: it has the moments of the areas int (W dW - dW W), of
    which d enter each entry.
    """
    z, loops = gaussian
    d = z.shape[-1]
    identity = jnp.eye(d)
    loops = loops - jnp.trace(loops) / d * identity
    second = z @ z - identity + jnp.sqrt(d) * loops
    return jnp.exp(v / 2) * (identity + jnp.sqrt(v) * z + v / 2 * second)
