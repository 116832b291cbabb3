"""The encoder of T5: RMS norms before, logits by the distance of two tokens, not scaled.

w_ij ~ exp( <q_i, k_j> + B(j - i) ),     one B for all layers          (arXiv:1910.10683)
"""

import functools
from dataclasses import replace

from tokenflock.errors import InputError
from tokenflock.pretrained.families.family import Family
from tokenflock.pretrained.families.layers import Logits, Parts
from tokenflock.pretrained.families.mpnet import position_bias
from tokenflock.pretrained.families.norms import RMS_NORM
from tokenflock.pretrained.families.stacks import stack, stack_shapes
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.files.settings import Settings
from tokenflock.pretrained.files.tensors import Shape
from tokenflock.pretrained.model import ACTIVATIONS, Config, Embedding, Model

PARTS = Parts(
    q="layer.0.SelfAttention.q", k="layer.0.SelfAttention.k", v="layer.0.SelfAttention.v",
    o="layer.0.SelfAttention.o", into="layer.1.DenseReluDense.wi",
    out_of="layer.1.DenseReluDense.wo", attention_norm="layer.0.layer_norm",
    mlp_norm="layer.1.layer_norm", norm=RMS_NORM,
)  # fmt: skip
GATED = replace(PARTS, gate="layer.1.DenseReluDense.wi_0", into="layer.1.DenseReluDense.wi_1")
WORDS, LAYER = "shared.weight", "encoder.block.{}."
BIAS = "encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight"
POSITIONS = 100_000  # distances have no end


def build(checkpoint: Checkpoint) -> Model:
    """The encoder of the T5 in a checkpoint."""
    settings = checkpoint.settings
    activation, is_gated = _activation(settings)
    config = Config(
        d=settings.count("d_model"), depth=settings.depth("num_layers"),
        heads=settings.count("num_heads"), head_dim=settings.count("d_kv"),
        hidden=settings.count("d_ff"), vocabulary=settings.count("vocab_size"),
        positions=POSITIONS, activation=activation,
        eps=settings.positive("layer_norm_epsilon", 1e-6),
    )  # fmt: skip
    parts = [GATED if is_gated else PARTS] * config.depth
    shapes: dict[str, Shape] = {WORDS: (config.vocabulary, config.d)}
    shapes |= {BIAS: (settings.count("relative_attention_num_buckets", 32), config.heads)}
    shapes |= RMS_NORM.shapes("encoder.final_layer_norm", config.d)
    shapes |= stack_shapes(config, parts, LAYER)
    weights = checkpoint.weights(
        shapes, ignored=("decoder.", "lm_head.", "encoder.embed_tokens.", "classification_head.")
    )
    farthest = settings.count("relative_attention_max_distance", 128)
    bias = functools.cache(functools.partial(position_bias, weights, BIAS, farthest))
    return stack(
        checkpoint, config, weights, parts, layer=LAYER, mask="full",
        embedding=Embedding(weights, WORDS), logits=lambda _: Logits(scale=1.0, bias=bias()),
        final_norm=RMS_NORM.read(weights, "encoder.final_layer_norm", config.eps),
    )  # fmt: skip


def _activation(settings: Settings) -> tuple[str, bool]:
    """The function of the MLP, and whether it is a gate."""
    word = str(settings.values.get("feed_forward_proj") or "relu")
    first, _, rest = word.partition("-")
    name = "gelu_new" if word == "gated-gelu" else rest or first
    if name not in ACTIVATIONS or (rest and first != "gated"):
        raise InputError(
            f"`feed_forward_proj` in `{settings.source}` must be an activation, or 'gated-' and "
            f"one: {', '.join(ACTIVATIONS)}. Got {word!r}."
        )
    return name, bool(rest)


FAMILIES = tuple(
    Family(
        name, build,
        ("d_model", "num_layers", "num_heads", "d_kv", "d_ff", "vocab_size", "layer_norm_epsilon",
         "feed_forward_proj", "relative_attention_num_buckets", "relative_attention_max_distance",
         "pad_token_id",
         # These speak of the decoder, which is not read, or repeat the others.
         "num_decoder_layers", "is_encoder_decoder", "tie_word_embeddings", "is_gated_act",
         "dense_act_fn", "n_positions", "scale_decoder_outputs", "tie_encoder_decoder"),
        {"is_decoder": (False,), "add_cross_attention": (False,), "pruned_heads": ({},)},
    )
    for name in ("t5", "mt5")
)  # fmt: skip
