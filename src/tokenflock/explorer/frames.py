"""Frames: named arrays as one block of bytes, for the wire and for files.

    b"TKF1" · length of the header, uint32 · header, JSON · arrays, each at a multiple of 8 bytes

The header is an object of plain values; its `arrays` list name, type and shape.  All numbers are
little-endian.  Tokens travel as float32, which is what a screen can show; times as float64, since
runs reach t = 1e300.
"""

import json
import struct
from collections.abc import Mapping
from typing import Any

import numpy as np

MAGIC = b"TKF1"
TYPES = {"f4": np.float32, "f8": np.float64, "i2": np.int16, "i4": np.int32, "u1": np.uint8}
START = struct.Struct("<4sI")


def frame(header: Mapping[str, Any], **arrays: np.ndarray) -> bytes:
    """The bytes of a header and its arrays."""
    listed = [
        {"name": name, "type": a.dtype.str[1:], "shape": a.shape} for name, a in arrays.items()
    ]
    text = json.dumps({**header, "arrays": listed}, allow_nan=False).encode()
    text += b" " * (-(START.size + len(text)) % 8)
    blocks = [_aligned(np.ascontiguousarray(a).tobytes()) for a in arrays.values()]
    return b"".join([START.pack(MAGIC, len(text)), text, *blocks])


def unpacked(data: bytes) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """The header and the arrays of a frame."""
    magic, length = START.unpack_from(data)
    if magic != MAGIC:
        raise ValueError("A frame begins with TKF1.")
    header = json.loads(data[START.size : START.size + length])
    arrays, at = {}, START.size + length
    for listed in header.pop("arrays"):
        kind, shape = np.dtype(TYPES[listed["type"]]).newbyteorder("<"), listed["shape"]
        count = int(np.prod(shape, dtype=int))
        arrays[listed["name"]] = np.frombuffer(data, kind, count, at).reshape(shape)
        at += -(-count * kind.itemsize // 8) * 8
    return header, arrays


def _aligned(block: bytes) -> bytes:
    return block + b"\0" * (-len(block) % 8)
