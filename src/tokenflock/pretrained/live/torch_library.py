"""PyTorch, which nobody needs who does not watch a model of it."""

from typing import Any

from tokenflock.errors import InputError


def torch_library() -> Any:
    """The module `torch`, imported on use."""
    try:
        import torch
    except ImportError:
        raise InputError(
            "Watching a live model needs PyTorch, which is not installed. `pip install torch`, or "
            "diagnose its checkpoint, which works without."
        ) from None
    return torch
