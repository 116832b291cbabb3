"""Sqrt-scaling: unit tokens whose layers count less and less (arXiv:2510.22026)."""

from typing import ClassVar

import numpy as np

from tokenflock._jax import jnp
from tokenflock.attention import SelfAttention
from tokenflock.attention.attention import Drive, Time, Tokens
from tokenflock.spaces.directions import check_unit, normalize, tangent
from tokenflock.spaces.record import SpaceRecord
from tokenflock.spaces.space import Space


class SqrtScaled(Space):
    """Unit tokens whose layers count less and less, dx_i/dt = P_{x_i} A_i / sqrt(t + 1)."""

    record: ClassVar[SpaceRecord] = SpaceRecord(
        "sqrtscaled", unit=True, metric="angle", title="sqrt-scaling"
    )

    def velocity(self, t: Time, x: Tokens, attention: Drive) -> Tokens:
        x = normalize(x)
        return tangent(x, attention.pull(x)) / jnp.sqrt(t + 1.0)

    def layer(self, t: Time, x: Tokens, attention: Drive, step: Time) -> Tokens:
        return normalize(x + step * attention(x) / jnp.sqrt(t + 1.0))

    def retract(self, x: Tokens) -> Tokens:
        return normalize(x)

    def check(self, x: np.ndarray, attention: SelfAttention) -> None:
        check_unit(x)
