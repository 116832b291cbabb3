"""The Llama family (Llama, SmolLM, Mistral, Qwen2): RMS norms before, rotary positions.

    MLP(x) = W_down (silu(W_gate x) * (W_up x))

(arXiv:2302.13971, 2310.06825, 2407.10671.)  transformers turns the coordinates (a, a + r/2) of a
query together; here pairs are adjacent, (2a, 2a + 1), as in `Rotary`: rows are put in that order.
"""

import math

import numpy as np

from tokenflock.errors import InputError
from tokenflock.pretrained.families.family import Family
from tokenflock.pretrained.families.norms import rms_norm
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.files.settings import Settings
from tokenflock.pretrained.files.tensors import Shape, Weights
from tokenflock.pretrained.model import (
    ACTIVATIONS,
    MLP,
    Config,
    Embedding,
    Heads,
    Layer,
    Model,
    joined_heads,
)

IGNORED = ("lm_head.", "score.", "freq_cis_", "rotary_emb.")
SLOWED = "rope_freqs.weight"  # GGUF: what the frequencies of a long context are divided by
PAIRS = ("halves", "interleaved")


def build(checkpoint: Checkpoint) -> Model:
    """The member of the family in a checkpoint."""
    settings = checkpoint.settings
    config = _config(settings)
    halves = settings.choice("rotary_pairs", PAIRS, "halves") == "halves"
    shapes, optional = _shapes(config)
    ignored = (*IGNORED, *(f"layers.{k}.self_attn.rotary_emb." for k in range(config.depth)))
    weights = checkpoint.weights(shapes, prefix="model.", optional=optional, ignored=ignored)
    frequencies = _frequencies(settings, config.head_dim)
    frequencies = frequencies / weights(SLOWED) if SLOWED in weights else frequencies
    return Model(
        checkpoint=checkpoint, config=config, mask=_mask(checkpoint),
        embedding=Embedding(weights, words="embed_tokens.weight"),
        read_layer=lambda k: _layer(weights, config, f"layers.{k}.", frequencies, halves),
        final_norm=rms_norm(weights, "norm", config.eps),
    )  # fmt: skip


def _config(settings: Settings) -> Config:
    config = Config(
        d=settings.count("hidden_size"), depth=settings.depth("num_hidden_layers"),
        heads=settings.count("num_attention_heads"), hidden=settings.count("intermediate_size"),
        kv_heads=settings.count("num_key_value_heads", settings.count("num_attention_heads")),
        head_dim=settings.count("head_dim") if "head_dim" in settings else 0,
        vocabulary=settings.count("vocab_size"),
        positions=settings.count("max_position_embeddings", 2048),
        activation=settings.choice("hidden_act", ACTIVATIONS, "silu"),
        eps=settings.positive("rms_norm_eps", 1e-6),
    )  # fmt: skip
    if config.head_dim % 2:
        raise InputError(
            "Rotary positions turn pairs: a head must have an even dimension, not "
            f"{config.head_dim}."
        )
    return config


def _mask(checkpoint: Checkpoint) -> str:
    """Causal, or a sliding window where the model has one."""
    settings, is_qwen = checkpoint.settings, checkpoint.model_type == "qwen2"
    if is_qwen and not settings.flag("use_sliding_window", False):
        return "causal"
    if is_qwen:
        raise InputError("Qwen2 with `use_sliding_window` mixes masks by layer, which is not read.")
    width = settings.count("sliding_window") if "sliding_window" in settings else None
    return "causal" if width is None else f"window:{width}"


def _frequencies(settings: Settings, r: int) -> np.ndarray:
    """How fast the pairs of coordinates turn, base^(-2a/r), slowed down as a model may ask."""
    # transformers 5 keeps all of it in one table.
    rope = settings.section("rope_parameters")
    rope = rope if rope.values else settings.section("rope_scaling")
    base = rope.positive("rope_theta", settings.positive("rope_theta", 1e4))
    plain = base ** (-np.arange(0, r, 2) / r)
    kind = rope.values.get("rope_type", rope.values.get("type", "default"))
    if kind in ("default", "none", None):
        return plain
    if kind == "linear":
        return plain / rope.positive("factor")
    if kind == "llama3":
        return _llama3(plain, rope)
    raise InputError(f"`rope_type` must be 'default', 'linear' or 'llama3'. Got {kind!r}.")


