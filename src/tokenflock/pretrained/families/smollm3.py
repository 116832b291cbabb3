"""SmolLM3: a Llama of which every fourth layer does not know positions (arXiv:2501.18795)."""

from tokenflock.pretrained.families.decoders import DECODER, FIXED, HONORED, LLAMA_PARTS, decoder
from tokenflock.pretrained.families.family import Family
from tokenflock.pretrained.families.llama import llama_config, llama_turns
from tokenflock.pretrained.families.stacks import kinds_of_layers, window_masks
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.files.settings import Settings
from tokenflock.pretrained.model import Model


def build(checkpoint: Checkpoint) -> Model:
    """The SmolLM3 in a checkpoint."""
    settings = checkpoint.settings
    config = llama_config(settings)
    parts = LLAMA_PARTS.with_biases(
        attention=settings.flag("attention_bias", False), mlp=settings.flag("mlp_bias", False)
    )
    turned = _turned(settings, config.depth)
    turns = llama_turns(settings, config, base=2e6)
    return decoder(
        checkpoint, config, parts, lambda k: turns if turned[k] else turns.still(),
        masks=_masks(settings, turned), tied=True,
    )  # fmt: skip


def _turned(settings: Settings, depth: int) -> tuple[int, ...]:
    """1 for a layer that knows positions, 0 for one that does not."""
    if "no_rope_layers" in settings:
        return settings.choices("no_rope_layers", (0, 1), depth)
    every = settings.count("no_rope_layer_interval", 4)
    return tuple(int((k + 1) % every != 0) for k in range(depth))


def _masks(settings: Settings, turned: tuple[int, ...]) -> tuple[str, ...]:
    slides = settings.flag("use_sliding_window", False) and "sliding_window" in settings
    kinds = kinds_of_layers(settings, len(turned), lambda k: slides and not turned[k])
    width = settings.count("sliding_window") if "sliding_window" in settings else None
    return window_masks(kinds, width)


FAMILY = Family(
    "smollm3", build,
    (*HONORED, *DECODER, "rms_norm_eps", "hidden_act", "attention_bias", "mlp_bias",
     "no_rope_layers", "no_rope_layer_interval", "layer_types", "use_sliding_window",
     "sliding_window", "max_window_layers"),
    FIXED,
)  # fmt: skip
