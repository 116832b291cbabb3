"""R^d: tokens that nothing normalizes."""

import numpy as np

from tokenflock._jax import jnp
from tokenflock.attention import SelfAttention
from tokenflock.spaces.space import Space, Time, Tokens


class Euclidean(Space):
    """Tokens in R^d without normalization, dx_i/dt = A_i (arXiv:2305.05465)."""

    def velocity(self, t: Time, x: Tokens, attention: SelfAttention) -> Tokens:
        return attention(x)

    def layer(self, t: Time, x: Tokens, attention: SelfAttention, step: Time) -> Tokens:
        return x + step * attention(x)

    def diffused(self, x: Tokens, gaussian: Tokens, variance: Time) -> Tokens:
        return x + jnp.sqrt(variance) * gaussian

    def retract(self, x: Tokens) -> Tokens:
        return x

    def check(self, x: np.ndarray, attention: SelfAttention) -> None:
        pass
