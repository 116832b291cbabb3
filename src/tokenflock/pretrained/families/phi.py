"""Phi (1, 1.5, 2): attention and MLP side by side behind one norm, part of a query turns.

x <- x + A(N x) + MLP(N x)                                              (arXiv:2309.05463)
"""

from dataclasses import replace

from tokenflock.pretrained.families.decoders import DECODER, FIXED, HONORED, decoder
from tokenflock.pretrained.families.family import Family
from tokenflock.pretrained.families.layers import Parts
from tokenflock.pretrained.families.rotary import turns_of
from tokenflock.pretrained.families.stacks import config_of
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.model import Model

PARTS = Parts(
    q="self_attn.q_proj", k="self_attn.k_proj", v="self_attn.v_proj", o="self_attn.dense",
    into="mlp.fc1", out_of="mlp.fc2", attention_norm="input_layernorm",
    mlp_norm="input_layernorm", parallel=True,
).with_biases()  # fmt: skip


def build(checkpoint: Checkpoint) -> Model:
    """The Phi in a checkpoint."""
    settings = checkpoint.settings
    config = config_of(
        settings, kv_heads=True, activation=("hidden_act", "gelu_new"), eps=("layer_norm_eps", 1e-5)
    )
    parts = PARTS
    if settings.flag("qk_layernorm", False):
        parts = replace(parts, q_norm="self_attn.q_layernorm", k_norm="self_attn.k_layernorm")
    turns = turns_of(settings, config.head_dim, positions=config.positions, share=0.5)
    return decoder(
        checkpoint, config, parts, lambda _: turns, final_norm="final_layernorm",
        head_bias="lm_head.bias",
    )  # fmt: skip


FAMILY = Family(
    "phi", build,
    (*(key for key in HONORED if key != "head_dim"), *DECODER, "layer_norm_eps", "hidden_act",
     "qk_layernorm", "partial_rotary_factor"),
    FIXED,
)  # fmt: skip