def _llama3(plain: np.ndarray, rope: Settings) -> np.ndarray:
    """Long waves slowed down by a factor, short ones left, a ramp between (Llama 3.1)."""
    factor, context = rope.positive("factor"), rope.positive("original_max_position_embeddings")
    low, high = rope.positive("low_freq_factor"), rope.positive("high_freq_factor")
    if not high > low:
        raise InputError("`high_freq_factor` must be larger than `low_freq_factor`.")
    turns = context * plain / (2 * math.pi)
    share = np.clip((turns - low) / (high - low), 0.0, 1.0)
    return plain * (share + (1 - share) / factor)


def _shapes(c: Config) -> tuple[dict[str, Shape], dict[str, Shape]]:
    """The tensors that must be there, and the biases that may."""
    shapes: dict[str, Shape] = {
        "embed_tokens.weight": (c.vocabulary, c.d),
        "norm.weight": (c.d,),
    }
    optional: dict[str, Shape] = {SLOWED: (c.head_dim // 2,)}
    rows = {"q": c.heads * c.head_dim, "k": c.kv_heads * c.head_dim, "v": c.kv_heads * c.head_dim}
    for k in range(c.depth):
        here = f"layers.{k}."
        for name, count in rows.items():
            shapes[f"{here}self_attn.{name}_proj.weight"] = (count, c.d)
            optional[f"{here}self_attn.{name}_proj.bias"] = (count,)
        shapes[f"{here}self_attn.o_proj.weight"] = (c.d, rows["q"])
        optional[f"{here}self_attn.o_proj.bias"] = (c.d,)
        for name in ("gate", "up"):
            shapes[f"{here}mlp.{name}_proj.weight"] = (c.hidden, c.d)
        shapes[f"{here}mlp.down_proj.weight"] = (c.d, c.hidden)
        for name in ("input_layernorm", "post_attention_layernorm"):
            shapes[f"{here}{name}.weight"] = (c.d,)
    return shapes, optional


def _layer(
    weights: Weights, config: Config, here: str, frequencies: np.ndarray, halves: bool
) -> Layer:
    mlp = MLP(
        W_in=weights(here + "mlp.up_proj.weight"), b_in=None,
        W_out=weights(here + "mlp.down_proj.weight"), b_out=None,
        W_gate=weights(here + "mlp.gate_proj.weight"), activation=config.activation,
    )  # fmt: skip
    return Layer(
        heads=_heads(weights, config, here + "self_attn.", frequencies, halves),
        mlp=mlp,
        attention_norm=rms_norm(weights, here + "input_layernorm", config.eps),
        mlp_norm=rms_norm(weights, here + "post_attention_layernorm", config.eps),
        norm_after=False,
    )


def _heads(
    weights: Weights, config: Config, here: str, frequencies: np.ndarray, halves: bool
) -> Heads:
    counts = {"q": config.heads, "k": config.kv_heads}

    def read(name: str) -> np.ndarray:
        rows = weights(here + name)
        return adjacent(rows, counts[name[0]]) if halves and name[0] in counts else rows

    def bias(name: str) -> np.ndarray | None:
        return read(f"{name}_proj.bias") if f"{here}{name}_proj.bias" in weights else None

    q, k, v, o = (read(f"{name}_proj.weight") for name in "qkvo")
    biases = tuple(bias(name) for name in "qkvo")
    return joined_heads(config, q, k, v, o, biases=biases, frequencies=frequencies)


def adjacent(rows: np.ndarray, heads: int) -> np.ndarray:
    """Rows (heads r, ...) whose pairs (a, a + r/2) of every head become (2a, 2a + 1)."""
    pairs = rows.reshape(heads, 2, -1, *rows.shape[1:])
    return np.moveaxis(pairs, 1, 2).reshape(rows.shape)


FAMILIES = tuple(Family(name, build) for name in ("llama", "mistral", "qwen2"))
