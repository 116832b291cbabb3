"""JSON files of a checkpoint, every one of which may be wrong."""

import json
from pathlib import Path
from typing import Any

from tokenflock.errors import InputError
from tokenflock.pretrained.files.plain_files import plain_file

LARGEST_FILE = 50_000_000  # bytes


def json_object(path: Path) -> dict[str, Any]:
    """The JSON object in a file."""
    try:
        if plain_file(path).stat().st_size > LARGEST_FILE:
            raise InputError(f"`{path}` is larger than any table of settings. Download it again.")
        value = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            f"`{path}` is not readable JSON: {error}. Mend it there, or bring the file anew from "
            "where the model came from."
        ) from error
    if not isinstance(value, dict):
        raise InputError(f"`{path}` must hold a JSON object. Got {type(value).__name__}.")
    return value
