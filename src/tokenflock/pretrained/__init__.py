"""Pretrained transformers: checkpoints as records, their forward pass, their heads as flows."""

from tokenflock.pretrained.ablations import (
    attention_only,
    only_head,
    repeated,
    without_bias,
    without_head,
    without_mlp,
    without_norm,
)
from tokenflock.pretrained.comparison import compared
from tokenflock.pretrained.coupling import block_coupling
from tokenflock.pretrained.heads import attention_of, effective_beta, factors_of
from tokenflock.pretrained.loading import load_model
from tokenflock.pretrained.measures import measured, principal
from tokenflock.pretrained.model import Model
from tokenflock.pretrained.passes import forward
from tokenflock.pretrained.sentences import tokenised
from tokenflock.pretrained.spectra import head_spectra

__all__ = [
    "Model",
    "attention_of",
    "attention_only",
    "block_coupling",
    "compared",
    "effective_beta",
    "factors_of",
    "forward",
    "head_spectra",
    "load_model",
    "measured",
    "only_head",
    "principal",
    "repeated",
    "tokenised",
    "without_bias",
    "without_head",
    "without_mlp",
    "without_norm",
]
