"""An external field, which acts on tokens whatever the others do."""

from typing import Any

import equinox as eqx

from tokenflock._jax import jax, jnp
from tokenflock.attention.attention import Time, Tokens
from tokenflock.errors import InputError
from tokenflock.fields.terms.term import Term, check_dimension
from tokenflock.numerics.reals import reals


class ExternalField(Term):
    """A field E from outside: a vector (d,), one per token (n, d), or a function of t and x.

    >>> wind = tkf.ExternalField([0.0, 0.1])
    >>> tide = tkf.ExternalField(lambda t, x: jnp.sin(t) * jnp.array([1.0, 0.0]))
    """

    E: Any = eqx.field(converter=lambda E: _values(E))

    def __call__(self, t: Time, x: Tokens) -> Tokens:
        E = self.E(t, x) if callable(self.E) else self.E
        return jnp.broadcast_to(E, x.shape)

    def check(self, n: int, d: int) -> None:
        if callable(self.E):
            return
        check_dimension("An external field", self.E.shape[-1], d)
        if self.E.ndim == 2 and len(self.E) != n:
            raise InputError(
                f"`E` must have one row for each of the {n} tokens. Got {len(self.E)} rows."
            )


def _values(E: Any) -> Any:
    if callable(E) or isinstance(E, jax.core.Tracer):
        return E
    E = reals("E", E, jnp.asarray)
    if E.ndim not in (1, 2):
        raise InputError(
            "`E` must be a vector (d,), one per token (n, d), or a function of t and x. "
            f"Got shape {E.shape}."
        )
    return E
