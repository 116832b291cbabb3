"""Arrays in a spec: nested tuples of numbers, and large ones by path and checksum."""

import itertools
import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field

from tokenflock.errors import InputError

LARGEST_ARRAY = 100_000  # numbers written out in a spec; larger arrays go by path and checksum


class ArrayFile(BaseModel):
    """A large array by the path of its .npy file and the checksum of that file."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    path: str
    sha256: str = Field(pattern="^[0-9a-f]{64}$")

    @classmethod
    def of(cls, path: str | Path) -> Self:
        """The record of an existing file."""
        return cls(path=str(path), sha256=checksum(path))


def checksum(path: str | Path) -> str:
    """The SHA-256 of a file, as 64 hexadecimal digits."""
    from hashlib import file_digest  # ten milliseconds, for the few specs with files

    try:
        with open(path, "rb") as file:
            return file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise InputError(f"`{path}` cannot be read: {error.strerror}.") from None


def plain(value: Any) -> Any:
    """NumPy and JAX values as Python's own; sequences as tuples."""
    value = value.tolist() if hasattr(value, "tolist") else value
    return tuple(map(plain, value)) if isinstance(value, list | tuple | range) else value


def array(value: Any) -> Any:
    """An array as it stands in a spec: an `ArrayFile`, or a nested tuple of finite numbers."""
    if isinstance(value, ArrayFile):
        return value
    return ArrayFile(**value) if isinstance(value, Mapping) else _numbers(plain(value))


def _numbers(value: Any) -> Any:
    flat = list(entries(value))
    if len(flat) > LARGEST_ARRAY:
        raise ValueError(
            f"must have at most {LARGEST_ARRAY} entries when written out. Save it with `np.save` "
            "and pass `ArrayFile.of(path)`"
        )
    if not all(isinstance(v, int | float) and math.isfinite(v) for v in flat):
        raise ValueError("must hold finite numbers only")
    shape(value)
    return value


def entries(value: Any) -> Iterable[Any]:
    """The numbers of a nested tuple, one after the other."""
    return itertools.chain.from_iterable(map(entries, value)) if is_row(value) else (value,)


def is_row(value: Any) -> bool:
    """Whether a value is a row of an array, and no number."""
    return isinstance(value, tuple)


def shape(value: Any) -> tuple[int, ...]:
    """The shape of a nested tuple; () for a number."""
    if not is_row(value):
        return ()
    shapes = {shape(row) for row in value}
    if len(shapes) != 1:
        raise ValueError("must be a full array: its rows differ in length, or there are none")
    return (len(value), *shapes.pop())


def check_shape(name: str, value: Any, allowed: set[tuple[int, ...]]) -> None:
    """Refuse an array of another shape.

    A number is a matrix too, a word has no shape, and that of a file is checked on loading.
    """
    if value is None or isinstance(value, str | ArrayFile) or shape(value) in allowed:
        return
    expected = " or ".join(str(s) for s in sorted(allowed - {()}))
    raise ValueError(f"`{name}` must have shape {expected}. Got shape {shape(value)}.")
