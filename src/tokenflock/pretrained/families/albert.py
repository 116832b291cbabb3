"""ALBERT: one layer (or a few groups of them) shared by all depths, norms after, no mask.

Tokens are embedded in fewer dimensions and mapped into R^d before the first pass
(arXiv:1909.11942).
"""

from dataclasses import replace

from tokenflock.pretrained.families.encoders import (
    LayerNames,
    embedding,
    embedding_shapes,
    encoder_weights,
    layer_shapes,
    read_layer,
)
from tokenflock.pretrained.families.family import Family
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.files.settings import Settings
from tokenflock.pretrained.model import ACTIVATIONS, Config, Model

NAMES = LayerNames(
    attention=("attention.query", "attention.key", "attention.value", "attention.dense"),
    norms=("attention.LayerNorm", "full_layer_layer_norm"),
    mlp=("ffn", "ffn_output"),
)
LAYER = "encoder.albert_layer_groups.{}.albert_layers.{}."
MAP = "encoder.embedding_hidden_mapping_in"


def build(checkpoint: Checkpoint) -> Model:
    """The ALBERT in a checkpoint."""
    settings = checkpoint.settings
    config = _config(settings)
    width = settings.count("embedding_size", 128)
    groups = settings.count("num_hidden_groups", 1, most=config.depth)
    inner = settings.depth("inner_group_num", 1)
    prefixes = [LAYER.format(group, k) for group in range(groups) for k in range(inner)]
    shapes = embedding_shapes(config, width, settings.count("type_vocab_size", 2))
    shapes |= {f"{MAP}.weight": (config.d, width), f"{MAP}.bias": (config.d,)}
    for prefix in prefixes:
        shapes |= layer_shapes(config, NAMES, prefix)
    weights = encoder_weights(checkpoint, shapes, "albert.")
    return Model(
        checkpoint=checkpoint, config=config, mask="full",
        embedding=replace(embedding(weights, config.eps), W=f"{MAP}.weight", b=f"{MAP}.bias"),
        read_layer=lambda k: read_layer(weights, config, NAMES, prefixes[k]),
        order=_order(config.depth, groups, inner),
    )  # fmt: skip


def _config(settings: Settings) -> Config:
    return Config(
        d=settings.count("hidden_size"), depth=settings.depth("num_hidden_layers", 12),
        heads=settings.count("num_attention_heads"), hidden=settings.count("intermediate_size"),
        vocabulary=settings.count("vocab_size"),
        positions=settings.count("max_position_embeddings"),
        activation=settings.choice("hidden_act", ACTIVATIONS, "gelu_new"),
        eps=settings.positive("layer_norm_eps", 1e-12),
    )  # fmt: skip


def _order(depth: int, groups: int, inner: int) -> tuple[int, ...]:
    """The layers of the group of each depth, one after another."""
    group_at = [k * groups // depth for k in range(depth)]
    return tuple(group * inner + k for group in group_at for k in range(inner))


FAMILY = Family("albert", build)
