"""Many specs from one: every combination of values."""

import itertools
from collections.abc import Iterable
from typing import Any

from tokenflock.errors import InputError, short
from tokenflock.spec.sentences import unknown_field
from tokenflock.spec.spec import Spec


def grid(spec: Spec, **axes: Iterable[Any]) -> tuple[Spec, ...]:
    """One spec for every combination of the given values, the last axis running fastest.

    >>> [(s.beta, s.seed) for s in tkf.grid(tkf.Spec(), beta=[1.0, 4.0], seed=range(2))]
    [(1.0, 0), (1.0, 1), (4.0, 0), (4.0, 1)]
    """
    if not isinstance(spec, Spec):
        raise InputError(f"`grid` varies a `Spec`. Got {short(spec)}.")
    values = itertools.product(*(_values(name, axis) for name, axis in axes.items()))
    return tuple(spec.replace(**dict(zip(axes, point, strict=True))) for point in values)


def _values(name: str, axis: Any) -> list[Any]:
    if name not in Spec.model_fields:
        raise InputError(unknown_field(name, Spec.model_fields))
    if isinstance(axis, str) or not hasattr(axis, "__iter__"):
        raise InputError(
            f"`{name}` must be a list of values, one for each spec. Got {short(axis)}; "
            f"a single value goes into the spec, as `spec.replace({name}=...)`."
        )
    return list(axis)
