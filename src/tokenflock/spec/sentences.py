"""What is wrong with the fields of a spec, as one sentence."""

import re
from collections.abc import Iterable

from pydantic import ValidationError

from tokenflock.errors import did_you_mean, short


def complaint(error: ValidationError, fields: Iterable[str]) -> str:
    """The first complaint of pydantic, as one sentence of ours."""
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"] if part != "function-before")
    if first["type"] == "extra_forbidden":
        return unknown_field(name, fields)
    text = re.sub("^(Input|String) should", "must", first["msg"].removeprefix("Value error, "))
    text = text.replace("Field required", "is missing").rstrip(".?")
    if not name or text.startswith("`"):
        return first["msg"].removeprefix("Value error, ")
    return f"`{name}` {text}. Got {short(first['input'])}."


def unknown_field(name: str, fields: Iterable[str]) -> str:
    """That a spec has no such field, and which it has."""
    fields = tuple(fields)
    return (
        f"`Spec` has no field {name!r}.{did_you_mean(name, fields)} "
        f"The fields are {', '.join(fields)}."
    )
