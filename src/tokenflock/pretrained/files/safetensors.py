"""safetensors files, read directly: eight bytes of length, a JSON header, the numbers.

    {"name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [begin, end]}, ...}

The numbers stay in the file (memory-mapped) until they are used.  Nothing in the format can run
code; every offset is checked against the file before it is believed.
"""

import functools
import json
import math
import struct
from pathlib import Path
from typing import Any

import numpy as np

from tokenflock.errors import InputError
from tokenflock.pretrained.files.json_files import json_object
from tokenflock.pretrained.files.tensors import Tensor

LARGEST_HEADER = 100_000_000  # bytes; the limit of the reference implementation
TYPES: dict[str, Any] = {
    "F64": np.dtype("<f8"), "F32": np.dtype("<f4"), "F16": np.dtype("<f2"),
    "BF16": np.dtype("<u2"), "I64": np.dtype("<i8"), "I32": np.dtype("<i4"),
    "I16": np.dtype("<i2"), "I8": np.dtype("i1"), "U8": np.dtype("u1"), "BOOL": np.dtype("?"),
}  # fmt: skip
FLOATS = ("F64", "F32", "F16", "BF16")
# Types of the format that hold no weights that are read here.
OTHERS = ("F8_E5M2", "F8_E4M3", "F8_E8M0", "F8_E4M3FNUZ", "F8_E5M2FNUZ", "F6_E2M3", "F6_E3M2", "F4",
          "U16", "U32", "U64", "C64")  # fmt: skip


def read_file(path: Path) -> dict[str, Tensor]:
    """The tensors of one file."""
    header, start = _header(path)
    size = path.stat().st_size - start
    tensors = {}
    for name, entry in header.items():
        if name != "__metadata__":
            kind, shape, begin = _entry(path, name, entry, size)
            read = functools.partial(_read, path, name, kind, shape, start + begin)
            tensors[name] = Tensor(shape, read)
    return tensors


def read_shards(index: Path) -> dict[str, Tensor]:
    """The tensors of several files that an index lists, {"weight_map": {name: file}}."""
    names = file_of_each(index)
    files = {path: read_file(path) for path in dict.fromkeys(names.values())}
    absent = [name for name, path in names.items() if name not in files[path]]
    if absent:
        raise _broken(index, f"it promises `{absent[0]}` in a file that does not hold it")
    return {name: files[path][name] for name, path in names.items()}


def file_of_each(index: Path) -> dict[str, Path]:
    """The file of every tensor that an index lists."""
    names = json_object(index).get("weight_map")
    if not isinstance(names, dict):
        raise _broken(index, "its `weight_map` is no table of names and files")
    return {name: _shard(index, file) for name, file in names.items()}


def _shard(index: Path, file: Any) -> Path:
    """The file beside an index that it names; anything but a plain file name is refused."""
    plain = isinstance(file, str) and file not in ("", ".", "..") and not set(file) & set("/\\:\0")
    if not plain:
        raise _broken(index, f"it points to {file!r}, which is not the plain name of a file")
    path = index.parent / file
    if not path.is_file():
        raise InputError(
            f"`{index.parent}` must hold all files of its index, but `{file}` is missing. "
            "Download the rest of the checkpoint."
        )
    return path


def _header(path: Path) -> tuple[dict[str, Any], int]:
    size = path.stat().st_size
    with path.open("rb") as file:
        first = file.read(8)
        length = struct.unpack("<Q", first)[0] if len(first) == 8 else 0
        if not 0 < length <= min(size - 8, LARGEST_HEADER):
            raise _broken(path, f"its header claims {length} bytes in a file of {size}")
        text = file.read(length)
    try:
        header = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _broken(path, "its header is not JSON") from error
    if not isinstance(header, dict):
        raise _broken(path, "its header is not a table of tensors")
    return header, 8 + length


def _entry(path: Path, name: str, entry: Any, size: int) -> tuple[str, tuple[int, ...], int]:
    """The type, shape and first byte of a tensor whose numbers all lie in the file."""
    entry = entry if isinstance(entry, dict) else {}
    kind, shape, offsets = (entry.get(key) for key in ("dtype", "shape", "data_offsets"))
    if not (_counts(shape) and _counts(offsets) and len(offsets) == 2):
        raise _broken(path, f"the entry of `{name}` has no shape or no offsets")
    if kind in OTHERS:
        raise InputError(
            f"`{path.name}` stores `{name}` as {kind}, which is not read. Save the model in "
            "bfloat16 or float32, as `model.to(torch.bfloat16).save_pretrained(folder)`."
        )
    if not isinstance(kind, str) or kind not in TYPES:
        known = ", ".join(TYPES)
        raise _broken(path, f"`{name}` has the type {kind!r}, which is none of {known}")
    begin, end = offsets
    expected = math.prod(shape) * TYPES[kind].itemsize
    if end - begin != expected or end > size:
        raise _broken(
            path,
            f"`{name}` of shape {tuple(shape)} and type {kind} needs {expected} bytes, "
            f"but its place is {begin} to {end} of {size}",
        )
    return kind, tuple(shape), begin


def _counts(values: Any) -> bool:
    return isinstance(values, list) and all(type(v) is int and v >= 0 for v in values)


def _read(
    path: Path, name: str, kind: str, shape: tuple[int, ...], offset: int, rows: Any = ...
) -> np.ndarray:
    if kind not in FLOATS:
        raise InputError(
            f"`{name}` must hold floating-point weights, but `{path.name}` stores it as {kind}. "
            "Use a checkpoint that is not quantized, or a GGUF file."
        )
    if 0 in shape:
        return np.zeros(shape, np.float32)
    array = np.memmap(path, TYPES[kind], "r", offset, shape)[rows]
    return _from_bfloat16(array) if kind == "BF16" else array


def _from_bfloat16(bits: np.ndarray) -> np.ndarray:
    """float32 numbers from their upper halves."""
    return (bits.astype(np.uint32) << 16).view(np.float32)


def _broken(path: Path, why: str) -> InputError:
    return InputError(f"`{path}` is not a whole safetensors checkpoint: {why}. Download it again.")
