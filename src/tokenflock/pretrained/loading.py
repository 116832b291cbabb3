"""`load_model`: a pretrained transformer from a folder, a file or a name on the hub."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tokenflock.errors import InputError
from tokenflock.pretrained.families import albert, bert, gpt2, llama
from tokenflock.pretrained.files import gguf, llama2c, pickles, safetensors
from tokenflock.pretrained.files.documents import Settings, json_object
from tokenflock.pretrained.files.hub import folder_of
from tokenflock.pretrained.files.tensors import Tensors
from tokenflock.pretrained.model import Model

Builder = Callable[[str, Path, Settings, Tensors], Model]
FAMILIES: dict[str, Builder] = {
    "albert": albert.build,
    "bert": bert.build,
    "distilbert": bert.build_distilbert,
    "gpt2": gpt2.build,
    "llama": llama.build,
    "mistral": llama.build,
    "qwen2": llama.build,
}

# What a folder may hold, the first found is read: safetensors before pickles.
FILES: dict[str, Callable[[Path], Tensors]] = {
    "model.safetensors": safetensors.read_file,
    "model.safetensors.index.json": safetensors.read_shards,
    "pytorch_model.bin": pickles.read_file,
    "pytorch_model.bin.index.json": pickles.read_shards,
}


def load_model(path_or_name: str | Path) -> Model:
    """The model in a folder of transformers, a .gguf file, a llama2.c .bin file, or of a hub name.

    Shapes are checked against the configuration at once; numbers are read layer by layer.
    """
    path = folder_of(path_or_name)
    try:
        config, tensors = _contents(path)
    except OSError as error:
        raise InputError(f"`{path}` cannot be read: {error}. Check the path.") from error
    kind = config.get("model_type")
    if not isinstance(kind, str) or kind not in FAMILIES:
        raise InputError(
            f"`model_type` must be one of {', '.join(map(repr, FAMILIES))}. "
            f"Got {kind!r} in `{path}`; other families are not read yet."
        )
    return FAMILIES[kind](_name(path), path, Settings(config, _source(path)), tensors)


def _contents(path: Path) -> tuple[dict[str, Any], Tensors]:
    """The configuration and tensors at a path."""
    if path.is_dir():
        single = [*path.glob("*.gguf"), *path.glob("*.bin")]
        if not (path / "config.json").exists() and len(_models(single)) == 1:
            return _contents(_models(single)[0])
        return json_object(path / "config.json"), _tensors(path)
    if path.suffix == ".gguf":
        config, tensors, _ = gguf.read_file(path)
        return config, tensors
    if path.suffix == ".bin":
        return llama2c.read_file(path)
    raise InputError(
        f"`{path}` must be a folder with config.json, a .gguf file or a llama2.c .bin file."
    )


def _models(files: list[Path]) -> list[Path]:
    return [file for file in files if file.name != "tokenizer.bin"]


def _tensors(folder: Path) -> Tensors:
    for name, read in FILES.items():
        if (folder / name).is_file():
            return read(folder / name)
    raise InputError(
        f"`{folder}` must hold weights, as one of {', '.join(FILES)}. It has none of them."
    )


def _name(path: Path) -> str:
    return path.stem if path.is_file() else path.resolve().name


def _source(path: Path) -> str:
    return str(path / "config.json") if (path / "config.json").exists() else str(path)
