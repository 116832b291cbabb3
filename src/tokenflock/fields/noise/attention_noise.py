"""One Brownian motion of matrices for each head, seen through attention.

    dx_i = P_{x_i} A_i dt + P_{x_i} dB_i - (d - 1) / kappa |m_i|^2 x_i dt,
    dB_i = sqrt(2 / (kappa heads)) sum_h dW_h m^h_i,     m^h_i = sum_j w^h_ij x_j

(Ito; |m_i|^2 is the mean of |m^h_i|^2 over the heads): the limit of layers whose V are drawn anew
by layer and head, with increments of variance 2 dt / kappa (arXiv:2604.01978 as we read it, where
kappa = 2 d).  As in a layer, averages are those before the step, and tokens are normalized after.
"""

from typing import Any

import equinox as eqx
from jaxtyping import Array, Float

from tokenflock._jax import jax, jnp
from tokenflock.attention import SelfAttention
from tokenflock.errors import InputError
from tokenflock.fields.noise.noise import Noise, as_number, check_space
from tokenflock.fields.vector_field import Time, Tokens
from tokenflock.spaces import Space


class AttentionNoise(Noise):
    """Noise of the matrices V of every head of an attention, the same for all tokens."""

    kappa: Float[Array, ""] = eqx.field(converter=as_number)
    attention: SelfAttention

    def __init__(self, kappa: Any, attention: Any) -> None:
        if not isinstance(attention, SelfAttention):
            raise InputError(
                "Noise that is seen through attention needs weights that do not change with time. "
                f"Got {type(attention).__name__}; leave out `beta_end` and `layer_time`."
            )
        self.kappa, self.attention = as_number(kappa), attention

    def gaussians(self, stream: Array, x: Tokens) -> Float[Array, "2 heads d d"]:
        d = x.shape[-1]
        return jax.random.normal(stream, (2, self.attention.heads, d, d))

    def moved(self, gaussian: Array, space: Space, x: Tokens, duration: Time) -> Tokens:
        """Weak order one: N(x + sqrt(v / heads) sum_h Z_h m^h), m the averages of the heads."""
        check_space(space)
        share = jnp.sqrt(self.variance(duration) / self.attention.heads)
        pushed = (self.attention.averages(x) @ gaussian.mT).sum(axis=-3)
        return space.retract(x + share * pushed)
