"""Pretrained transformers: checkpoints as records, their forward pass, their heads as flows.

Names are imported on use: what reads tables of weights does without JAX.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tokenflock.pretrained.ablations import (
        attention_only,
        only_head,
        repeated,
        without_bias,
        without_head,
        without_mlp,
        without_norm,
    )
    from tokenflock.pretrained.analysis.comparison import compare
    from tokenflock.pretrained.analysis.coupling import block_coupling
    from tokenflock.pretrained.analysis.starts import random_tokens, text_tokens
    from tokenflock.pretrained.analysis.states import principal_components, state_measures
    from tokenflock.pretrained.analysis.studies import study
    from tokenflock.pretrained.attention_heads.attention import attention_of, unit_tokens
    from tokenflock.pretrained.attention_heads.factors import Factors, effective_beta, factors_of
    from tokenflock.pretrained.attention_heads.spectra import head_spectra
    from tokenflock.pretrained.families.family import Family
    from tokenflock.pretrained.families.registry import register_family
    from tokenflock.pretrained.files.checkpoint import Checkpoint
    from tokenflock.pretrained.forward_pass.block_flow import BlockFlow, block_flow
    from tokenflock.pretrained.forward_pass.embedding import embed, embed_pixels
    from tokenflock.pretrained.forward_pass.logits import logits
    from tokenflock.pretrained.forward_pass.pixels import pixels_of
    from tokenflock.pretrained.forward_pass.whole_pass import forward
    from tokenflock.pretrained.live.callbacks import LightningMonitor, trainer_monitor
    from tokenflock.pretrained.live.scalars import measure
    from tokenflock.pretrained.live.watching import Watched, watch
    from tokenflock.pretrained.loading import load_model
    from tokenflock.pretrained.model import (
        MLP,
        Config,
        Embedding,
        Heads,
        Layer,
        Model,
        Norm,
        PatchEmbedding,
        PositionBias,
        Unembedding,
        joined_heads,
    )
    from tokenflock.pretrained.text.tokenization import tokenize, tokenize_several

# By module; the imports above say the same to type checkers.
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
    "analysis.comparison": ("compare",),
    "analysis.coupling": ("block_coupling",),
    "analysis.starts": ("random_tokens", "text_tokens"),
    "analysis.states": ("principal_components", "state_measures"),
    "analysis.studies": ("study",),
    "families.family": ("Family",),
    "families.registry": ("register_family",),
    "files.checkpoint": ("Checkpoint",),
    "attention_heads.attention": ("attention_of", "unit_tokens"),
    "attention_heads.factors": ("Factors", "effective_beta", "factors_of"),
    "attention_heads.spectra": ("head_spectra",),
    "live.callbacks": ("LightningMonitor", "trainer_monitor"),
    "live.scalars": ("measure",),
    "live.watching": ("Watched", "watch"),
    "loading": ("load_model",),
    "model": (
        "MLP", "Config", "Embedding", "Heads", "Layer", "Model", "Norm", "PatchEmbedding",
        "PositionBias", "Unembedding", "joined_heads",
    ),
    "forward_pass.block_flow": ("BlockFlow", "block_flow"),
    "forward_pass.embedding": ("embed", "embed_pixels"),
    "forward_pass.logits": ("logits",),
    "forward_pass.pixels": ("pixels_of",),
    "forward_pass.whole_pass": ("forward",),
    "text.tokenization": ("tokenize", "tokenize_several"),
}  # fmt: skip
_HOME = {name: module for module, names in _PUBLIC.items() for name in names}
_RENAMED = {
    "compared": "compare",
    "measured": "state_measures",
    "principal": "principal_components",
    "tokenised": "tokenize",
    "tokenized": "tokenize",
}

__all__ = [
    "MLP",
    "BlockFlow",
    "Checkpoint",
    "Config",
    "Embedding",
    "Factors",
    "Family",
    "Heads",
    "Layer",
    "LightningMonitor",
    "Model",
    "Norm",
    "PatchEmbedding",
    "PositionBias",
    "Unembedding",
    "Watched",
    "attention_of",
    "attention_only",
    "block_coupling",
    "block_flow",
    "compare",
    "effective_beta",
    "embed",
    "embed_pixels",
    "factors_of",
    "forward",
    "head_spectra",
    "joined_heads",
    "load_model",
    "logits",
    "measure",
    "only_head",
    "pixels_of",
    "principal_components",
    "random_tokens",
    "register_family",
    "repeated",
    "state_measures",
    "study",
    "text_tokens",
    "tokenize",
    "tokenize_several",
    "trainer_monitor",
    "unit_tokens",
    "watch",
    "without_bias",
    "without_head",
    "without_mlp",
    "without_norm",
]


def __getattr__(name: str) -> Any:
    if name in _RENAMED:
        raise AttributeError(
            f"`tokenflock.pretrained.{name}` is now `tokenflock.pretrained.{_RENAMED[name]}`."
        )
    if name not in _HOME:
        raise AttributeError(f"module 'tokenflock.pretrained' has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return list(__all__)
