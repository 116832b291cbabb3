"""The perceptron: what a transformer's MLP does to every token by itself."""

import functools
from collections.abc import Callable
from typing import Any

import equinox as eqx
import numpy as np
from jaxtyping import Array, Float

from tokenflock._jax import jax, jnp
from tokenflock.attention.attention import Time, Tokens
from tokenflock.errors import InputError
from tokenflock.fields.terms.term import Term, check_dimension, check_shape
from tokenflock.numerics.reals import reals
from tokenflock.spec.vocabulary import ACTIVATIONS, is_one_of, one_of

# One for every name in `spec.vocabulary.ACTIVATIONS`; gelu is exact, x Phi(x).
FUNCTIONS: dict[str, Callable[[Array], Array]] = {
    "relu": jax.nn.relu,
    "gelu": functools.partial(jax.nn.gelu, approximate=False),
    "silu": jax.nn.silu,
    "tanh": jnp.tanh,
}


class Perceptron(Term):
    """One hidden layer, applied to every token by itself,

        g(x) = U sigma(W x + b),     or gated,     g(x) = U (sigma(W x + b) * (G x + c)).

    W and G are (width, d), U is (d, width), b and c are (width,), zero where left out.  sigma is
    the `activation`: 'relu', 'gelu', 'silu' or 'tanh'.

    >>> hat = tkf.Perceptron(W=[[1.0], [1.0]], U=[[1.0, -2.0]], b=[0.0, -1.0])
    >>> np.asarray(hat(0.0, jnp.array([[0.5], [1.0], [2.0]])))
    array([[0.5],
           [1. ],
           [0. ]])
    """

    W: Float[Array, "width d"]
    U: Float[Array, "d width"]
    b: Float[Array, " width"] | None
    G: Float[Array, "width d"] | None
    c: Float[Array, " width"] | None
    activation: str = eqx.field(static=True)

    def __init__(
        self,
        W: Any,
        U: Any,
        b: Any = None,
        *,
        activation: str = "relu",
        G: Any = None,
        c: Any = None,
    ) -> None:
        self.W, self.U = reals("W", W, jnp.asarray), reals("U", U, jnp.asarray)
        self.b, self.G, self.c = (
            None if a is None else reals(name, a, jnp.asarray)
            for name, a in (("b", b), ("G", G), ("c", c))
        )
        self.activation = activation

    def __check_init__(self) -> None:
        if not is_one_of(ACTIVATIONS, self.activation):
            raise one_of("activation", ACTIVATIONS, self.activation)
        if np.ndim(self.W) != 2:
            raise InputError(f"`W` must be a matrix (width, d). Got shape {np.shape(self.W)}.")
        width, d = self.W.shape
        check_shape("U", self.U, (d, width), "that of `W` transposed")
        check_shape("G", self.G, (width, d), "that of `W`")
        check_shape("b", self.b, (width,), "one number for each row of `W`")
        check_shape("c", self.c, (width,), "one number for each row of `G`")
        if self.c is not None and self.G is None:
            raise InputError("`c` is added to G x, but `G` is not given. Give both, or neither.")

    @property
    def width(self) -> int:
        """How many hidden units there are."""
        return self.W.shape[-2]

    def __call__(self, t: Time, x: Tokens) -> Tokens:
        hidden = FUNCTIONS[self.activation](_affine(self.W, self.b, x))
        if self.G is not None:
            hidden = hidden * _affine(self.G, self.c, x)
        return hidden @ self.U.mT

    def check(self, n: int, d: int) -> None:
        check_dimension("A perceptron", self.W.shape[-1], d)


def _affine(W: Array, b: Array | None, x: Tokens) -> Float[Array, "... n width"]:
    y = x @ W.mT
    return y if b is None else y + b
