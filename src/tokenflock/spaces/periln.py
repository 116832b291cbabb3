"""Peri-LN: normalized before and after attention (arXiv:2510.22026)."""

from typing import ClassVar

import numpy as np

from tokenflock.attention import SelfAttention
from tokenflock.attention.attention import Drive, Time, Tokens
from tokenflock.spaces.directions import check_directions, normalize
from tokenflock.spaces.record import SpaceRecord
from tokenflock.spaces.space import Space


class PeriLN(Space):
    """Tokens x = r theta normalized before they attend, and their averages after it,

        dx_i/dt = A_i(theta) / |A_i(theta)|,

    that is dtheta/dt = P_theta A / (r |A|) and dr/dt = <theta, A> / |A|.
    """

    record: ClassVar[SpaceRecord] = SpaceRecord("periln", metric="angle", title="Peri-LN")

    def velocity(self, t: Time, x: Tokens, attention: Drive) -> Tokens:
        return normalize(attention(normalize(x)))

    def layer(self, t: Time, x: Tokens, attention: Drive, step: Time) -> Tokens:
        return x + step * normalize(attention(normalize(x)))

    def check(self, x: np.ndarray, attention: SelfAttention) -> None:
        check_directions(x)
