"""A potential: every token goes downhill."""

from collections.abc import Callable

from jaxtyping import Array, Float

from tokenflock._jax import jax
from tokenflock.attention.attention import Time, Tokens
from tokenflock.fields.terms.term import Term


class Potential(Term):
    """The force of a potential, g(x) = -grad F(x), with F a function of one token in JAX.

    F may be an `equinox.Module`: its arrays then stay arrays, and runs may differ in them.

    >>> well = tkf.Potential(lambda x: x @ x)
    >>> np.asarray(well(0.0, jnp.array([[1.0, 2.0]])))
    array([[-2., -4.]])
    """

    F: Callable[[Float[Array, " d"]], Float[Array, ""]]

    def __call__(self, t: Time, x: Tokens) -> Tokens:
        tokens = x.reshape(-1, x.shape[-1])
        return -jax.vmap(jax.grad(self.F))(tokens).reshape(x.shape)
