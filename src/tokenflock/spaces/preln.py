"""Pre-LN: tokens normalized before they attend, whose norms grow (arXiv:2510.22026)."""

from typing import ClassVar

import numpy as np

from tokenflock.attention import SelfAttention
from tokenflock.attention.attention import Drive, Time, Tokens
from tokenflock.spaces.directions import check_directions, normalize
from tokenflock.spaces.record import SpaceRecord
from tokenflock.spaces.space import Space


class PreLN(Space):
    """Tokens x = r theta normalized before they attend,

    dx_i/dt = A_i(theta),     that is     dtheta/dt = P_theta A / r,   dr/dt = <theta, A>.
    """

    record: ClassVar[SpaceRecord] = SpaceRecord("preln", metric="angle", title="Pre-LN")

    def velocity(self, t: Time, x: Tokens, attention: Drive) -> Tokens:
        return attention(normalize(x))

    def layer(self, t: Time, x: Tokens, attention: Drive, step: Time) -> Tokens:
        return x + step * attention(normalize(x))

    def check(self, x: np.ndarray, attention: SelfAttention) -> None:
        check_directions(x)
