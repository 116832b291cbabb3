"""The architecture that a config.json of transformers describes, as far as initialization goes."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tokenflock.errors import InputError
from tokenflock.pretrained.model import ACTIVATIONS

# Families whose norms come after the sums; all others have them before.
NORM_AFTER = (
    "albert", "bert", "camembert", "deberta", "deberta-v2", "distilbert", "electra", "mpnet",
    "roberta", "xlm-roberta",
)  # fmt: skip
FULL = (*NORM_AFTER, "dinov2", "modernbert", "t5", "vit")  # every token sees every token
RMS = ("gemma", "llama", "mistral", "olmo", "phi3", "qwen", "smollm3", "t5")  # beginnings of names
NAMES = {
    "d": ("hidden_size", "n_embd", "d_model", "dim"),
    "depth": ("num_hidden_layers", "n_layer", "n_layers", "num_layers"),
    "heads": ("num_attention_heads", "n_head", "n_heads", "num_heads"),
    "hidden": ("intermediate_size", "n_inner", "ffn_dim", "hidden_dim", "d_ff"),
    "sigma": ("initializer_range", "init_std"),
    "activation": ("hidden_act", "activation_function", "hidden_activation", "activation"),
}
SIGMA = 0.02  # of transformers, where a configuration names none


@dataclass(frozen=True)
class Architecture:
    """Sizes, place of the norms, mask, and the deviation of weights at initialization."""

    name: str
    d: int
    depth: int
    heads: int
    hidden: int
    sigma: float
    activation: str
    norm_after: bool
    centered: bool
    causal: bool

    @property
    def gain(self) -> float:
        """sigma sqrt(d): how much a matrix stretches a typical token."""
        return self.sigma * float(self.d**0.5)


def read_architecture(source: str | Path | Mapping[str, Any]) -> Architecture:
    """The architecture of a config.json, of the folder that holds one, or of its fields."""
    name, fields = _fields(source)
    kind = str(fields.get("model_type", "transformer"))
    d = _whole(fields, "d", None)
    heads = _whole(fields, "heads", None)
    if d % heads:
        raise InputError(f"The number of heads must divide the width. Got {heads} and {d}.")
    activation = str(_named(fields, "activation") or "gelu")
    return Architecture(
        name=f"{name} ({kind})",
        d=d,
        depth=_whole(fields, "depth", None),
        heads=heads,
        hidden=_whole(fields, "hidden", 4 * d),
        sigma=_sigma(fields),
        activation=activation if activation in ACTIVATIONS else "gelu",
        norm_after=kind in NORM_AFTER,
        centered=not kind.startswith(RMS),
        causal=kind not in FULL or bool(fields.get("is_decoder")),
    )


def _fields(source: str | Path | Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    if isinstance(source, Mapping):
        return "configuration", source
    path = Path(source)
    file = path / "config.json" if path.is_dir() else path
    if not file.is_file():
        raise InputError(
            f"`{source}` must be a config.json or a folder that holds one. There is none."
        )
    try:
        fields = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, OSError):
        raise InputError(f"`{file}` must be a configuration in JSON. It cannot be read.") from None
    if not isinstance(fields, dict):
        raise InputError(f"`{file}` must hold fields by name. Got {type(fields).__name__}.")
    inner = fields.get("text_config")
    return file.parent.resolve().name, inner if isinstance(inner, dict) else fields


def _named(fields: Mapping[str, Any], what: str) -> Any:
    return next((fields[name] for name in NAMES[what] if fields.get(name) is not None), None)


def _whole(fields: Mapping[str, Any], what: str, default: int | None) -> int:
    value = _named(fields, what)
    value = default if value is None else value
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 10**6:
        raise InputError(
            f"A configuration must name `{NAMES[what][0]}` as a whole number of at least 1. "
            f"Got {value!r}."
        )
    return value


def _sigma(fields: Mapping[str, Any]) -> float:
    value = _named(fields, "sigma")
    value = SIGMA if value is None else value
    if not isinstance(value, int | float) or not 0 < value < 100:
        raise InputError(f"`initializer_range` must be a positive number. Got {value!r}.")
    return float(value)
