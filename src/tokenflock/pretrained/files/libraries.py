"""Libraries that only some files need: imported on use, with a sentence where they are missing."""

import importlib
from typing import Any

from tokenflock.errors import InputError


def optional_library(name: str, purpose: str) -> Any:
    """The library of a name; where it is missing, how to install it."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise InputError(
            f"{purpose} need the library `{name}`, which is not installed. "
            'Run `pip install "tokenflock[models]"`.'
        ) from None
