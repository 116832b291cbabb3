"""Gemma 2 and 3: norms around attention and MLP, gains 1 + w, layers that slide a window.

Logits of attention are capped (Gemma 2) or queries and keys normed (Gemma 3); words enter times
sqrt(d) (arXiv:2408.00118, 2503.19786).
"""

from collections.abc import Callable
from dataclasses import replace

from tokenflock.errors import InputError
from tokenflock.pretrained.families.decoders import DECODER, FIXED, HONORED, LLAMA_PARTS, decoder
from tokenflock.pretrained.families.family import Family
from tokenflock.pretrained.families.layers import Parts
from tokenflock.pretrained.families.norms import RMS_NORM_ONE_PLUS
from tokenflock.pretrained.families.rotary import Turns, rope_section, turns_of
from tokenflock.pretrained.families.stacks import config_of, kinds_of_layers, window_masks
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.files.settings import Settings
from tokenflock.pretrained.model import Config, Model

GEMMA2_PARTS = replace(
    LLAMA_PARTS, norm=RMS_NORM_ONE_PLUS, attention_output_norm="post_attention_layernorm",
    mlp_norm="pre_feedforward_layernorm", mlp_output_norm="post_feedforward_layernorm",
)  # fmt: skip
GEMMA3_PARTS = replace(GEMMA2_PARTS, q_norm="self_attn.q_norm", k_norm="self_attn.k_norm")


def build_gemma2(checkpoint: Checkpoint) -> Model:
    """The Gemma 2 in a checkpoint: every second layer slides a window."""
    settings = checkpoint.settings
    config = _config(settings)
    turns = turns_of(settings, config.head_dim, positions=config.positions)
    kinds = kinds_of_layers(settings, config.depth, lambda k: k % 2 == 0)
    caps = (_cap(settings, "attn_logit_softcapping", 50.0),
            _cap(settings, "final_logit_softcapping", 30.0))  # fmt: skip
    return _gemma(checkpoint, config, GEMMA2_PARTS, kinds, lambda _: turns, caps)


def build_gemma3(checkpoint: Checkpoint) -> Model:
    """The Gemma 3 in a checkpoint: layers that slide a window turn by another base."""
    settings = checkpoint.settings
    config = _config(settings)
    every = settings.count("sliding_window_pattern", 6)
    kinds = kinds_of_layers(settings, config.depth, lambda k: (k + 1) % every != 0)
    turns = {kind: _turns_of_kind(settings, config, kind) for kind in set(kinds)}
    caps = (None, _cap(settings, "final_logit_softcapping", None))
    return _gemma(checkpoint, config, GEMMA3_PARTS, kinds, lambda k: turns[kinds[k]], caps)


def build_gemma3_with_sight(checkpoint: Checkpoint) -> Model:
    """The words of a Gemma 3 that also reads images, whose part for them is left out."""
    settings = checkpoint.settings.section("text_config")
    if not settings.values:
        raise InputError(f"`{checkpoint.settings.source}` must have a `text_config`.")
    GEMMA3.check(settings)

    def name_without(name: str) -> str:
        return name.removeprefix("model.").removeprefix("language_model.").removeprefix("model.")

    inside = replace(checkpoint.renamed(name_without), settings=settings)
    return replace(build_gemma3(inside), checkpoint=checkpoint)


def _gemma(
    checkpoint: Checkpoint, config: Config, parts: Parts, kinds: list[str],
    turns: Callable[[int], Turns], caps: tuple[float | None, float | None],
) -> Model:  # fmt: skip
    settings = checkpoint.settings
    biases = parts.maps[:4] if settings.flag("attention_bias", False) else ()
    return decoder(
        checkpoint, config, replace(parts, biases=biases), turns,
        masks=window_masks(kinds, settings.count("sliding_window", 4096)), tied=True,
        word_scale=config.d**0.5,
        logit_scale=settings.positive("query_pre_attn_scalar", 256.0) ** -0.5,
        cap=caps[0], word_cap=caps[1],
        ignored=("vision_tower.", "multi_modal_projector."),
    )  # fmt: skip


def _cap(settings: Settings, key: str, usual: float | None) -> float | None:
    """A cap of logits: None where the settings say so, the usual one where they say nothing."""
    return settings.positive(key) if key in settings else None if key in settings.values else usual


def _config(settings: Settings) -> Config:
    config = config_of(
        settings, kv_heads=True, activation=("hidden_activation", "gelu_pytorch_tanh"),
        eps=("rms_norm_eps", 1e-6),
        positions=settings.count("max_position_embeddings", 8192),
        vocabulary=settings.count("vocab_size", 262_208),
        heads=settings.count("num_attention_heads", 8),
    )  # fmt: skip
    kv_heads = settings.count("num_key_value_heads", 4)
    return replace(config, kv_heads=kv_heads, head_dim=settings.count("head_dim", 256))


def _turns_of_kind(settings: Settings, config: Config, kind: str) -> Turns:
    """The turns of full or sliding layers, from either form of the settings."""
    rope = settings.section("rope_parameters")
    is_full = kind == "full_attention"
    if kind in rope or "full_attention" in rope or "sliding_attention" in rope:
        section, base = rope.section(kind), 1e6 if is_full else 1e4
    elif is_full:
        section, base = rope_section(settings), settings.positive("rope_theta", 1e6)
    else:
        section, base = (
            Settings({}, settings.source),
            settings.positive("rope_local_base_freq", 1e4),
        )
    return turns_of(settings, config.head_dim, positions=config.positions, base=base, rope=section)


GEMMA_HONORED = (
    *HONORED, *DECODER, "rms_norm_eps", "hidden_activation", "attention_bias", "sliding_window",
    "layer_types", "query_pre_attn_scalar", "final_logit_softcapping",
    "hidden_act",  # which the code of the family does not use
)  # fmt: skip
GEMMA_FIXED = FIXED | {"use_bidirectional_attention": (False,)}
GEMMA3 = Family(
    "gemma3_text", build_gemma3,
    (*GEMMA_HONORED, "sliding_window_pattern", "rope_local_base_freq"),
    # The code of Gemma 3 never uses the cap of its settings.
    GEMMA_FIXED | {"attn_logit_softcapping": ()},
)  # fmt: skip
FAMILIES = (
    Family("gemma2", build_gemma2, (*GEMMA_HONORED, "attn_logit_softcapping"), GEMMA_FIXED),
    GEMMA3,
    Family("gemma3", build_gemma3_with_sight,
           ("text_config", "vision_config", "mm_tokens_per_image", "boi_token_index",
            "eoi_token_index", "image_token_index", "tie_word_embeddings"),
           {"is_encoder_decoder": (False,)}),
)  # fmt: skip
