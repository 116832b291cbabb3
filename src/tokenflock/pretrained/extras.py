"""Libraries that only some users need: imported on use, with a sentence where they are missing."""

import importlib
from typing import Any

from tokenflock.errors import InputError


def needed(library: str, what: str) -> Any:
    """The library; where it is missing, how to install it."""
    try:
        return importlib.import_module(library)
    except ImportError:
        raise InputError(
            f"{what} need the library `{library}`, which is not installed. "
            'Run `pip install "tokenflock[models]"`.'
        ) from None
