"""Llama, SmolLM, Mistral: RMS norms before, rotary positions, shared keys.

    MLP(x) = W_down (silu(W_gate x) * (W_up x))

(arXiv:2302.13971, 2310.06825.)
"""

from dataclasses import replace

import numpy as np

from tokenflock.pretrained.families.decoders import DECODER, FIXED, HONORED, LLAMA_PARTS, decoder
from tokenflock.pretrained.families.family import Family
from tokenflock.pretrained.families.rotary import Turns, check_turns, known_positions, turns_of
from tokenflock.pretrained.families.stacks import config_of
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.files.settings import Settings
from tokenflock.pretrained.files.tensors import Shape
from tokenflock.pretrained.model import Config, Model

SLOWED = "rope_freqs.weight"  # GGUF: what the frequencies of a long context are divided by
PAIRS = ("halves", "interleaved")


def build(checkpoint: Checkpoint) -> Model:
    """The Llama in a checkpoint."""
    settings = checkpoint.settings
    config = llama_config(settings)
    parts = LLAMA_PARTS.with_biases(
        attention=settings.flag("attention_bias", False), mlp=settings.flag("mlp_bias", False)
    )
    turns = slowed(checkpoint, llama_turns(settings, config))
    return decoder(
        checkpoint, config, parts, lambda _: turns, optional={SLOWED: (config.head_dim // 2,)}
    )


def build_mistral(checkpoint: Checkpoint) -> Model:
    """The Mistral in a checkpoint: a Llama that may see a sliding window only."""
    settings = checkpoint.settings
    config = llama_config(settings)
    turns = slowed(checkpoint, llama_turns(settings, config))
    return decoder(
        checkpoint, config, LLAMA_PARTS, lambda _: turns, masks=(window_mask(settings),),
        optional=slowing(config),
    )  # fmt: skip


def llama_config(settings: Settings) -> Config:
    """The sizes of a Llama."""
    config = config_of(
        settings, positions=settings.count("max_position_embeddings", 2048), kv_heads=True,
        head_dim=True, activation=("hidden_act", "silu"), eps=("rms_norm_eps", 1e-6),
    )  # fmt: skip
    return replace(config, positions=known_positions(settings, config.positions))


def llama_turns(settings: Settings, config: Config, base: float = 1e4, share: float = 1.0) -> Turns:
    """How the queries of a Llama turn."""
    # Not the positions that are read, if those are fewer.
    positions = settings.count("max_position_embeddings", 2048)
    halves = settings.choice("rotary_pairs", PAIRS, "halves") == "halves"
    return turns_of(
        settings, config.head_dim, positions=positions, base=base, share=share, halves=halves
    )


def slowing(config: Config) -> dict[str, Shape]:
    """The factors for a long context that a GGUF file may hold."""
    return {SLOWED: (config.head_dim // 2,)}


def slowed(checkpoint: Checkpoint, turns: Turns) -> Turns:
    """The turns of a GGUF file that holds factors for a long context."""
    factors = checkpoint.tensors.get(SLOWED)
    if factors is None or factors.shape != turns.frequencies.shape:
        return turns
    with np.errstate(divide="ignore", invalid="ignore"):
        frequencies = turns.frequencies / np.asarray(factors.read(), float)
    return replace(turns, frequencies=check_turns(frequencies, checkpoint.settings))


def window_mask(settings: Settings) -> str:
    """Causal, or a sliding window where the model has one."""
    return (
        f"window:{settings.count('sliding_window')}" if "sliding_window" in settings else "causal"
    )


LLAMA_HONORED = (*HONORED, *DECODER, "rms_norm_eps", "hidden_act", "rotary_pairs")
FAMILIES = (
    Family("llama", build, (*LLAMA_HONORED, "attention_bias", "mlp_bias"), FIXED),
    Family("mistral", build_mistral, (*LLAMA_HONORED, "sliding_window"),
           FIXED | {"attention_bias": (False,), "mlp_bias": (False,)}),
)  # fmt: skip
