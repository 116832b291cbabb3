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
    return {str(name): Tensor(tuple(v.shape), _reader(v)) for name, v in state.items()}


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
        reason = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise InputError(
            f"`{path}` is not a checkpoint that torch reads with weights_only=True: {reason[:200]} "
            "Use a safetensors checkpoint."
        ) from error


def _reader(tensor: Any) -> Any:
    def read(rows: Any = ...) -> np.ndarray:
        kept = tensor.detach()[rows]
        # numpy has no bfloat16.
        return (kept.float() if str(kept.dtype) == "torch.bfloat16" else kept).numpy()

    return read
