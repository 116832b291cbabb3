"""Attention: masks, weights, heads, and how the average is evaluated."""

from tokenflock.attention.masks import Mask, as_mask, causal, full, window
from tokenflock.attention.self_attention import SelfAttention

__all__ = ["Mask", "SelfAttention", "as_mask", "causal", "full", "window"]
