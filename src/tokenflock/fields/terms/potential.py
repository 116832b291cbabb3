"""A potential: every token goes downhill."""

from typing import Any

from tokenflock._jax import jax
from tokenflock.attention.attention import Time, Tokens
from tokenflock.errors import InputError, short
from tokenflock.fields.terms.term import Term


class Potential(Term):
    """The force of a potential, g(x) = -grad F(x), with F a function of one token in JAX.

    F may be an `equinox.Module`: its arrays then stay arrays, and runs may differ in them.

    >>> well = tkf.Potential(lambda x: x @ x)
    >>> np.asarray(well(0.0, jnp.array([[1.0, 2.0]])))
    array([[-2., -4.]])
    """

    F: Any  # (d,) -> ()

    def __check_init__(self) -> None:
        if not callable(self.F):
            raise InputError(f"`F` must be a function of one token. Got {short(self.F)}.")

    def __call__(self, t: Time, x: Tokens) -> Tokens:
        tokens = x.reshape(-1, x.shape[-1])
        return -jax.vmap(jax.grad(self.F))(tokens).reshape(x.shape)
