"""Phi-3 and Phi-4: a Llama whose matrices are joined, q, k, v and gate, up (arXiv:2404.14219)."""

from dataclasses import replace

from tokenflock.pretrained.families.decoders import (
    DECODER,
    FIXED,
    HONORED,
    LLAMA_PARTS,
    decoder,
    rows_by_size,
)
from tokenflock.pretrained.families.family import Family
from tokenflock.pretrained.families.llama import llama_config, llama_turns, window_mask
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.model import Config, Model


def build(checkpoint: Checkpoint) -> Model:
    """The Phi-3 in a checkpoint."""
    settings = checkpoint.settings
    config = replace(llama_config(settings), eps=settings.positive("rms_norm_eps", 1e-5))
    turns = llama_turns(settings, config)
    return decoder(
        _apart(checkpoint, config), config, LLAMA_PARTS, lambda _: turns,
        masks=(window_mask(settings),),
    )  # fmt: skip


def _apart(checkpoint: Checkpoint, c: Config) -> Checkpoint:
    """The checkpoint with the joined matrices of every layer taken apart."""
    parts = {}
    for k in range(c.depth):
        here = f"model.layers.{k}."
        kv_rows = c.kv_heads * c.head_dim
        q, key, v = (f"{here}self_attn.{name}_proj" for name in "qkv")
        parts[f"{here}self_attn.qkv_proj"] = rows_by_size(
            **{q: c.heads * c.head_dim, key: kv_rows, v: kv_rows}
        )
        parts[f"{here}mlp.gate_up_proj"] = rows_by_size(
            **{f"{here}mlp.gate_proj": c.hidden, f"{here}mlp.up_proj": c.hidden}
        )
    return checkpoint.split(parts)


FAMILY = Family(
    "phi3", build,
    (*(key for key in HONORED if key != "head_dim"), *DECODER, "rms_norm_eps", "hidden_act",
     "sliding_window", "partial_rotary_factor", "original_max_position_embeddings"),
    FIXED,
)  # fmt: skip
