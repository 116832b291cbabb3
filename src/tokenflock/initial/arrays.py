"""Arrays of a spec, from where they stand: written out, or in a file."""

from typing import Any

import numpy as np

from tokenflock.errors import InputError
from tokenflock.spec import ArrayFile, checksum


def loaded(name: str, value: Any) -> np.ndarray:
    """The numbers of a field of a spec, float64."""
    return np.asarray(_load(name, value) if isinstance(value, ArrayFile) else value, float)


def _load(name: str, file: ArrayFile) -> np.ndarray:
    found = checksum(file.path)
    if found != file.sha256:
        raise InputError(
            f"`{name}` must be the array with checksum {file.sha256[:12]}..., but `{file.path}` "
            f"has {found[:12]}...: the file has changed. Restore it, or write the new checksum "
            "into the spec."
        )
    try:
        return np.load(file.path, allow_pickle=False)
    except (OSError, ValueError) as error:
        raise InputError(f"`{file.path}` is not a .npy array: {error}") from None
