"""Pretrained transformers: checkpoints as records, their forward pass, their heads as flows.

Names are imported on use: what reads tables of weights does without JAX.
"""

import importlib
from typing import Any

_PUBLIC = {
    "ablations": (
        "attention_only",
        "only_head",
        "repeated",
        "without_bias",
        "without_head",
        "without_mlp",
        "without_norm",
    ),
    "comparison": ("compared",),
    "coupling": ("block_coupling",),
    "factors": ("effective_beta", "factors_of"),
    "heads": ("attention_of",),
    "loading": ("load_model",),
    "measures": ("measured", "principal"),
    "model": ("Model",),
    "passes": ("forward",),
    "sentences": ("tokenized",),
    "spectra": ("head_spectra",),
}
_HOME = {name: module for module, names in _PUBLIC.items() for name in names}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'tokenflock.pretrained' has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return list(__all__)
