"""MPNet: a BERT whose logits depend on the distance of two tokens (arXiv:2004.09297)."""

import functools

from tokenflock.pretrained.families.encoders import (
    BERT_LAYER,
    IGNORED,
    WORDS,
    bert_config,
    embedding,
    embedding_shapes,
)
from tokenflock.pretrained.families.family import Family
from tokenflock.pretrained.families.heads import MaskedHead
from tokenflock.pretrained.families.layers import Logits, Parts
from tokenflock.pretrained.families.roberta import counted_from_padding
from tokenflock.pretrained.families.stacks import SIZES, stack, stack_shapes
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.files.tensors import Shape, Weights
from tokenflock.pretrained.model import Model, PositionBias

PARTS = Parts(
    q="attention.attn.q", k="attention.attn.k", v="attention.attn.v", o="attention.attn.o",
    into="intermediate.dense", out_of="output.dense", attention_norm="attention.LayerNorm",
    mlp_norm="output.LayerNorm", norm_after=True,
).with_biases()  # fmt: skip
HEAD = MaskedHead(
    dense="lm_head.dense", norm="lm_head.layer_norm", decoder="lm_head.decoder",
    bias="lm_head.bias",
)  # fmt: skip
BIAS = "encoder.relative_attention_bias.weight"
PADDING = 1  # whatever the settings say


def build(checkpoint: Checkpoint) -> Model:
    """The MPNet in a checkpoint."""
    settings = checkpoint.settings
    config = bert_config(settings)
    parts = [PARTS] * config.depth
    shapes: dict[str, Shape] = {BIAS: (settings.count("relative_attention_num_buckets", 32),
                                       config.heads)}  # fmt: skip
    shapes |= embedding_shapes(config, config.d, 0) | stack_shapes(config, parts, BERT_LAYER)
    weights = checkpoint.weights(
        shapes, prefix="mpnet.", optional=HEAD.shapes(config, config.d), ignored=IGNORED
    )
    bias = functools.cache(functools.partial(position_bias, weights, BIAS))
    model = stack(
        checkpoint, config, weights, parts, layer=BERT_LAYER, mask="full",
        embedding=embedding(weights, config.eps), logits=lambda _: Logits(bias=bias()),
        unembedding=HEAD.read(settings, weights, config, WORDS, "gelu"),
    )  # fmt: skip
    return counted_from_padding(model, PADDING)


def position_bias(weights: Weights, name: str, farthest: int = 128) -> PositionBias:
    """The bias by distance whose table (buckets, heads) has a name."""
    return PositionBias(weights(name).T, farthest)


FAMILY = Family(
    "mpnet", build,
    honored=(*SIZES.values(), "hidden_act", "layer_norm_eps", "tie_word_embeddings"),
    fixed={"relative_attention_num_buckets": (32,), "pad_token_id": (PADDING,),
           "is_decoder": (False,), "add_cross_attention": (False,),
           "is_encoder_decoder": (False,), "pruned_heads": ({},)},
)  # fmt: skip
