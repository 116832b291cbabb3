"""nGPT: unit tokens that take steps of a given length (arXiv:2410.01131, 2510.22026)."""

from typing import Any, ClassVar

import equinox as eqx
import numpy as np

from tokenflock._jax import jnp
from tokenflock.attention import SelfAttention
from tokenflock.attention.attention import Drive, Time, Tokens
from tokenflock.numerics.reals import reals
from tokenflock.spaces.directions import check_unit, normalize, radii, tangent
from tokenflock.spaces.record import SpaceRecord
from tokenflock.spaces.space import Space


class NGPT(Space):
    """Unit tokens that take steps of a given speed, dx_i/dt = alpha(t) P_{x_i} A_i / |A_i|.

    `alpha` is a number or a function of time.
    """

    record: ClassVar[SpaceRecord] = SpaceRecord(
        "ngpt", unit=True, metric="angle", title="nGPT", number="ALPHA"
    )

    alpha: Any = eqx.field(default=1.0, converter=lambda alpha: _schedule(alpha))

    def velocity(self, t: Time, x: Tokens, attention: Drive) -> Tokens:
        x = normalize(x)
        length = radii(attention(x))
        return self._speed(t) * tangent(x, attention.pull(x)) / length

    def layer(self, t: Time, x: Tokens, attention: Drive, step: Time) -> Tokens:
        towards = normalize(attention(x)) - x
        return normalize(x + step * self._speed(t) * towards)

    def _speed(self, t: Time) -> Any:
        return self.alpha(t) if callable(self.alpha) else self.alpha

    def retract(self, x: Tokens) -> Tokens:
        return normalize(x)

    def check(self, x: np.ndarray, attention: SelfAttention) -> None:
        check_unit(x)


def _schedule(alpha: Any) -> Any:
    return alpha if callable(alpha) else reals("alpha", alpha, jnp.asarray)
