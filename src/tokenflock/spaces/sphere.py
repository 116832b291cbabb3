"""The unit sphere: tokens that are normalised after every layer."""

import numpy as np

from tokenflock.attention import SelfAttention
from tokenflock.errors import InputError
from tokenflock.spaces.space import Space, Time, Tokens, normalize, tangent


class Sphere(Space):
    """Unit tokens (Post-LN),

        dx_i/dt = P_{x_i} A_i,     P_x y = y - <x, y> x.

    The field is read at x / |x|, so that it extends to the neighbourhood a solver's stages visit,
    and a retraction leaves it unchanged.
    """

    def velocity(self, t: Time, x: Tokens, attention: SelfAttention) -> Tokens:
        x = normalize(x)
        return tangent(x, attention.pull(x))

    def retract(self, x: Tokens) -> Tokens:
        return normalize(x)

    def check(self, x: np.ndarray, attention: SelfAttention) -> None:
        norms = np.linalg.norm(x, axis=-1)
        off = np.argwhere(np.abs(norms - 1) > 1e-9)
        if off.size:
            token = int(off[0][-1])
            raise InputError(
                f"`x0` must lie on the unit sphere, but {len(off)} of {norms.size} tokens "
                f"{'do' if len(off) > 1 else 'does'} not: token {token} has norm "
                f"{norms[tuple(off[0])]:.12g}. If that is expected, pass `tkf.normalize(x0)`."
            )
