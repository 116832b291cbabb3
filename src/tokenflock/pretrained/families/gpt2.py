"""GPT-2: norms before attention and MLP and once more at the end, causal, learned positions.

Its matrices are stored transposed (x W rather than W x), query, key and value in one.
"""

from pathlib import Path

import numpy as np

from tokenflock.pretrained.activations import ACTIVATIONS
from tokenflock.pretrained.families.bert import norm_of
from tokenflock.pretrained.families.sizes import check_heads
from tokenflock.pretrained.files.documents import LARGEST_DEPTH, Settings
from tokenflock.pretrained.files.tensors import Shape, Tensors, Weights, matched, without_prefix
from tokenflock.pretrained.model import MLP, Config, Embedding, Heads, Layer, Model, joined_heads

# The triangles of the mask are stored with the weights of old checkpoints.
BUFFERS = ("h.{}.attn.bias", "h.{}.attn.masked_bias")
IGNORED = ("lm_head.", "score.", "classifier.", "multiple_choice_head.")


def build(name: str, source: Path, settings: Settings, tensors: Tensors) -> Model:
    """A GPT-2 from its configuration and tensors."""
    config = _config(settings)
    shapes: dict[str, Shape] = {
        "wte.weight": (config.vocabulary, config.d),
        "wpe.weight": (config.positions, config.d),
        "ln_f.weight": (config.d,),
        "ln_f.bias": (config.d,),
    }
    for k in range(config.depth):
        shapes |= {f"h.{k}.{key}": shape for key, shape in _layer_shapes(config).items()}
    bare = without_prefix(tensors, "transformer.")
    ignored = [*IGNORED, *(name.format(k) for k in range(config.depth) for name in BUFFERS)]
    weights = Weights(matched(bare, shapes, ignored=ignored, source=str(source)))
    scaled = settings.flag("scale_attn_weights", True)
    by_depth = settings.flag("scale_attn_by_inverse_layer_idx", False)

    def scale(k: int) -> float:
        return (config.head_dim**-0.5 if scaled else 1.0) / (k + 1 if by_depth else 1)

    return Model(
        name=name, source=source, config=config, mask="causal",
        embedding=Embedding(weights, words="wte.weight", positions="wpe.weight"),
        read_layer=lambda k: _layer(weights, config, k, scale(k)),
        stored=config.depth, order=tuple(range(config.depth)),
        final_norm=norm_of(weights, "ln_f", config.eps),
    )  # fmt: skip


def _config(settings: Settings) -> Config:
    heads, d = settings.whole("n_head"), settings.whole("n_embd")
    return Config(
        family="gpt2", d=d, depth=settings.whole("n_layer", most=LARGEST_DEPTH), heads=heads,
        kv_heads=heads, head_dim=check_heads(d, heads), hidden=settings.whole("n_inner", 4 * d),
        vocabulary=settings.whole("vocab_size"), positions=settings.whole("n_positions"),
        activation=settings.choice("activation_function", ACTIVATIONS, "gelu_new"),
        eps=settings.real("layer_norm_epsilon", 1e-5),
    )  # fmt: skip


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


def _layer(weights: Weights, config: Config, k: int, scale: float) -> Layer:
    here = f"h.{k}."
    mlp = MLP(
        W_in=weights(here + "mlp.c_fc.weight").T, b_in=weights(here + "mlp.c_fc.bias"),
        W_out=weights(here + "mlp.c_proj.weight").T, b_out=weights(here + "mlp.c_proj.bias"),
        W_gate=None, activation=config.activation,
    )  # fmt: skip
    return Layer(
        heads=_heads(weights, config, here, scale),
        mlp=mlp,
        attention_norm=norm_of(weights, here + "ln_1", config.eps),
        mlp_norm=norm_of(weights, here + "ln_2", config.eps),
        norm_after=False,
    )


def _heads(weights: Weights, config: Config, here: str, scale: float) -> Heads:
    q, k, v = np.split(weights(here + "attn.c_attn.weight").T, 3)
    b_q, b_k, b_v = np.split(weights(here + "attn.c_attn.bias"), 3)
    o, b_o = weights(here + "attn.c_proj.weight").T, weights(here + "attn.c_proj.bias")
    heads = config.heads
    return joined_heads(q, k, v, o, heads, heads, (b_q, b_k, b_v, b_o), scale)
