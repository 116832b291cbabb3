"""A family: the fields of many runs that one compiled program follows."""

from collections.abc import Callable, Sequence
from typing import Any

import equinox as eqx
import numpy as np

from tokenflock._jax import jax, jnp
from tokenflock.fields.vector_field import VectorField


class Family:
    """Fields of one kind, run r following `fields[which[r]]`.

    `shared` is a field without the arrays in which they differ; `own` holds those, run first.
    Equal fields are one.
    """

    def __init__(self, fields: Sequence[VectorField], which: np.ndarray) -> None:
        self.fields, self.which = tuple(fields), np.asarray(which)
        self.shared, self.own = fields[0], None
        if len(fields) > 1:
            self.shared, self.own = _separated(fields, self.which)
        if not jax.tree.leaves(self.own):
            self.fields, self.which, self.own = self.fields[:1], np.zeros_like(self.which), None

    @classmethod
    def of(cls, field: VectorField, runs: int) -> "Family":
        """The family in which all runs follow one field."""
        return cls([field], np.zeros(runs, int))

    @property
    def first(self) -> VectorField:
        """One of the fields: all are of its kind."""
        return self.fields[0]

    def field_of(self, run: int) -> VectorField:
        """The field that a run follows."""
        return self.fields[self.which[run]]

    def arrays_of(self, runs: np.ndarray) -> Any:
        """The arrays of some runs that are their own."""
        return jax.tree.map(lambda leaf: jnp.asarray(leaf[runs]), self.own)

    def some(self, runs: np.ndarray) -> "Family":
        """The family of some of the runs."""
        return Family(self.fields, self.which[runs])

    def during(self, t: float) -> "Family":
        """The fields of the stretch between two breaks that holds t, continued beyond them."""
        return Family([field.during(t) for field in self.fields], self.which)


def _separated(fields: Sequence[VectorField], which: np.ndarray) -> tuple[Any, Any]:
    """What fields share, and the arrays in which they differ, run first."""
    arrays, rest = zip(*(eqx.partition(field, eqx.is_array) for field in fields), strict=True)
    if not all(eqx.tree_equal(rest[0], other) for other in rest[1:]):
        raise ValueError("The fields of a family must be of one kind.")
    differ = jax.tree.map(lambda *leaves: not _all_equal(leaves), *arrays)
    shared = jax.tree.map(lambda differs, leaf: None if differs else leaf, differ, arrays[0])
    own = jax.tree.map(
        lambda differs, *leaves: np.stack(leaves)[which] if differs else None, differ, *arrays
    )
    return eqx.combine(shared, rest[0]), own


def combined(shared: VectorField, own: Any) -> VectorField:
    """The field of one run: what all share, and the arrays of its own."""
    return shared if own is None else eqx.combine(own, shared)


def are_of_one_kind(fields: Sequence[VectorField]) -> bool:
    """Whether fields differ in the values of their arrays only."""
    rest = [_without_arrays(field) for field in fields]
    return all(eqx.tree_equal(rest[0], other) for other in rest[1:])


def _without_arrays(field: VectorField) -> Any:
    shapes, rest = eqx.partition(field, eqx.is_array)
    return jax.tree.map(lambda leaf: leaf.shape, shapes), rest


def _all_equal(leaves: Sequence[Any]) -> bool:
    return all(np.array_equal(leaves[0], leaf) for leaf in leaves[1:])


def over_runs(function: Callable[..., Any], runs: int) -> Callable[..., Any]:
    """The function of one run, for the leading axis of its arguments.

    A batch of one is not vmapped: conditionals would become selections, and both sides be paid.
    """
    if runs > 1:
        return jax.vmap(function)

    def alone(*operands: Any) -> Any:
        one = function(*jax.tree.map(lambda leaf: leaf[0], operands))
        return jax.tree.map(lambda leaf: leaf[None], one)

    return alone
