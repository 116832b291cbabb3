"""OLMo 2: norms of what attention and MLP add, and of all queries and keys (arXiv:2501.00656)."""

from dataclasses import replace

from tokenflock.pretrained.families.decoders import DECODER, FIXED, HONORED, LLAMA_PARTS, decoder
from tokenflock.pretrained.families.family import Family
from tokenflock.pretrained.families.llama import llama_config, llama_turns
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.model import Model

PARTS = replace(
    LLAMA_PARTS, attention_norm=None, mlp_norm=None,
    attention_output_norm="post_attention_layernorm", mlp_output_norm="post_feedforward_layernorm",
    q_norm="self_attn.q_norm", k_norm="self_attn.k_norm", norms_heads_together=True,
)  # fmt: skip


def build(checkpoint: Checkpoint) -> Model:
    """The OLMo 2 in a checkpoint."""
    settings = checkpoint.settings
    config = replace(llama_config(settings), eps=settings.positive("rms_norm_eps", 1e-5))
    biases = PARTS.maps[:4] if settings.flag("attention_bias", False) else ()
    turns = llama_turns(settings, config)
    return decoder(checkpoint, config, replace(PARTS, biases=biases), lambda _: turns)


FAMILY = Family(
    "olmo2", build, (*HONORED, *DECODER, "rms_norm_eps", "hidden_act", "attention_bias"), FIXED
)
