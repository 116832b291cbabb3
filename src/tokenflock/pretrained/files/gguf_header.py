"""The header of a GGUF file: metadata and a table of tensors, read with every length checked.

A lying array length sends a plain reader round for ever.
"""

import struct
from pathlib import Path
from typing import Any

import numpy as np

from tokenflock.errors import InputError
from tokenflock.pretrained.files.tensors import Shape

SCALARS = {
    0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q", 11: "<q",
    12: "<d",
}  # fmt: skip
STRING, ARRAY = 8, 9
VERSIONS = (2, 3)

Entry = tuple[Shape, int, int]  # shape, type and offset of a tensor


class _Cursor:
    """A place in the file that moves on as values are read, and never past the end."""

    def __init__(self, path: Path) -> None:
        self.path, self.place = path, 0
        self.data = np.memmap(path, np.uint8, "r") if path.stat().st_size else np.zeros(0, np.uint8)

    def bytes(self, count: int) -> bytes:
        if count > len(self.data) - self.place:
            raise broken(self.path, f"{count} bytes are promised at {self.place}, past its end")
        taken = self.data[self.place : self.place + count].tobytes()
        self.place += count
        return taken

    def number(self, form: str) -> Any:
        return struct.unpack(form, self.bytes(struct.calcsize(form)))[0]

    def string(self) -> str:
        return self.bytes(self.number("<Q")).decode("utf-8", errors="replace")

    def value(self, kind: int) -> Any:
        if kind == STRING:
            return self.string()
        if kind == ARRAY:
            return self.array()
        if kind not in SCALARS:
            raise broken(self.path, f"a value has the unknown type {kind}")
        return self.number(SCALARS[kind])

    def array(self) -> Any:
        kind, count = self.number("<I"), self.number("<Q")
        if kind in SCALARS:
            form = np.dtype(SCALARS[kind])
            return np.frombuffer(self.bytes(count * form.itemsize), form)
        if kind != STRING:
            raise broken(self.path, f"an array has the unknown type {kind}")
        self.check_count(count, 8)
        return [self.string() for _ in range(count)]

    def check_count(self, count: int, least: int) -> None:
        """Refuse a count of items, each of at least some bytes, that cannot fit."""
        if count * least > len(self.data) - self.place:
            raise broken(self.path, f"{count} items are promised at {self.place}, past its end")


def header_of(path: Path) -> tuple[dict[str, Any], dict[str, Entry], int]:
    """The metadata, the shape, type and offset of every tensor, and where the numbers begin."""
    cursor = _Cursor(path)
    if cursor.bytes(4) != b"GGUF":
        raise broken(path, "it does not begin with GGUF")
    version = cursor.number("<I")
    if version not in VERSIONS:
        raise broken(path, f"it is of version {version}, which is neither 2 nor 3")
    tensors, values = cursor.number("<Q"), cursor.number("<Q")
    cursor.check_count(values, 12)
    metadata = dict(_pair(cursor) for _ in range(values))
    cursor.check_count(tensors, 24)
    entries = dict(_entry(cursor) for _ in range(tensors))
    alignment = metadata.get("general.alignment", 32)
    if type(alignment) is not int or not 0 < alignment <= 2**20:
        raise broken(path, f"its numbers are aligned to {alignment!r}")
    return metadata, entries, -(-cursor.place // alignment) * alignment


def _pair(cursor: _Cursor) -> tuple[str, Any]:
    key = cursor.string()
    return key, cursor.value(cursor.number("<I"))


def _entry(cursor: _Cursor) -> tuple[str, Entry]:
    name, count = cursor.string(), cursor.number("<I")
    if count > 4:
        raise broken(cursor.path, f"`{name}` has {count} axes")
    # Axes are listed from the fastest.
    shape = tuple(cursor.number("<Q") for _ in range(count))[::-1]
    return name, (shape, cursor.number("<I"), cursor.number("<Q"))


def broken(path: Path, why: str) -> InputError:
    """What to raise for a file that is not what it says."""
    return InputError(f"`{path}` is not a whole GGUF file: {why}. Download it again.")
