"""A template for a vector field: attention on the sphere in a wind.  Copy it, and move tokens.

    dx_i/dt = P_{x_i} (A_i(x) + w)

A field says its velocity; the rest has defaults.  `solve`, `jacobian`, `spectrum`,
`condition_numbers` and `lyapunov_exponents` take it, `field.term()` hands it to diffrax.
"""

import jax.numpy as jnp
import numpy as np

import tokenflock as tkf


class Windy(tkf.VectorField):
    """Unit tokens that follow a flow and a wind."""

    flow: tkf.Flow
    wind: tuple[float, ...]

    def __call__(self, t, x):
        return self.flow(t, x) + tkf.tangent(tkf.normalize(x), jnp.asarray(self.wind))

    def retract(self, x):
        return self.flow.retract(x)

    def about(self):
        return self.flow.about()


if __name__ == "__main__":
    field = Windy(tkf.Flow(tkf.SelfAttention(beta=9.0)), wind=(0.5, 0.0))
    x0 = tkf.normalize(np.random.default_rng(0).normal(size=(40, 2)))
    path = tkf.solve(field, x0, np.linspace(0.0, 10.0, 101))
    print(path.x.mean("token").isel(time=[0, 20, 100]).data.round(3))
    print(tkf.spectrum(field, path.x.data[-1])[:3].round(3))
