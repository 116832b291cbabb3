"""What BERT, DistilBERT and ALBERT share: norms after attention and MLP, biases, no mask."""

from dataclasses import dataclass

from tokenflock.pretrained.families.norms import layer_norm
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.files.tensors import Shape, Weights
from tokenflock.pretrained.model import MLP, Config, Embedding, Layer, Model, joined_heads

# Heads for a task, and buffers.
IGNORED = ("pooler.", "cls.", "classifier.", "pre_classifier.", "predictions.", "qa_outputs.",
           "sop_classifier.", "vocab_", "embeddings.position_ids",
           "embeddings.token_type_ids")  # fmt: skip
TOKEN_TYPES = "embeddings.token_type_embeddings.weight"


@dataclass(frozen=True)
class LayerNames:
    """The parts of a layer under the names of a family."""

    attention: tuple[str, str, str, str]  # query, key, value, output
    norms: tuple[str, str]  # after attention, after the MLP
    mlp: tuple[str, str]  # into the hidden layer, out of it


def encoder(
    checkpoint: Checkpoint,
    config: Config,
    names: LayerNames,
    *,
    layer: str,
    prefix: str,
    token_types: int = 0,
) -> Model:
    """An encoder with layers of its own at every depth, `layer` what their names begin with."""
    shapes = embedding_shapes(config, config.d, token_types)
    for k in range(config.depth):
        shapes |= layer_shapes(config, names, layer.format(k))
    weights = encoder_weights(checkpoint, shapes, prefix)
    return Model(
        checkpoint=checkpoint, config=config, mask="full",
        embedding=embedding(weights, config.eps),
        read_layer=lambda k: read_layer(weights, config, names, layer.format(k)),
    )  # fmt: skip


def encoder_weights(checkpoint: Checkpoint, shapes: dict[str, Shape], prefix: str) -> Weights:
    """The tensors of an encoder, also of the first checkpoints."""
    return checkpoint.renamed(_later_name).weights(shapes, prefix=prefix, ignored=IGNORED)


def embedding(weights: Weights, eps: float) -> Embedding:
    """The sum of the tables, and the norm after it."""
    return Embedding(
        weights, words="embeddings.word_embeddings.weight",
        positions="embeddings.position_embeddings.weight",
        token_types=TOKEN_TYPES if TOKEN_TYPES in weights else None,
        norm=layer_norm(weights, "embeddings.LayerNorm", eps),
    )  # fmt: skip


def embedding_shapes(c: Config, width: int, token_types: int) -> dict[str, Shape]:
    """The tables of words, positions and types of tokens (if there are), and their norm."""
    shapes: dict[str, Shape] = {
        "embeddings.word_embeddings.weight": (c.vocabulary, width),
        "embeddings.position_embeddings.weight": (c.positions, width),
        "embeddings.LayerNorm.weight": (width,),
        "embeddings.LayerNorm.bias": (width,),
    }
    if token_types:
        shapes[TOKEN_TYPES] = (token_types, width)
    return shapes


def layer_shapes(c: Config, names: LayerNames, prefix: str) -> dict[str, Shape]:
    """The matrices and biases of a layer whose tensors begin with a prefix."""
    into, out_of = names.mlp
    shapes: dict[str, Shape] = {f"{part}.weight": (c.d, c.d) for part in names.attention}
    shapes |= {f"{into}.weight": (c.hidden, c.d), f"{into}.bias": (c.hidden,)}
    shapes |= {f"{out_of}.weight": (c.d, c.hidden), f"{out_of}.bias": (c.d,)}
    shapes |= {f"{part}.bias": (c.d,) for part in (*names.attention, *names.norms)}
    shapes |= {f"{part}.weight": (c.d,) for part in names.norms}
    return {prefix + name: shape for name, shape in shapes.items()}


def read_layer(weights: Weights, config: Config, names: LayerNames, prefix: str) -> Layer:
    """The layer whose tensors begin with a prefix."""
    q, k, v, o = (weights(f"{prefix}{part}.weight") for part in names.attention)
    biases = tuple(weights(f"{prefix}{part}.bias") for part in names.attention)
    into, out_of = (prefix + part for part in names.mlp)
    after_attention, after_mlp = (prefix + part for part in names.norms)
    return Layer(
        heads=joined_heads(config, q, k, v, o, biases=biases),
        mlp=MLP(
            W_in=weights(f"{into}.weight"), b_in=weights(f"{into}.bias"),
            W_out=weights(f"{out_of}.weight"), b_out=weights(f"{out_of}.bias"),
            W_gate=None, activation=config.activation,
        ),
        attention_norm=layer_norm(weights, after_attention, config.eps),
        mlp_norm=layer_norm(weights, after_mlp, config.eps),
        norm_after=True,
    )  # fmt: skip


def _later_name(name: str) -> str:
    """The name of a tensor today: the norms of the first checkpoints had gamma and beta."""
    for first, later in (("LayerNorm.gamma", "LayerNorm.weight"),
                         ("LayerNorm.beta", "LayerNorm.bias")):  # fmt: skip
        name = name.removesuffix(first) + later if name.endswith(first) else name
    return name
