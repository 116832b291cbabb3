"""What BERT and its kin share: tables of words and positions, norms after, biases, no mask."""

from collections.abc import Sequence
from dataclasses import replace

from tokenflock.pretrained.families.heads import MaskedHead
from tokenflock.pretrained.families.layers import Logits, Parts, layer_shapes, read_layer
from tokenflock.pretrained.families.norms import layer_norm
from tokenflock.pretrained.families.stacks import config_of
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.files.settings import Settings
from tokenflock.pretrained.files.tensors import Shape, Weights
from tokenflock.pretrained.model import Config, Embedding, Model

# Heads for a task, and buffers.
IGNORED = ("pooler.", "cls.", "classifier.", "pre_classifier.", "predictions.", "qa_outputs.",
           "sop_classifier.", "vocab_", "lm_head.", "generator_", "discriminator_", "summary.",
           "sequence_summary.", "embeddings.position_ids",
           "embeddings.token_type_ids")  # fmt: skip
WORDS = "embeddings.word_embeddings.weight"
TOKEN_TYPES = "embeddings.token_type_embeddings.weight"
BERT_PARTS = Parts(
    q="attention.self.query", k="attention.self.key", v="attention.self.value",
    o="attention.output.dense", into="intermediate.dense", out_of="output.dense",
    attention_norm="attention.output.LayerNorm", mlp_norm="output.LayerNorm", norm_after=True,
).with_biases()  # fmt: skip
BERT_LAYER = "encoder.layer.{}."


def bert_config(settings: Settings) -> Config:
    """The sizes of a BERT."""
    return config_of(settings, activation=("hidden_act", "gelu"), eps=("layer_norm_eps", 1e-12))


def bert_mask(settings: Settings) -> str:
    """Full, or causal where the encoder is used as a decoder."""
    return "causal" if settings.flag("is_decoder", False) else "full"


def encoder(
    checkpoint: Checkpoint,
    config: Config,
    parts: Parts,
    *,
    layer: str,
    prefix: str,
    head: MaskedHead,
    head_activation: str | None = None,
    token_types: int = 0,
    width: int = 0,
    map_name: str | None = None,
    order: tuple[int, ...] = (),
    mask: str = "full",
    names: Sequence[str] = (),
) -> Model:
    """An encoder; `layer` is what the names of its layers begin with, or `names` of each.

    `width` is that of the embedding where it is not d; `map_name` names the map into R^d then.
    """
    width = width or config.d
    names = names or [layer.format(k) for k in range(config.depth)]
    shapes = embedding_shapes(config, width, token_types)
    if map_name is not None:
        shapes |= {f"{map_name}.weight": (config.d, width), f"{map_name}.bias": (config.d,)}
    for name in names:
        shapes |= layer_shapes(config, parts, name)
    weights = checkpoint.renamed(_later_name).weights(
        shapes, prefix=prefix, optional=head.shapes(config, width), ignored=IGNORED
    )
    W, b = (None,) * 2 if map_name is None else (f"{map_name}.weight", f"{map_name}.bias")
    return Model(
        checkpoint=checkpoint, config=config, mask=mask,
        embedding=replace(embedding(weights, config.eps), W=W, b=b),
        read_layer=lambda k: read_layer(weights, config, parts, names[k], Logits()),
        order=order,
        unembedding=head.read(
            checkpoint.settings, weights, config, WORDS, head_activation or config.activation
        ),
    )  # fmt: skip


def embedding(weights: Weights, eps: float) -> Embedding:
    """The sum of the tables, and the norm after it."""
    return Embedding(
        weights, words=WORDS, positions="embeddings.position_embeddings.weight",
        token_types=TOKEN_TYPES if TOKEN_TYPES in weights else None,
        norm=layer_norm(weights, "embeddings.LayerNorm", eps),
    )  # fmt: skip


def embedding_shapes(c: Config, width: int, token_types: int) -> dict[str, Shape]:
    """The tables of words, positions and types of tokens (if there are), and their norm."""
    shapes: dict[str, Shape] = {
        WORDS: (c.vocabulary, width),
        "embeddings.position_embeddings.weight": (c.positions, width),
        "embeddings.LayerNorm.weight": (width,),
        "embeddings.LayerNorm.bias": (width,),
    }
    return shapes | ({TOKEN_TYPES: (token_types, width)} if token_types else {})


def _later_name(name: str) -> str:
    """The name of a tensor today: the norms of the first checkpoints had gamma and beta."""
    for first, later in (("LayerNorm.gamma", "LayerNorm.weight"),
                         ("LayerNorm.beta", "LayerNorm.bias")):  # fmt: skip
        name = name.removesuffix(first) + later if name.endswith(first) else name
    return name
