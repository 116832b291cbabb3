"""JSON files of a checkpoint: tables of settings, every one of which may be wrong."""

import json
from pathlib import Path
from typing import Any

from tokenflock.errors import InputError

LARGEST_DOCUMENT = 50_000_000  # bytes
LARGEST_WIDTH = 10_000_000  # of a layer, a vocabulary, a context
LARGEST_DEPTH = 10_000


def json_object(path: Path) -> dict[str, Any]:
    """The JSON object in a file."""
    try:
        if path.stat().st_size > LARGEST_DOCUMENT:
            raise InputError(f"`{path}` is larger than any table of settings. Download it again.")
        value = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"`{path}` is not readable JSON: {error}. Download it again.") from error
    if not isinstance(value, dict):
        raise InputError(f"`{path}` must hold a JSON object. Got {type(value).__name__}.")
    return value


class Settings:
    """A table of settings read with checks: each value has a type, a range, or a default."""

    def __init__(self, table: dict[str, Any], source: str) -> None:
        self.table, self.source = table, source

    def __contains__(self, key: str) -> bool:
        return self.table.get(key) is not None

    def whole(self, key: str, default: int | None = None, most: int = LARGEST_WIDTH) -> int:
        """A positive whole number."""
        value = self._value(key, default)
        if type(value) is not int or not 0 < value <= most:
            raise self._wrong(key, f"a whole number from 1 to {most}", value)
        return value

    def real(self, key: str, default: float | None = None) -> float:
        """A positive finite number."""
        value = self._value(key, default)
        if type(value) not in (int, float) or not 0 < value < float("inf"):
            raise self._wrong(key, "a positive number", value)
        return float(value)

    def choice(self, key: str, valid: tuple[str, ...], default: str | None = None) -> str:
        """One of several words."""
        value = self._value(key, default)
        if value not in valid:
            raise self._wrong(key, f"one of {', '.join(map(repr, valid))}", value)
        return str(value)

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        value = self._value(key, default)
        if type(value) is not bool:
            raise self._wrong(key, "true or false", value)
        return value

    def table_of(self, key: str) -> dict[str, Any]:
        """A nested table; empty where there is none."""
        value = self.table.get(key) or {}
        if not isinstance(value, dict):
            raise self._wrong(key, "a table", value)
        return value

    def _value(self, key: str, default: Any) -> Any:
        value = self.table.get(key)
        value = default if value is None else value
        if value is None:
            raise InputError(f"`{self.source}` must say `{key}`, and does not.")
        return value

    def _wrong(self, key: str, wanted: str, value: Any) -> InputError:
        shown = repr(value)[:60]
        return InputError(f"`{key}` in `{self.source}` must be {wanted}. Got {shown}.")
