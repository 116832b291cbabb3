"""PyTorch files (`.bin`), which are pickles: read only by torch itself, with weights_only=True."""

import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from tokenflock.errors import InputError
from tokenflock.pretrained.files.safetensors import file_of_each
from tokenflock.pretrained.files.tensors import Tensor


def read_file(path: Path) -> dict[str, Tensor]:
    """The tensors of one file; memory-mapped where the file allows it."""
    state = _loaded(path)
    if not isinstance(state, dict) or not all(hasattr(v, "shape") for v in state.values()):
        raise InputError(
            f"`{path}` must hold a table of tensors (a state dict). Save it with "
            "`model.save_pretrained(folder)`, which writes safetensors."
        )
    return {
        str(name): Tensor(tuple(v.shape), _reader(path, str(name), v)) for name, v in state.items()
    }


def read_shards(index: Path) -> dict[str, Tensor]:
    """The tensors of several files that an index lists."""
    tensors: dict[str, Tensor] = {}
    for path in dict.fromkeys(file_of_each(index).values()):
        tensors |= read_file(path)
    return tensors


def _loaded(path: Path) -> Any:
    try:
        import torch
    except ImportError:
        raise InputError(
            f"`{path.name}` is a pickle, which can run code; only torch reads it safely, and torch "
            "is not installed. Run `pip install torch`, or use a safetensors checkpoint."
        ) from None
    try:
        # Files of old versions are no archives, and cannot be mapped.
        mapped = zipfile.is_zipfile(path)
        return torch.load(path, map_location="cpu", weights_only=True, mmap=mapped)
    except Exception as error:  # torch raises many kinds, from zipfile, pickle and itself
        # Not in torch's words: it advises to run what the file says.
        raise InputError(
            f"`{path}` is not a checkpoint that torch reads as plain tensors: it is cut off, or "
            "holds objects, which may run code and are never loaded. Use a safetensors checkpoint."
        ) from error


def _reader(path: Path, name: str, tensor: Any) -> Any:
    def read(rows: Any = ...) -> np.ndarray:
        _check_plain(path, name, tensor)
        kept = tensor.detach()[rows]
        # numpy has no bfloat16.
        return (kept.float() if str(kept.dtype) == "torch.bfloat16" else kept).numpy()

    return read


def _check_plain(path: Path, name: str, tensor: Any) -> None:
    """Refuse a tensor whose numbers are elsewhere, or in a form that numpy does not have."""
    layout, dtype = str(tensor.layout), str(tensor.dtype)
    if tensor.device.type == "meta":
        raise InputError(
            f"`{name}` in `{path.name}` has a shape and no numbers (a meta tensor). Save the model "
            "after its weights are loaded."
        )
    if layout != "torch.strided" or tensor.is_quantized:
        raise InputError(
            f"`{name}` in `{path.name}` is {'quantized' if tensor.is_quantized else 'sparse'}, "
            "which is not read. Save it as a plain tensor: `tensor.dequantize()`, `.to_dense()`."
        )
    if dtype not in READ:
        raise InputError(
            f"`{name}` in `{path.name}` is stored as {dtype}, which is not read. Save the model in "
            "bfloat16 or float32."
        )


READ = ("torch.float64", "torch.float32", "torch.float16", "torch.bfloat16")
