"""Attention as a vector field.

    dx_i/dt = P_{x_i} ( sum_j w_ij V x_j + sum of g(t, x_i) ),     w_ij ~ exp(beta <Q x_i, K x_j>),

on the sphere, with terms g where there are any; the space decides what stands in place of P.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import equinox as eqx
import numpy as np
from jaxtyping import Array, Bool, Float

from tokenflock._jax import jax, jnp
from tokenflock.attention import Attention, SelfAttention
from tokenflock.attention.attention import Drive, TokensLike
from tokenflock.errors import InputError, short
from tokenflock.fields.noise import Noise
from tokenflock.fields.resolution import resolved
from tokenflock.fields.terms import Term, TotalDrive
from tokenflock.fields.vector_field import Closely, Time, Tokens, VectorField
from tokenflock.numerics.reals import array
from tokenflock.spaces import Rescaled, Space, Sphere
from tokenflock.spec.vocabulary import check_block


class Flow(VectorField):
    """The velocity of tokens that follow an attention in a space, and terms besides.

    Tokens that are `frozen`, a boolean (n,), are seen and never move.  `noise` shakes the others.
    `block` says how a layer takes the `terms`, g their sum, shown for the sphere:

        sequential   x <- N(x + h A(x)),   x <- N(x + h g(x))      as in most transformers
        parallel     x <- N(x + h (A(x) + g(x)))                   as in GPT-J and PaLM

    The velocity is the limit h -> 0 of both, P_x (A + g).  They differ where a space normalizes
    what moves tokens: Peri-LN has A / |A| + g / |g| or (A + g) / |A + g|, nGPT alike.  Rescaled
    tokens z = e^{-tV} x know no terms.
    """

    attention: Attention
    space: Space = Sphere()
    frozen: Any = eqx.field(default=None, converter=lambda frozen: _booleans(frozen))
    noise: Noise | None = None
    terms: tuple[Term, ...] = eqx.field(default=(), converter=lambda terms: _terms(terms))
    block: str = eqx.field(default="sequential", static=True)

    def __check_init__(self) -> None:
        check_block(self.block)
        _check("attention", self.attention, Attention, "`tkf.SelfAttention(beta=1.0)`")
        _check("space", self.space, Space, "`tkf.Sphere()`")
        if self.noise is not None:
            _check("noise", self.noise, Noise, "`tkf.Brownian(kappa=5.0)`")
        if self.terms and isinstance(self.space, Rescaled):
            raise InputError(
                "`terms` are not defined for rescaled tokens, z = e^(-tV) x, which undo attention "
                "alone. Use `space='euclidean'`."
            )

    def __call__(self, t: Time, x: TokensLike) -> Tokens:
        """dx/dt at time t, one row per token; the drift where there is noise."""
        # As an array, so that another time does not compile anew.
        return self._velocity(jnp.asarray(t, float), jnp.asarray(x))

    @eqx.filter_jit
    def _velocity(self, t: Time, x: Tokens) -> Tokens:
        parts = [self.space.velocity(t, x, drive) for drive in self._drives(t)]
        v = sum(parts[1:], parts[0])
        return v if self.frozen is None else jnp.where(self.frozen[:, None], 0.0, v)

    def _drives(self, t: Time) -> tuple[Drive, ...]:
        """What moves tokens at time t in each half of a block, as an attention would."""
        attention = self.attention.at(t)
        if not self.terms:
            return (attention,)
        if self.block == "parallel":
            return (TotalDrive(t, attention, self.terms),)
        return attention, TotalDrive(t, None, self.terms)

    def retract(self, x: Tokens) -> Tokens:
        """Tokens back in their space."""
        return self.space.retract(x)

    def check(self, x: np.ndarray) -> None:
        """Raise `InputError` unless tokens fit the space, the matrices, the mask and masses."""
        attention = self.attention.at(0.0)
        self.space.check(x, attention)
        n, d = x.shape[-2:]
        attention.check(n, d)
        for term in self.terms:
            term.check(n, d)
        if self.frozen is not None and self.frozen.shape != (n,):
            raise InputError(
                f"`frozen` must have one entry for each of the {n} tokens. Got {self.frozen.shape}."
            )

    def layer(self, t: Time, x: Tokens, step: Time) -> Tokens:
        """Tokens after one layer, as x <- N(x + step A(x)) on the sphere; terms as `block` says."""
        for drive in self._drives(t):
            x = self._unless_frozen(x, self.space.layer(t, x, drive, step))
        return x

    def without_residual(self, t: Time, x: Tokens) -> Tokens:
        """Tokens after one layer without residual, x <- N(A(x)), and x <- N(g(x)) with terms."""
        for drive in self._drives(t):
            x = self._unless_frozen(x, self.space.retract(drive(x)))
        return x

    def gaussians(self, stream: Array, x: Tokens) -> Float[Array, "2 ..."]:
        """The standard normal numbers of both halves of a step, as the noise asks for them."""
        assert self.noise is not None
        return self.noise.gaussians(stream, x)

    def shaken(self, gaussian: Array, x: Tokens, duration: Time) -> Tokens:
        """Tokens after the noise of a given duration, made of standard normal numbers."""
        if self.noise is None:
            return x
        return self._unless_frozen(x, self.noise.moved(gaussian, self.space, x, duration))

    @property
    def is_noisy(self) -> bool:
        """Whether tokens are shaken on their way."""
        return self.noise is not None

    def _unless_frozen(self, x: Tokens, moved: Tokens) -> Tokens:
        return moved if self.frozen is None else jnp.where(self.frozen[:, None], x, moved)

    def breaks(self, start: float, end: float) -> tuple[float, ...]:
        """The times strictly between `start` and `end` at which the velocity jumps."""
        parts: tuple[Any, ...] = (self.attention, self.space, *self.terms)
        return tuple(sorted({t for part in parts for t in part.breaks(start, end)}))

    def at(self, t: float) -> "Flow":
        """The flow whose weights stay as they are at time t."""
        terms = tuple(term.at(t) for term in self.terms)
        return replace(
            self, attention=self.attention.at(t), space=self.space.during(t), terms=terms
        )

    def during(self, t: float) -> "Flow":
        """The flow of the stretch between two breaks that holds t, continued beyond them."""
        terms = tuple(term.during(t) for term in self.terms)
        attention, space = self.attention.during(t), self.space.during(t)
        return replace(self, attention=attention, space=space, terms=terms)

    def about(self) -> dict[str, str | float]:
        """beta at time 0, and what the record of the space says."""
        return {"beta": float(self.attention.at(0.0).beta)} | self.space.about()

    def coordinates(self, times: np.ndarray) -> dict[str, tuple[str, np.ndarray]]:
        """beta(t) where it changes, and masses where tokens have any."""
        masses = self.attention.at(0.0).masses
        along = {} if masses is None else {"mass": ("token", np.asarray(masses))}
        if isinstance(self.attention, SelfAttention):
            return along
        beta = np.asarray(_betas(self.attention, jnp.asarray(times)))
        return along if (beta == beta[0]).all() else along | {"beta": ("time", beta)}

    def diagnostics(
        self, times: np.ndarray, x: Any, tol: float, closely: Closely
    ) -> dict[str, np.ndarray]:
        """For rescaled tokens `resolved`: rounding decides neither a row nor a token's way.

        Rows are those of `Rescaled.resolved`.  A token is lost, from then on, once its departure
        from itself (`Rescaled.growth_rates`) has multiplied rounding errors to more than `tol`.
        """
        if not isinstance(self.space, Rescaled):
            return {}
        return {"resolved": resolved(self, times, x, tol, closely)}


@eqx.filter_jit
def _betas(attention: Attention, times: Any) -> Any:
    return jax.vmap(lambda t: attention.at(t).beta)(times)


def _terms(terms: Term | Sequence[Term]) -> tuple[Term, ...]:
    several = tuple(terms) if isinstance(terms, Iterable) else (terms,)
    for term in several:
        if not isinstance(term, Term):
            raise InputError(
                "`terms` must be a `Term` or several, as `tkf.Perceptron`, or a class of your own. "
                f"Got {type(term).__name__}."
            )
    return several


def _check(name: str, value: Any, kind: type, example: str) -> None:
    if not isinstance(value, kind):
        raise InputError(f"`{name}` must be a `{kind.__name__}`, as {example}. Got {short(value)}.")


def _booleans(frozen: Any) -> Bool[Array, " n"] | None:
    if frozen is None or isinstance(frozen, jax.core.Tracer):
        return frozen
    frozen = array("frozen", frozen)
    if frozen.dtype != bool or frozen.ndim != 1:
        raise InputError(
            "`frozen` must be a boolean array of shape (n,). "
            f"Got shape {frozen.shape} and type {frozen.dtype}."
        )
    return jnp.asarray(frozen)
