"""Attention: masks, weightings, heads, positions, and how the average is evaluated."""

from tokenflock.attention.attention import Attention
from tokenflock.attention.depth import Annealed, Layered, Ramp
from tokenflock.attention.masks import Mask, as_mask, causal, full, window
from tokenflock.attention.positions import Alibi, Rotary
from tokenflock.attention.self_attention import SelfAttention
from tokenflock.attention.weightings import (
    Hardmax,
    Sinkhorn,
    Softmax,
    Unnormalized,
    Weighting,
    hardmax,
    sinkhorn,
    softmax,
    unnormalized,
)

__all__ = [
    "Alibi",
    "Annealed",
    "Attention",
    "Hardmax",
    "Layered",
    "Mask",
    "Ramp",
    "Rotary",
    "SelfAttention",
    "Sinkhorn",
    "Softmax",
    "Unnormalized",
    "Weighting",
    "as_mask",
    "causal",
    "full",
    "hardmax",
    "sinkhorn",
    "softmax",
    "unnormalized",
    "window",
]
