"""A checkpoint: what the files at a path say, whatever their format."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from tokenflock.errors import InputError
from tokenflock.pretrained.files import gguf, llama2c, pytorch, safetensors
from tokenflock.pretrained.files.json_files import json_object
from tokenflock.pretrained.files.plain_files import plain_file
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
    if not config.exists():
        if len(single) == 1:
            return replace(_file(single[0]), source=folder)
        raise InputError(_without_config(folder, files))
    return Checkpoint(folder, Settings(json_object(config), str(config)), _tensors(folder))


def _tensors(folder: Path) -> Tensors:
    for name, read in WEIGHTS.items():
        if (folder / name).is_file():
            return read(folder / name)
    others = sorted(path for path in folder.iterdir() if path.suffix in WAYS)
    way = f" {_way_from(others[0])}" if others else ""
    raise InputError(
        f"`{folder}` must hold weights, as one of {', '.join(WEIGHTS)}. It has none of them.{way}"
    )


# Files that hold a model in another form, and how to come from there to one that is read.
SAVE = "load the model where it came from, and `model.save_pretrained(folder)` it"
RUN = "or run it and give its outputs to `tkf.diagnose(hidden_states=..., attentions=...)`"
WAYS = {
    ".onnx": f"ONNX is a program without the names of its layers: {SAVE}, {RUN}.",
    ".safetensors": "Weights need the config.json of their model beside them: give the folder.",
    ".h5": f"Keras files are not read: {SAVE}.",
    ".msgpack": f"Flax files are not read: {SAVE}.",
    ".pt": f"A .pt file may be anything: {SAVE}.",
    ".pth": f"A .pth file may be anything: {SAVE}.",
    ".ckpt": f"A .ckpt file may be anything: {SAVE}.",
}


def _what(path: Path) -> str:
    """What a file is that holds no model, and what to do with it, as the end of a sentence."""
    if path.suffix in WAYS:
        return f"none. {_way_from(path)}".removesuffix(".")
    if path.suffix == ".json":
        return f"a table of settings: give its folder, `{path.parent}`"
    if _is_text(path):
        return f"a text: give a model, and this to read as `--text {path.name}`"
    return "none of them: give one"


def _is_text(path: Path) -> bool:
    """Whether a file begins with words."""
    with plain_file(path).open("rb") as file:
        beginning = file.read(4096)
    return b"\0" not in beginning and beginning[:4000].decode("utf-8", "ignore").strip() != ""


def _way_from(path: Path) -> str:
    return WAYS.get(path.suffix, "")


def _without_config(folder: Path, files: list[Path]) -> str:
    """What to say of a folder without settings: several models, or one in another form."""
    first = f"`{folder}` must hold config.json, which says what its weights mean, and does not."
    models = sorted(file.name for file in files if file.suffix == ".gguf")
    if len(models) > 1:
        return f"{first} It holds several models; give one: {', '.join(models[:6])}."
    others = sorted(path for path in folder.iterdir() if path.suffix in WAYS)
    way = _way_from(others[0]) if others else "Bring it from where the weights came from."
    return f"{first} {way}"


def _file(path: Path) -> Checkpoint:
    formats = {".gguf": gguf.read_file, ".bin": llama2c.read_file}
    if path.suffix not in formats:
        raise InputError(
            f"A model is a folder with config.json, a .gguf file or a llama2.c .bin file. `{path}` "
            f"is {_what(path)}."
        )
    config, tensors = formats[path.suffix](plain_file(path))
    return Checkpoint(path, Settings(config, str(path)), tensors)
