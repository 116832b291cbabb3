"""Specs as text: JSON and TOML, and the old words of files written before."""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tokenflock.errors import InputError

Fields = dict[str, Any]

# Words that were spelled otherwise in files of versions before 0.2.
OLD_WORDS = {"unnormalised": "unnormalized", "unnormalised:scaled": "unnormalized:scaled"}


def modernized(fields: Any) -> Any:
    """Fields read from a file, with the words of today for old ones; tables and lists alike.

    Words typed by hand are not translated: there the error names the new one.
    """
    if isinstance(fields, dict):
        return {name: modernized(value) for name, value in fields.items()}
    if isinstance(fields, list):
        return [modernized(value) for value in fields]
    return OLD_WORDS.get(fields, fields) if isinstance(fields, str) else fields


def from_json(text: str) -> Fields:
    """The fields in a JSON object."""
    return _table("JSON", json.loads, text)


def from_toml(text: str) -> Fields:
    """The fields in a TOML document."""
    return _table("TOML", tomllib.loads, text)


def from_file(path: Path) -> Fields:
    """The fields in a .toml or .json file; array files are looked up beside it."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"The spec `{path}` cannot be read: {error}.") from None
    fields = from_json(text) if path.suffix == ".json" else from_toml(text)
    return {name: _beside(path, value) for name, value in fields.items()}


def to_toml(fields: Fields) -> str:
    """Fields as TOML, one per line."""
    return "".join(f"{name} = {_toml(value)}\n" for name, value in fields.items())


def _table(language: str, parse: Callable[[str], Any], text: str) -> Fields:
    try:
        fields = parse(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"A spec must be valid {language}: {error}.") from None
    if not isinstance(fields, dict):
        raise InputError(f"A spec must be a table of fields. Got {type(fields).__name__}.")
    return fields


def _beside(spec_file: Path, value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    value = {name: _beside(spec_file, part) for name, part in value.items()}
    if isinstance(value.get("path"), str):
        return value | {"path": str((spec_file.parent / value["path"]).resolve())}
    return value


def _toml(value: Any) -> str:
    # Strings, numbers, booleans and arrays are written alike in JSON and TOML; tables are not.
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {_toml(v)}" for k, v in value.items()) + " }"
    return json.dumps(value)
