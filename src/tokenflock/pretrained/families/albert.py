"""ALBERT: one layer (or a few groups of them) shared by all depths, norms after, no mask.

Tokens are embedded in fewer dimensions and mapped into R^d before the first pass
(arXiv:1909.11942).
"""

import functools
from pathlib import Path

from tokenflock.pretrained.activations import ACTIVATIONS
from tokenflock.pretrained.families.bert import lower_norm_names, norm_of, post_norm_layer
from tokenflock.pretrained.families.sizes import check_heads
from tokenflock.pretrained.files.documents import LARGEST_DEPTH, Settings
from tokenflock.pretrained.files.tensors import Shape, Tensors, Weights, matched, without_prefix
from tokenflock.pretrained.model import Config, Embedding, Layer, Model

LAYER = "encoder.albert_layer_groups.{}.albert_layers.{}."
IGNORED = ("pooler.", "predictions.", "classifier.", "qa_outputs.", "sop_classifier.",
           "embeddings.position_ids", "embeddings.token_type_ids")  # fmt: skip


def build(name: str, source: Path, settings: Settings, tensors: Tensors) -> Model:
    """The model that a configuration and its tensors describe."""
    config = _config(settings)
    width = settings.whole("embedding_size", 128)
    kinds = settings.whole("type_vocab_size", 2)
    groups = settings.whole("num_hidden_groups", 1, most=config.depth)
    inner = settings.whole("inner_group_num", 1, most=LARGEST_DEPTH)
    shapes = {**_embedding_shapes(config, width, kinds)}
    places = [(g, k) for g in range(groups) for k in range(inner)]
    for place in places:
        shapes |= {LAYER.format(*place) + key: s for key, s in _layer_shapes(config).items()}
    bare = lower_norm_names(without_prefix(tensors, "albert."))
    weights = Weights(matched(bare, shapes, ignored=IGNORED, source=str(source)))
    passes = [
        group * inner + k
        for depth in range(config.depth)
        for group in [depth * groups // config.depth]
        for k in range(inner)
    ]
    return Model(
        name=name, source=source, config=config, mask="full", final_norm=None,
        embedding=Embedding(
            weights, words="embeddings.word_embeddings.weight",
            positions="embeddings.position_embeddings.weight",
            kinds="embeddings.token_type_embeddings.weight",
            norm=norm_of(weights, "embeddings.LayerNorm", config.eps),
            W=functools.partial(weights, "encoder.embedding_hidden_mapping_in.weight"),
            b=functools.partial(weights, "encoder.embedding_hidden_mapping_in.bias"),
        ),
        read_layer=lambda k: _layer(weights, config, LAYER.format(*places[k])),
        stored=len(places), order=tuple(passes),
    )  # fmt: skip


def _config(settings: Settings) -> Config:
    heads = settings.whole("num_attention_heads")
    d = settings.whole("hidden_size")
    return Config(
        family="albert", d=d, depth=settings.whole("num_hidden_layers", 12, LARGEST_DEPTH),
        heads=heads, kv_heads=heads, head_dim=check_heads(d, heads),
        hidden=settings.whole("intermediate_size"), vocabulary=settings.whole("vocab_size"),
        positions=settings.whole("max_position_embeddings"),
        activation=settings.choice("hidden_act", ACTIVATIONS, "gelu_new"),
        eps=settings.real("layer_norm_eps", 1e-12),
    )  # fmt: skip


def _embedding_shapes(c: Config, width: int, kinds: int) -> dict[str, Shape]:
    return {
        "embeddings.word_embeddings.weight": (c.vocabulary, width),
        "embeddings.position_embeddings.weight": (c.positions, width),
        "embeddings.token_type_embeddings.weight": (kinds, width),
        "embeddings.LayerNorm.weight": (width,),
        "embeddings.LayerNorm.bias": (width,),
        "encoder.embedding_hidden_mapping_in.weight": (c.d, width),
        "encoder.embedding_hidden_mapping_in.bias": (c.d,),
    }


def _layer_shapes(c: Config) -> dict[str, Shape]:
    shapes: dict[str, Shape] = {}
    for name in ("query", "key", "value", "dense"):
        shapes[f"attention.{name}.weight"] = (c.d, c.d)
        shapes[f"attention.{name}.bias"] = (c.d,)
    for name in ("attention.LayerNorm", "full_layer_layer_norm"):
        shapes[f"{name}.weight"] = shapes[f"{name}.bias"] = (c.d,)
    shapes["ffn.weight"], shapes["ffn.bias"] = (c.hidden, c.d), (c.hidden,)
    shapes["ffn_output.weight"], shapes["ffn_output.bias"] = (c.d, c.hidden), (c.d,)
    return shapes


def _layer(weights: Weights, config: Config, prefix: str) -> Layer:
    attention = [prefix + f"attention.{name}" for name in ("query", "key", "value", "dense")]
    norms = (prefix + "attention.LayerNorm", prefix + "full_layer_layer_norm")
    return post_norm_layer(
        weights, config, attention, norms, (prefix + "ffn", prefix + "ffn_output")
    )
