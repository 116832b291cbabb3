"""GPT-NeoX and Pythia: attention and MLP side by side, each behind a norm of its own.

    x <- x + A(N1 x) + MLP(N2 x)                                            (arXiv:2204.06745)

Rows of q, k and v are joined head by head, and a quarter of a query turns.
"""

from dataclasses import replace

import numpy as np

from tokenflock.pretrained.families.decoders import DECODER, FIXED, HONORED, decoder
from tokenflock.pretrained.families.family import Family
from tokenflock.pretrained.families.layers import Parts
from tokenflock.pretrained.families.rotary import turns_of
from tokenflock.pretrained.families.stacks import config_of
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.model import Config, Model

PARTS = Parts(
    q="attention.q", k="attention.k", v="attention.v", o="attention.dense",
    into="mlp.dense_h_to_4h", out_of="mlp.dense_4h_to_h", attention_norm="input_layernorm",
    mlp_norm="post_attention_layernorm",
)  # fmt: skip
PREFIX = "gpt_neox."


def build(checkpoint: Checkpoint) -> Model:
    """The GPT-NeoX in a checkpoint."""
    settings = checkpoint.settings
    config = config_of(settings, activation=("hidden_act", "gelu"), eps=("layer_norm_eps", 1e-5))
    parts = PARTS.with_biases(attention=settings.flag("attention_bias", True))
    turns = turns_of(
        settings, config.head_dim, positions=config.positions,
        base=settings.positive("rotary_emb_base", 1e4), share=settings.positive("rotary_pct", 0.25),
    )  # fmt: skip
    return decoder(
        _apart(checkpoint, config), config,
        replace(parts, parallel=settings.flag("use_parallel_residual", True)), lambda _: turns,
        prefix=PREFIX, words="embed_in.weight", final_norm="final_layer_norm",
        head="embed_out.weight",
    )  # fmt: skip


def _apart(checkpoint: Checkpoint, c: Config) -> Checkpoint:
    """The checkpoint with the rows (heads, 3, r) of every layer taken apart."""
    rows = np.arange(3 * c.heads * c.head_dim).reshape(c.heads, 3, c.head_dim)
    bare = checkpoint.renamed(lambda name: name.removeprefix(PREFIX))
    return bare.split(
        {
            f"layers.{k}.attention.query_key_value": {
                f"layers.{k}.attention.{name}": rows[:, part].ravel()
                for part, name in enumerate("qkv")
            }
            for k in range(c.depth)
        }
    )


FAMILY = Family(
    "gpt_neox", build,
    (*(key for key in HONORED if key not in ("head_dim", "num_key_value_heads")), *DECODER,
     "layer_norm_eps", "hidden_act", "attention_bias", "use_parallel_residual", "rotary_pct",
     "rotary_emb_base", "partial_rotary_factor"),
    FIXED,
)  # fmt: skip
