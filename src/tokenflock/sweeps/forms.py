"""What a sweep file, or a call from Python, may write for each field; and what is wrong with it."""

import itertools
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from tokenflock.errors import InputError
from tokenflock.spec import Spec
from tokenflock.sweeps.axes import axis, spaced, written
from tokenflock.sweeps.measures import Measure


def base(form: Any) -> Any:
    """The fields of a base spec: a table, or those of a `Spec` that were given."""
    if not isinstance(form, Spec):
        return written(form)
    given = form.model_fields_set - ({"beta"} if form.gamma is not None else set())
    return form.model_dump(mode="json", include=given, exclude_none=True)


def axes(form: Any) -> Any:
    """The axes of a table {name: values}."""
    if not isinstance(form, Mapping):
        return form
    return tuple(axis(dim, values) for dim, values in form.items())


def seeds(form: Any) -> Any:
    """A number of seeds, or a range of them, as a table."""
    if isinstance(form, range) and form.step == 1:
        return {"first": form.start, "count": len(form)}
    return {"count": form} if isinstance(form, int) else form


def times(form: Any) -> Any:
    """Increasing times, given as a list, a linspace or a logspace."""
    if form is None:
        return None
    numbers = tuple(map(float, spaced("times", form)))
    if not numbers or numbers[0] < 0 or any(b <= a for a, b in itertools.pairwise(numbers)):
        raise ValueError("`times` must be increasing numbers from 0 or later on.")
    return numbers


def measures(form: Any) -> Any:
    """Measures by name: a table of tables or of observables, or a list of observables."""
    if isinstance(form, list | tuple):
        form = {_name(one): {} for one in form}
    if not isinstance(form, Mapping) or not form:
        raise ValueError("A sweep needs a table `measure.NAME` for everything it measures.")
    return {name: _measure(name, one) for name, one in form.items()}


def _measure(name: str, form: Any) -> Any:
    if isinstance(form, Measure):
        return form
    if isinstance(form, str) or callable(form):
        return {"of": _name(form)}
    return {"of": name} | dict(form)


def _name(observable: Any) -> str:
    return observable if isinstance(observable, str) else str(observable.__name__)


def read(path: Path) -> dict[str, Any]:
    """The fields in a .toml file."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"The sweep `{path}` cannot be read: {error}.") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"A sweep must be valid TOML: {error}.") from None


def sentence(error: ValidationError, fields: Mapping[str, Any]) -> str:
    """The first complaint of pydantic about a sweep with these fields, as one sentence of ours."""
    first = error.errors()[0]
    name, text = ".".join(map(str, first["loc"])), first["msg"].removeprefix("Value error, ")
    if first["type"] == "extra_forbidden":
        return f"A sweep has no field `{name}`. Its fields are {', '.join(fields)}."
    if not name or text[0] in "`AT":
        return text
    text = text.replace("Input should", "must").replace("Field required", "is missing").rstrip(".")
    return f"`{name}` {text}. Got {str(first['input'])[:60]}."
