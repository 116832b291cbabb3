"""The settings of a checkpoint (config.json): every value is checked where it is read."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from tokenflock.errors import InputError

LARGEST_WIDTH = 10_000_000  # of a layer, a vocabulary, a context
LARGEST_DEPTH = 10_000


@dataclass(frozen=True)
class Settings:
    """A table of settings read with checks: each value has a type, a range, or a default."""

    values: dict[str, Any]
    source: str  # for errors

    def __contains__(self, key: str) -> bool:
        return self.values.get(key) is not None

    def count(self, key: str, default: int | None = None, *, most: int = LARGEST_WIDTH) -> int:
        """A positive whole number."""
        value = self._value(key, default)
        if type(value) is not int or not 0 < value <= most:
            raise self._wrong(key, f"a whole number from 1 to {most}", value)
        return value

    def whole(self, key: str, default: int) -> int:
        """A whole number, zero among them."""
        value = self._value(key, default)
        if type(value) is not int or not 0 <= value <= LARGEST_WIDTH:
            raise self._wrong(key, f"a whole number from 0 to {LARGEST_WIDTH}", value)
        return value

    def depth(self, key: str, default: int | None = None) -> int:
        """A number of layers."""
        return self.count(key, default, most=LARGEST_DEPTH)

    def positive(self, key: str, default: float | None = None) -> float:
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

    def numbers(self, key: str, count: int) -> np.ndarray:
        """A list of so many positive finite numbers."""
        values = self._value(key, None)
        is_list = isinstance(values, list) and all(type(v) in (int, float) for v in values)
        if not is_list or len(values) != count or not all(0 < v < float("inf") for v in values):
            raise self._wrong(key, f"a list of {count} positive numbers", values)
        return np.array(values, float)

    def choices(self, key: str, valid: tuple[Any, ...], count: int) -> tuple[Any, ...]:
        """A list of so many words or numbers, each one of several."""
        values = self._value(key, None)
        if (
            not isinstance(values, list)
            or len(values) < count
            or any(v not in valid for v in values)
        ):
            raise self._wrong(
                key, f"a list of {count}, each one of {', '.join(map(repr, valid))}", values
            )
        return tuple(values[:count])

    def pair(self, key: str, default: int) -> tuple[int, int]:
        """Two whole numbers, a list or one number for both."""
        value = self._value(key, default)
        both = value if isinstance(value, list) else [value, value]
        if len(both) != 2:
            raise self._wrong(key, "one or two whole numbers", value)
        one, two = (Settings({key: v}, self.source).count(key) for v in both)
        return one, two

    def section(self, key: str) -> "Settings":
        """The settings of a nested table; empty where there is none."""
        value = self.values.get(key) or {}
        if not isinstance(value, dict):
            raise self._wrong(key, "a table", value)
        return Settings(value, f"{self.source}: {key}")

    def _value(self, key: str, default: Any) -> Any:
        value = self.values.get(key)
        value = default if value is None else value
        if value is None:
            raise InputError(f"`{self.source}` must say `{key}`, and does not.")
        return value

    def _wrong(self, key: str, expected: str, value: Any) -> InputError:
        shown = repr(value)[:60]
        return InputError(f"`{key}` in `{self.source}` must be {expected}. Got {shown}.")
