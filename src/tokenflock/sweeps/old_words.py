"""The sweeps of stores written before words were renamed, in the words of today."""

from typing import Any

from tokenflock.spec import modernized as modernized_values

OBSERVABLES = {"consensus": "consensus_angle"}
OPTIONS = {"space": "metric"}


def modernized(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of a stored sweep, as they would be written now."""
    fields = modernized_values(fields)
    return fields | {"measure": {name: _measure(form) for name, form in fields["measure"].items()}}


def _measure(form: dict[str, Any]) -> dict[str, Any]:
    options = {OPTIONS.get(name, name): value for name, value in form.get("options", {}).items()}
    return form | {"of": OBSERVABLES.get(form["of"], form["of"]), "options": options}
