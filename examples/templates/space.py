"""A template for a space: tokens on an ellipsoid.  Copy it, and put your own law of motion in.

    sum_k (x_k / a_k)^2 = 1,     dx_i/dt = A_i - <A_i, N_i> N_i / |N_i|^2,     N_ik = x_ik / a_k^2,

the attention's average without its part along the normal N.  With all axes a_k = 1 this is
`tkf.Sphere`.  Only `velocity` is asked for.  With a name, `class Ellipsoid(tkf.Space, name="egg")`,
a space also serves in specs, sweeps and on the command line.

`python space.py` follows twenty tokens and prints how they gather.
"""

from typing import Any

import equinox as eqx
import jax.numpy as jnp
import numpy as np

import tokenflock as tkf


class Ellipsoid(tkf.Space):
    """Tokens on the ellipsoid with given half-axes; (d,), or one number for a sphere."""

    # An array, so that other axes do not compile anew.
    axes: Any = eqx.field(converter=lambda axes: jnp.asarray(axes, float))

    def velocity(self, t: Any, x: Any, attention: tkf.SelfAttention) -> Any:
        # A solver's stages leave the surface a little: the field is read at the point below.
        x = self.retract(x)
        normal = x / self.axes**2
        average = attention(x)
        along = (average * normal).sum(-1, keepdims=True) / (normal**2).sum(-1, keepdims=True)
        return average - along * normal

    def layer(self, t: Any, x: Any, attention: tkf.SelfAttention, step: Any) -> Any:
        return self.retract(x + step * attention(x))

    def retract(self, x: Any) -> Any:
        return x / jnp.sqrt(((x / self.axes) ** 2).sum(-1, keepdims=True))

    def check(self, x: np.ndarray, attention: tkf.SelfAttention) -> None:
        off = np.abs(((x / np.asarray(self.axes)) ** 2).sum(-1) - 1).max()
        if off > 1e-9:
            raise tkf.InputError(
                "`x0` must lie on the ellipsoid, sum_k (x_k / a_k)^2 = 1. "
                f"Got a token that is off by {off:.3g}; pass `space.retract(x0)`."
            )


def example() -> Any:
    """Twenty tokens on an ellipsoid, as a labeled path."""
    space = Ellipsoid([2.0, 1.0, 1.0])
    x0 = np.asarray(space.retract(jnp.asarray(np.random.default_rng(0).normal(size=(20, 3)))))
    flow = tkf.Flow(tkf.SelfAttention(beta=4.0), space=space)
    return tkf.solve(flow, x0, np.linspace(0.0, 10.0, 11), tol=1e-9)


if __name__ == "__main__":
    print(tkf.alignment(example()).to_series())
