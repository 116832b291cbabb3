"""StarCoder2: rotary positions and shared keys, layer norms, an MLP without gate (2402.19173)."""

from tokenflock.pretrained.families.decoders import DECODER, FIXED, HONORED, decoder
from tokenflock.pretrained.families.family import Family
from tokenflock.pretrained.families.layers import Parts
from tokenflock.pretrained.families.llama import llama_turns, window_mask
from tokenflock.pretrained.families.stacks import config_of
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.model import Model

PARTS = Parts(
    q="self_attn.q_proj", k="self_attn.k_proj", v="self_attn.v_proj", o="self_attn.o_proj",
    into="mlp.c_fc", out_of="mlp.c_proj", attention_norm="input_layernorm",
    mlp_norm="post_attention_layernorm",
)  # fmt: skip


def build(checkpoint: Checkpoint) -> Model:
    """The StarCoder2 in a checkpoint."""
    settings = checkpoint.settings
    config = config_of(
        settings, kv_heads=True, head_dim=True, activation=("hidden_act", "gelu_pytorch_tanh"),
        eps=("norm_epsilon", 1e-5),
    )  # fmt: skip
    biased = settings.flag("use_bias", True)
    turns = llama_turns(settings, config)
    return decoder(
        checkpoint, config, PARTS.with_biases(attention=biased, mlp=biased), lambda _: turns,
        masks=(window_mask(settings),), tied=True,
    )  # fmt: skip


FAMILY = Family(
    "starcoder2", build,
    (*HONORED, *DECODER, "norm_epsilon", "hidden_act", "use_bias", "sliding_window"),
    # Words that name one norm and one MLP, of which the code of the family has no other.
    FIXED | {"norm_type": ("layer_norm",), "mlp_type": ("default",)},
)  # fmt: skip
