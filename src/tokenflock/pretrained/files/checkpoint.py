"""A checkpoint: what the files at a path say, whatever their format."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from tokenflock.errors import InputError
from tokenflock.pretrained.files import gguf, llama2c, pytorch, safetensors
from tokenflock.pretrained.files.json_files import json_object
from tokenflock.pretrained.files.settings import Settings
from tokenflock.pretrained.files.tensors import (
    Shape,
    Tensors,
    Weights,
    matched,
    renamed,
    split,
    without_prefix,
)

# What a folder may hold; the first found is read: safetensors before pickles.
WEIGHTS: dict[str, Callable[[Path], Tensors]] = {
    "model.safetensors": safetensors.read_file,
    "model.safetensors.index.json": safetensors.read_shards,
    "pytorch_model.bin": pytorch.read_file,
    "pytorch_model.bin.index.json": pytorch.read_shards,
}


@dataclass(frozen=True)
class Checkpoint:
    """The settings and the named tensors of a model, and the folder or file they lie in."""

    source: Path
    settings: Settings
    tensors: Tensors

    @property
    def name(self) -> str:
        """The name of the folder, or of the file without its suffix."""
        return self.source.stem if self.source.is_file() else self.source.resolve().name

    @property
    def model_type(self) -> str:
        """The name under which transformers knows the family, '' if the settings have none."""
        return str(self.settings.values.get("model_type") or "")

    def renamed(self, change: Callable[[str], str]) -> "Checkpoint":
        """The same with its tensors under other names."""
        return replace(self, tensors=renamed(self.tensors, change))

    def split(self, parts: Mapping[str, Mapping[str, np.ndarray]]) -> "Checkpoint":
        """The same with joined matrices taken apart: rows of each part, by whole and by part."""
        tensors = self.tensors
        for name, rows in parts.items():
            tensors = split(tensors, name, rows)
        return replace(self, tensors=tensors)

    def weights(
        self,
        shapes: Mapping[str, Shape],
        *,
        prefix: str = "",
        optional: Mapping[str, Shape] | None = None,
        ignored: Iterable[str] = (),
    ) -> Weights:
        """The tensors named in `shapes`, and the `optional` ones that are there, to be read.

        Missing, misshapen and unknown tensors are named in one error, but for unknown ones that
        begin with one of `ignored`.  A `prefix` that names in the file may have is taken off.
        """
        bare = without_prefix(self.tensors, prefix)
        return Weights(
            matched(bare, shapes, optional=optional, ignored=ignored, source=str(self.source))
        )


def read_checkpoint(path: Path) -> Checkpoint:
    """The checkpoint in a folder of transformers, a .gguf file or a llama2.c .bin file."""
    try:
        return _folder(path) if path.is_dir() else _file(path)
    except OSError as error:
        raise InputError(f"`{path}` cannot be read: {error}. Check the path.") from error


def _folder(folder: Path) -> Checkpoint:
    config = folder / "config.json"
    files = [*folder.glob("*.gguf"), *folder.glob("*.bin")]
    single = [file for file in files if file.name != "tokenizer.bin"]
    if not config.exists() and len(single) == 1:
        return replace(_file(single[0]), source=folder)
    return Checkpoint(folder, Settings(json_object(config), str(config)), _tensors(folder))


def _tensors(folder: Path) -> Tensors:
    for name, read in WEIGHTS.items():
        if (folder / name).is_file():
            return read(folder / name)
    raise InputError(
        f"`{folder}` must hold weights, as one of {', '.join(WEIGHTS)}. It has none of them."
    )


def _file(path: Path) -> Checkpoint:
    formats = {".gguf": gguf.read_file, ".bin": llama2c.read_file}
    if path.suffix not in formats:
        raise InputError(
            f"`{path}` must be a folder with config.json, a .gguf file or a llama2.c .bin file."
        )
    config, tensors = formats[path.suffix](path)
    return Checkpoint(path, Settings(config, str(path)), tensors)
