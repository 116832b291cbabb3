"""One term per layer, as `attention.Layered` has one attention for each."""

from collections.abc import Sequence
from typing import Any

import equinox as eqx
import numpy as np

from tokenflock._jax import jax, jnp
from tokenflock.attention.attention import Time, Tokens
from tokenflock.attention.depth import layer_starts, of_layer
from tokenflock.errors import InputError, short
from tokenflock.fields.terms.term import Term
from tokenflock.numerics.reals import number


class LayeredTerm(Term):
    """One term per layer, each in force for `duration`; the last one ever after.

    All of them differ in the values of their arrays only.
    """

    layers: Term  # with a leading axis on every array
    duration: Any
    depth: int = eqx.field(static=True)

    def __init__(self, layers: Sequence[Term], duration: float = 1.0) -> None:
        if not _are_terms(layers):
            raise InputError(
                f"`LayeredTerm` needs a list of `Term`, one per layer. Got {short(layers)}."
            )
        duration = float(number("duration", duration))
        if not layers or not 0 < duration < np.inf:
            raise InputError(
                "`LayeredTerm` needs at least one term and a positive duration. "
                f"Got {len(layers)} terms and duration={duration:g}."
            )
        self.layers = _stacked(layers)
        self.duration = jnp.asarray(duration, float)
        self.depth = len(layers)

    def at(self, t: Time) -> Term:
        found: Term = of_layer(self.layers, t, self.duration, self.depth)
        return found

    def __call__(self, t: Time, x: Tokens) -> Tokens:
        return self.at(t)(t, x)

    def check(self, n: int, d: int) -> None:
        self.at(0.0).check(n, d)

    def breaks(self, start: float, end: float) -> tuple[float, ...]:
        return layer_starts(float(self.duration), self.depth, start, end)

    def during(self, t: float) -> Term:
        return self.at(t)


def _are_terms(layers: Any) -> bool:
    return isinstance(layers, Sequence) and all(isinstance(one, Term) for one in layers)


def _stacked(layers: Sequence[Term]) -> Term:
    """All layers as one term with a leading axis on every array."""
    arrays, rest = zip(*(eqx.partition(layer, eqx.is_array) for layer in layers), strict=True)
    if not all(eqx.tree_equal(rest[0], other) for other in rest[1:]):
        raise InputError("The layers of `LayeredTerm` must be of one kind. They differ.")
    try:
        stacked = jax.tree.map(lambda *leaves: jnp.stack(leaves), *arrays)
    except ValueError:
        raise InputError("The layers of `LayeredTerm` must have one shape. They differ.") from None
    term: Term = eqx.combine(stacked, rest[0])
    return term
