"""The unit sphere: tokens that are normalized after every layer."""

from typing import ClassVar

import numpy as np
from jaxtyping import Array, Bool, Float

from tokenflock._jax import jax, jnp
from tokenflock.attention import SelfAttention
from tokenflock.attention.attention import Drive, Time, Tokens
from tokenflock.spaces.directions import check_unit, normalize, tangent
from tokenflock.spaces.record import SpaceRecord
from tokenflock.spaces.space import Space


class Sphere(Space):
    """Unit tokens (Post-LN),

        dx_i/dt = P_{x_i} A_i,     P_x y = y - <x, y> x.

    The field is read at x / |x|, so that it extends to the neighborhood a solver's stages visit,
    and a retraction leaves it unchanged.
    """

    record: ClassVar[SpaceRecord] = SpaceRecord("sphere", unit=True, metric="angle")

    def velocity(self, t: Time, x: Tokens, attention: Drive) -> Tokens:
        x = normalize(x)
        return tangent(x, attention.pull(x))

    def retract(self, x: Tokens) -> Tokens:
        return normalize(x)

    def layer(self, t: Time, x: Tokens, attention: Drive, step: Time) -> Tokens:
        return normalize(x + step * attention(x))

    def diffused(self, x: Tokens, gaussian: Tokens, variance: Time) -> Tokens:
        """Along the geodesic in direction P_x gaussian, by a corrected length.

        The length of the Gaussian step is multiplied by 1 - (d - 2) variance / 12.  Then all its
        moments agree with those of Brownian motion up to variance^2: weak order two.  Exact for
        d = 2, where one number per token moves its angle.
        """
        d = x.shape[-1]
        across = tangent(x, gaussian) if d != 2 else gaussian[..., :1] * quarter_turn(x)
        u = across * jnp.sqrt(variance) * (1 - (d - 2) * variance / 12)
        length = jnp.sqrt((u * u).sum(axis=-1, keepdims=True))
        return normalize(jnp.cos(length) * x + jnp.sinc(length / jnp.pi) * u)

    def carried(self, x: Tokens, gaussian: Float[Array, "d+1"], variance: Time) -> Tokens:
        """Along P_x e_k for one axis after the other, forwards or backwards at random.

        Each of these motions is exact, and the mean over both orders is of weak order two.
        """
        rapidities = jnp.sqrt(variance) * gaussian[:-1]
        m = boosts(rapidities, backwards=gaussian[-1] < 0)
        return normalize(m[1:, 0] + x @ m[1:, 1:].mT)

    def check(self, x: np.ndarray, attention: SelfAttention) -> None:
        check_unit(x)


def boosts(rapidities: Float[Array, " d"], backwards: Bool[Array, ""]) -> Float[Array, "e e"]:
    """The product of Lorentz boosts along all axes, (d + 1, d + 1).

    dx/dt = P_x e_k takes the ray of (1, x) along by the boost of rows 0 and k.
    """
    d = len(rapidities)

    def boost(step: Array, m: Array) -> Array:
        k = jnp.where(backwards, d - 1 - step, step)
        c, s = jnp.cosh(rapidities[k]), jnp.sinh(rapidities[k])
        first, other = m[0], m[k + 1]
        return m.at[0].set(c * first + s * other).at[k + 1].set(s * first + c * other)

    return jax.lax.fori_loop(0, d, boost, jnp.eye(d + 1))


def quarter_turn(x: Tokens) -> Tokens:
    """Tokens of the circle turned by a right angle: the direction in which their angle grows."""
    return jnp.stack([-x[..., 1], x[..., 0]], axis=-1)
