"""Axes: the values that a sweep runs through, as a file writes them.

beta = [1.0, 4.0, 9.0]                              a list
beta = { linspace = [0.1, 9.0, 90] }                first, last, count
beta = { logspace = [1.0, 1000.0, 7] }              the same, equal ratios
size = { zip = { n = [16, 64], beta = [1.0, 4.0] } }        fields that vary together
ov = { values = [[[1, 0], [0, 1]], ...], names = ["identity", ...] }
"""

import json
import math
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict

from tokenflock.errors import InputError, did_you_mean
from tokenflock.spec import Spec

FORMS = ("linspace", "logspace", "zip", "values")
FIXED = ("seed", "t_end", "samples", "spacing")  # set for the whole sweep
MOST_LETTERS = 300  # of values in a sentence
RESERVED = ("seed", "time", "quantile", "state", "error", "batches")


class Axis(BaseModel):
    """One dimension of the grid: its name, and the values of every field that varies along it."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    dim: str
    fields: dict[str, tuple[Any, ...]]
    names: tuple[str, ...] | None = None

    @property
    def size(self) -> int:
        """How many values there are."""
        return len(next(iter(self.fields.values())))

    def at(self, k: int) -> dict[str, Any]:
        """The fields of a spec at the k-th value."""
        return {field: values[k] for field, values in self.fields.items()}

    def coordinates(self) -> dict[str, tuple[Any, ...]]:
        """The labels along the dimension: values where they are plain, else names or numbers."""
        plain = {f: v for f, v in self.fields.items() if not isinstance(v[0], list | tuple | dict)}
        numbers: tuple[Any, ...] = tuple(range(self.size))
        return plain if self.dim in plain else {self.dim: self.names or numbers} | plain


def axis(dim: str, form: Any) -> Axis:
    """The axis that a file describes; see the forms at the top."""
    if dim in RESERVED:
        raise InputError(f"No axis may be called {dim!r}: the results have a dimension of it.")
    if not isinstance(form, Mapping):
        return _checked(Axis(dim=dim, fields={dim: _values(dim, form)}))
    kind = next((name for name in FORMS if name in form), None)
    allowed = {kind, "names"} if kind in ("values", "zip") else {kind}
    if kind is None or set(form) - allowed:
        raise InputError(
            f"The axis `{dim}` must be a list or a table with one of {', '.join(FORMS)}. "
            f"Got {dict(form)!r}."
        )
    names = tuple(map(str, form["names"])) if "names" in form else None
    lists = form["zip"] if kind == "zip" else {dim: form["values"] if kind == "values" else form}
    fields = {name: _values(name, spaced(name, values)) for name, values in lists.items()}
    return _checked(Axis(dim=dim, fields=fields, names=names))


def spaced(name: str, form: Any) -> Any:
    """The numbers of a linspace or logspace; anything else as it is."""
    if not isinstance(form, Mapping):
        return form
    kind = next((k for k in ("linspace", "logspace") if k in form), None)
    if kind is None or len(form) != 1:
        raise InputError(f"`{name}` must be a list, a linspace or a logspace. Got {dict(form)!r}.")
    try:
        first, last, count = form[kind]
        first, last, whole = float(first), float(last), int(count)
    except (TypeError, ValueError):
        whole = -1
    if whole < 2 or whole != count or (kind == "logspace" and not 0 < first < math.inf):
        raise InputError(
            f"`{name}` must be {kind} = [first, last, count] with a count of at least 2"
            f"{' and positive ends' if kind == 'logspace' else ''}. Got {form[kind]!r}."
        )
    return linspace(first, last, whole) if kind == "linspace" else logspace(first, last, whole)


def linspace(first: float, last: float, count: int) -> list[float]:
    """Equally spaced numbers, both ends exact, rounded to what a person would have written."""
    inner = (first + (last - first) * k / (count - 1) for k in range(1, count - 1))
    return [first, *(float(f"{v:.15g}") for v in inner), last]


def logspace(first: float, last: float, count: int) -> list[float]:
    """Numbers in equal ratios, both ends exact."""
    inner = (first * (last / first) ** (k / (count - 1)) for k in range(1, count - 1))
    return [first, *(float(f"{v:.15g}") for v in inner), last]


def _values(name: str, form: Any) -> tuple[Any, ...]:
    values = written(form)
    if not isinstance(values, list) or not values:
        raise InputError(f"The axis `{name}` must have a list of values. Got {form!r}.")
    return tuple(values)


def written(value: Any) -> Any:
    """A value as a file would hold it: lists for arrays and tuples, tables for records.

    So a sweep made in Python equals the one that its store tells.
    """
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, Mapping):
        return {key: written(one) for key, one in value.items()}
    value = value.tolist() if hasattr(value, "tolist") else value
    return [written(one) for one in value] if isinstance(value, list | tuple | range) else value


def _checked(made: Axis) -> Axis:
    for field in made.fields:
        _check_field(made.dim, field)
    lengths = {len(values) for values in (*made.fields.values(), made.names) if values is not None}
    if len(lengths) != 1:
        raise InputError(f"All lists of the axis `{made.dim}` must be equally long.")
    labels = made.fields.get(made.dim, [made.at(k) for k in range(made.size)])
    if len(set(map(_identity, labels))) < made.size:
        raise InputError(f"The axis `{made.dim}` must not repeat a value. Got {_lists(made)}.")
    return made


def _identity(value: Any) -> Any:
    """What equal values share: numbers and words themselves, the text of anything else."""
    plain = isinstance(value, int | float | str)
    return value if plain else json.dumps(value, sort_keys=True, default=str)


def _check_field(dim: str, field: str) -> None:
    if field in FIXED:
        raise InputError(
            f"`{field}` cannot be an axis: "
            + ("write `seeds`." if field == "seed" else "all runs share `times`.")
        )
    if field not in Spec.model_fields:
        raise InputError(
            f"The axis `{dim}` must vary a field of a spec. Got {field!r}."
            f"{did_you_mean(field, Spec.model_fields)}"
        )


def _lists(made: Axis) -> str:
    return ", ".join(f"{field} = {_short(values)}" for field, values in made.fields.items())


def _short(values: tuple[Any, ...]) -> str:
    text = repr(list(values))
    return text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}..."
