"""Attention as a vector field.

    dx_i/dt = P_{x_i} ( sum_j w_ij V x_j ),     w_ij ~ exp(beta <Q x_i, K x_j>),

on the sphere; the space decides what stands in place of P.
"""

import equinox as eqx

from tokenflock.attention import SelfAttention
from tokenflock.spaces import Space, Sphere, Time, Tokens


class Flow(eqx.Module):
    """The velocity of tokens that follow an attention in a space."""

    attention: SelfAttention
    space: Space = Sphere()

    @eqx.filter_jit
    def __call__(self, t: Time, x: Tokens) -> Tokens:
        """dx/dt at time t, one row per token."""
        return self.space.velocity(t, x, self.attention)
