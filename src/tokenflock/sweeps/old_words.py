"""The sweeps of stores written before words were renamed, in the words of today."""

from typing import Any

from tokenflock.spec import modernized as modernized_values

OBSERVABLES = {"consensus": "consensus_angle"}


def modernized(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of a stored sweep, as they would be written now."""
    fields = modernized_values(fields)
    return fields | {"measure": {name: _measure(form) for name, form in fields["measure"].items()}}


def _measure(form: dict[str, Any]) -> dict[str, Any]:
    of = OBSERVABLES.get(form["of"], form["of"])
    return form | {"of": of, "options": _options(form.get("options", {}))}


def _options(options: dict[str, Any]) -> dict[str, Any]:
    """Options with the metric of a space in place of its name."""
    if "space" not in options:
        return options
    from tokenflock.spaces import record_of  # a second, which hardly any store takes

    rest = {name: value for name, value in options.items() if name != "space"}
    return rest | {"metric": record_of(options["space"]).metric}
