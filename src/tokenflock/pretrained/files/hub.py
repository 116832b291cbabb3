"""Where a model is: a path as it stands, or a name on the hub, downloaded once."""

import fnmatch
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tokenflock.errors import InputError
from tokenflock.pretrained.files.libraries import optional_library

TEXT = ("*.json", "vocab.txt", "merges.txt")
# Quantizations of GGUF by preference; of several files one is fetched.
GGUF = ("q8_0", "q6_k", "q5_k_m", "q4_k_m", "q4_1", "q4_0", "bf16", "f16", "f32")
SECONDS = 10.0  # to wait for an answer of the hub
NAME = re.compile(r"[\w.-]+(/[\w.-]+)?")


def local_path(path_or_name: str | Path) -> Path:
    """The path itself where something is there, else the folder of a download from the hub."""
    path = Path(path_or_name).expanduser()
    if path.exists():
        return path
    name = str(path_or_name)
    if not NAME.fullmatch(name) or name.startswith("."):
        raise InputError(
            f"There is nothing at `{path}`. Give a folder with config.json and weights, a .gguf "
            "file, or a name on the hub, as 'albert-base-v2'."
        )
    return _downloaded(name)


def _downloaded(name: str) -> Path:
    hub = optional_library("huggingface_hub", "Names on the hub")
    try:
        # One request, and no other one: a wrong path is seldom a slow network.
        files = [file.rfilename for file in hub.model_info(name, timeout=SECONDS).siblings or ()]
        patterns = [*TEXT, *weight_patterns(files)]
        return Path(hub.snapshot_download(name, allow_patterns=patterns))
    except Exception as error:  # no network, no such name, no permission: the advice is one
        return _fetched_before(hub, name, error)


def _fetched_before(hub: Any, name: str, error: Exception) -> Path:
    """The folder of an earlier download."""
    try:
        return Path(hub.snapshot_download(name, local_files_only=True))
    except Exception:  # nothing was: why it cannot be now is what to say
        reason = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise InputError(
            f"There is no folder `{name}`, and the hub gave no such model ({reason[:150]}). "
            f"Where there is a network, run `hf download {name} --local-dir models/{name}`, bring "
            f"the folder here, and give its path: `models/{name}`."
        ) from error


def weight_patterns(files: Sequence[str]) -> tuple[str, ...]:
    """Which of the files of a model hold its weights, the safest form that there is."""
    here = [file for file in files if "/" not in file]
    if any(file.endswith(".safetensors") for file in here):
        return ("*.safetensors",)
    if any(fnmatch.fnmatch(file, "pytorch_model*.bin") for file in here):
        return ("pytorch_model*.bin",)
    models = sorted(file for file in here if file.endswith(".gguf"))
    chosen = [file for kind in GGUF for file in models if kind in file.lower()]
    return tuple((chosen or models)[:1])
