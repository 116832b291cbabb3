"""GPT-2: norms before attention and MLP and once more at the end, causal, learned positions.

Its matrices are stored transposed (x W rather than W x), query, key and value in one.
"""

import numpy as np

from tokenflock.pretrained.families.family import Family
from tokenflock.pretrained.families.heads import HEAD, causal_head
from tokenflock.pretrained.families.norms import layer_norm
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

# The triangles of the mask are stored with the weights of old checkpoints.
BUFFERS = ("h.{}.attn.bias", "h.{}.attn.masked_bias")
IGNORED = ("lm_head.", "score.", "classifier.", "multiple_choice_head.")


def build(checkpoint: Checkpoint) -> Model:
    """The GPT-2 in a checkpoint."""
    config = _config(checkpoint.settings)
    ignored = [*IGNORED, *(name.format(k) for k in range(config.depth) for name in BUFFERS)]
    weights = checkpoint.weights(
        _shapes(config), prefix="transformer.", optional={HEAD: (config.vocabulary, config.d)},
        ignored=ignored,
    )  # fmt: skip
    scaled = checkpoint.settings.flag("scale_attn_weights", True)
    by_depth = checkpoint.settings.flag("scale_attn_by_inverse_layer_idx", False)

    def scale(k: int) -> float:
        return (config.head_dim**-0.5 if scaled else 1.0) / (k + 1 if by_depth else 1)

    return Model(
        checkpoint=checkpoint, config=config, mask="causal",
        embedding=Embedding(weights, words="wte.weight", positions="wpe.weight"),
        read_layer=lambda k: _layer(weights, config, f"h.{k}.", scale(k)),
        final_norm=layer_norm(weights, "ln_f", config.eps),
        unembedding=causal_head(checkpoint.settings, weights, "wte.weight", tied=True),
    )  # fmt: skip


def _config(settings: Settings) -> Config:
    d = settings.count("n_embd")
    return Config(
        d=d, depth=settings.depth("n_layer"), heads=settings.count("n_head"),
        hidden=settings.count("n_inner", 4 * d), vocabulary=settings.count("vocab_size"),
        positions=settings.count("n_positions"),
        activation=settings.choice("activation_function", ACTIVATIONS, "gelu_new"),
        eps=settings.positive("layer_norm_epsilon", 1e-5),
    )  # fmt: skip


def _shapes(c: Config) -> dict[str, Shape]:
    shapes: dict[str, Shape] = {
        "wte.weight": (c.vocabulary, c.d),
        "wpe.weight": (c.positions, c.d),
        "ln_f.weight": (c.d,),
        "ln_f.bias": (c.d,),
    }
    for k in range(c.depth):
        shapes |= {f"h.{k}.{name}": shape for name, shape in _layer_shapes(c).items()}
    return shapes


def _layer_shapes(c: Config) -> dict[str, Shape]:
    shapes: dict[str, Shape] = {}
    for name in ("ln_1", "ln_2"):
        shapes[f"{name}.weight"] = shapes[f"{name}.bias"] = (c.d,)
    for name, (inputs, outputs) in {
        "attn.c_attn": (c.d, 3 * c.d), "attn.c_proj": (c.d, c.d),
        "mlp.c_fc": (c.d, c.hidden), "mlp.c_proj": (c.hidden, c.d),
    }.items():  # fmt: skip
        shapes[f"{name}.weight"], shapes[f"{name}.bias"] = (inputs, outputs), (outputs,)
    return shapes


def _layer(weights: Weights, config: Config, here: str, scale: float) -> Layer:
    mlp = MLP(
        W_in=weights(here + "mlp.c_fc.weight").T, b_in=weights(here + "mlp.c_fc.bias"),
        W_out=weights(here + "mlp.c_proj.weight").T, b_out=weights(here + "mlp.c_proj.bias"),
        W_gate=None, activation=config.activation,
    )  # fmt: skip
    return Layer(
        heads=_heads(weights, config, here, scale),
        mlp=mlp,
        attention_norm=layer_norm(weights, here + "ln_1", config.eps),
        mlp_norm=layer_norm(weights, here + "ln_2", config.eps),
        norm_after=False,
    )


def _heads(weights: Weights, config: Config, here: str, scale: float) -> Heads:
    q, k, v = np.split(weights(here + "attn.c_attn.weight").T, 3)
    b_q, b_k, b_v = np.split(weights(here + "attn.c_attn.bias"), 3)
    o, b_o = weights(here + "attn.c_proj.weight").T, weights(here + "attn.c_proj.bias")
    return joined_heads(config, q, k, v, o, biases=(b_q, b_k, b_v, b_o), scale=scale)


FAMILY = Family(
    "gpt2", build,
    ("n_embd", "n_layer", "n_head", "n_inner", "vocab_size", "n_positions", "activation_function",
     "layer_norm_epsilon", "scale_attn_weights", "scale_attn_by_inverse_layer_idx",
     "tie_word_embeddings", "n_ctx", "is_decoder", "pad_token_id"),
    {"add_cross_attention": (False,), "is_encoder_decoder": (False,), "pruned_heads": ({},)},
)  # fmt: skip
