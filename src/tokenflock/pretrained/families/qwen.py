"""Qwen2 and Qwen3: Llamas with biases of q, k, v, or with norms of q and k.

Of several layers the later ones may see a sliding window only (arXiv:2407.10671, 2505.09388).
"""

from dataclasses import replace

from tokenflock.pretrained.families.decoders import DECODER, FIXED, HONORED, LLAMA_PARTS, decoder
from tokenflock.pretrained.families.family import Family
from tokenflock.pretrained.families.llama import llama_config, llama_turns, slowed, slowing
from tokenflock.pretrained.families.stacks import kinds_of_layers, window_masks
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.files.settings import Settings
from tokenflock.pretrained.model import Model

QWEN2_PARTS = replace(LLAMA_PARTS, biases=LLAMA_PARTS.maps[:3])
QWEN3_PARTS = replace(LLAMA_PARTS, q_norm="self_attn.q_norm", k_norm="self_attn.k_norm")


def build_qwen2(checkpoint: Checkpoint) -> Model:
    """The Qwen2 in a checkpoint."""
    config = llama_config(checkpoint.settings)
    turns = slowed(checkpoint, llama_turns(checkpoint.settings, config))
    return decoder(
        checkpoint, config, QWEN2_PARTS, lambda _: turns,
        masks=masks_of(checkpoint.settings, config.depth),
        optional=slowing(config),
    )  # fmt: skip


def build_qwen3(checkpoint: Checkpoint) -> Model:
    """The Qwen3 in a checkpoint."""
    settings = checkpoint.settings
    # The dimension of a head is a number of its own.
    config = replace(llama_config(settings), head_dim=settings.count("head_dim", 128))
    biases = QWEN3_PARTS.maps[:4] if settings.flag("attention_bias", False) else ()
    turns = slowed(checkpoint, llama_turns(settings, config))
    return decoder(
        checkpoint, config, replace(QWEN3_PARTS, biases=biases), lambda _: turns,
        masks=masks_of(settings, config.depth), optional=slowing(config),
    )  # fmt: skip


def masks_of(settings: Settings, depth: int) -> tuple[str, ...]:
    """The masks of the layers: a window from `max_window_layers` on, if it is used at all."""
    if not settings.flag("use_sliding_window", False):
        return ("causal",) * depth
    width = settings.count("sliding_window", 4096)
    first = settings.whole("max_window_layers", 28)
    return window_masks(kinds_of_layers(settings, depth, lambda k: k >= first), width)


QWEN_HONORED = (
    *HONORED, *DECODER, "rms_norm_eps", "hidden_act", "rotary_pairs", "use_sliding_window",
    "sliding_window", "max_window_layers", "layer_types",
)  # fmt: skip
FAMILIES = (
    Family(
        "qwen2",
        build_qwen2,
        QWEN_HONORED,
        FIXED | {"use_mrope": (False,), "attention_bias": (False,)},
    ),
    Family("qwen3", build_qwen3, (*QWEN_HONORED, "attention_bias"), FIXED),
)
