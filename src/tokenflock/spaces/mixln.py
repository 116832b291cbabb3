"""Mix-LN: first layers as Post-LN, later ones as Pre-LN (arXiv:2510.22026)."""

from typing import Any, ClassVar

import equinox as eqx
import numpy as np

from tokenflock._jax import jnp
from tokenflock.attention import SelfAttention
from tokenflock.attention.attention import Drive, Time, Tokens
from tokenflock.numerics.reals import reals
from tokenflock.spaces.directions import check_directions, normalize, radii, tangent
from tokenflock.spaces.preln import PreLN
from tokenflock.spaces.record import SpaceRecord
from tokenflock.spaces.space import Space


class MixLN(Space):
    """Post-LN until the time tau, on spheres of the tokens' own radii, then Pre-LN."""

    record: ClassVar[SpaceRecord] = SpaceRecord(
        "mixln", metric="angle", title="Mix-LN", number="TAU"
    )

    tau: Any = eqx.field(converter=lambda tau: reals("tau", tau, jnp.asarray))

    def velocity(self, t: Time, x: Tokens, attention: Drive) -> Tokens:
        after = PreLN().velocity(t, x, attention)
        return jnp.where(t < self.tau, Shells().velocity(t, x, attention), after)

    def layer(self, t: Time, x: Tokens, attention: Drive, step: Time) -> Tokens:
        after = PreLN().layer(t, x, attention, step)
        return jnp.where(t < self.tau, Shells().layer(t, x, attention, step), after)

    def breaks(self, start: float, end: float) -> tuple[float, ...]:
        tau = float(self.tau)
        return (tau,) if start < tau < end else ()

    def during(self, t: float) -> Space:
        return Shells() if t < float(self.tau) else PreLN()

    def check(self, x: np.ndarray, attention: SelfAttention) -> None:
        check_directions(x)


class Shells(Space):
    """Spheres of any radii, dx_i/dt = r_i P_theta A_i(theta)."""

    def velocity(self, t: Time, x: Tokens, attention: Drive) -> Tokens:
        theta = normalize(x)
        return radii(x) * tangent(theta, attention.pull(theta))

    def layer(self, t: Time, x: Tokens, attention: Drive, step: Time) -> Tokens:
        theta = normalize(x)
        return radii(x) * normalize(theta + step * attention(theta))

    def check(self, x: np.ndarray, attention: SelfAttention) -> None:
        check_directions(x)


# The first part of Mix-LN is measured and named as Mix-LN.
Shells.record = MixLN.record
