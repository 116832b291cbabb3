"""Where a model is: a path as it stands, or a name on the hub, downloaded once."""

import re
from pathlib import Path

from tokenflock.errors import InputError
from tokenflock.pretrained.files.libraries import optional_library

PATTERNS = ("*.json", "*.safetensors", "vocab.txt", "merges.txt")
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
        return Path(hub.snapshot_download(name, allow_patterns=list(PATTERNS)))
    except Exception as error:  # no network, no such name, no permission: the advice is one
        reason = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise InputError(
            f"There is no folder `{name}`, and the hub gave no such model ({reason[:150]}). "
            f"Where there is a network, run `hf download {name} --local-dir models/{name}`, bring "
            f"the folder here, and give its path: `models/{name}`."
        ) from error
