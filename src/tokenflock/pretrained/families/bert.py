"""BERT and DistilBERT (MiniLM is a BERT): norms after attention and MLP, no mask.

(arXiv:1810.04805, arXiv:1910.01108.)
"""

from collections.abc import Sequence
from pathlib import Path

from tokenflock.pretrained.activations import ACTIVATIONS
from tokenflock.pretrained.families.sizes import check_heads
from tokenflock.pretrained.files.documents import LARGEST_DEPTH, Settings
from tokenflock.pretrained.files.tensors import (
    Shape,
    Tensor,
    Tensors,
    Weights,
    matched,
    renamed,
    without_prefix,
)
from tokenflock.pretrained.model import MLP, Config, Embedding, Layer, Model, Norm, joined_heads

# The parts of a layer under the names of the two families: query, key, value, output; the norms
# after attention and MLP; the two matrices of the MLP.
Names = tuple[tuple[str, ...], tuple[str, str], tuple[str, str]]
BERT: Names = (
    ("attention.self.query", "attention.self.key", "attention.self.value",
     "attention.output.dense"),
    ("attention.output.LayerNorm", "output.LayerNorm"),
    ("intermediate.dense", "output.dense"),
)  # fmt: skip
DISTILBERT: Names = (
    ("attention.q_lin", "attention.k_lin", "attention.v_lin", "attention.out_lin"),
    ("sa_layer_norm", "output_layer_norm"),
    ("ffn.lin1", "ffn.lin2"),
)
IGNORED = ("pooler.", "cls.", "classifier.", "pre_classifier.", "qa_outputs.", "vocab_",
           "embeddings.position_ids", "embeddings.token_type_ids")  # fmt: skip


def build(name: str, source: Path, settings: Settings, tensors: Tensors) -> Model:
    """A BERT from its configuration and tensors."""
    settings.choice("position_embedding_type", ("absolute",), "absolute")
    heads, d = settings.whole("num_attention_heads"), settings.whole("hidden_size")
    config = Config(
        family="bert", d=d, depth=settings.whole("num_hidden_layers", most=LARGEST_DEPTH),
        heads=heads, kv_heads=heads, head_dim=check_heads(d, heads),
        hidden=settings.whole("intermediate_size"), vocabulary=settings.whole("vocab_size"),
        positions=settings.whole("max_position_embeddings"),
        activation=settings.choice("hidden_act", ACTIVATIONS, "gelu"),
        eps=settings.real("layer_norm_eps", 1e-12),
    )  # fmt: skip
    kinds = settings.whole("type_vocab_size", 2)
    bare = without_prefix(tensors, "bert.")
    return _encoder(name, source, config, bare, kinds, "encoder.layer.{}.", BERT)


def build_distilbert(name: str, source: Path, settings: Settings, tensors: Tensors) -> Model:
    """A DistilBERT from its configuration and tensors."""
    heads, d = settings.whole("n_heads"), settings.whole("dim")
    config = Config(
        family="distilbert", d=d, depth=settings.whole("n_layers", most=LARGEST_DEPTH),
        heads=heads, kv_heads=heads, head_dim=check_heads(d, heads),
        hidden=settings.whole("hidden_dim"), vocabulary=settings.whole("vocab_size"),
        positions=settings.whole("max_position_embeddings"),
        activation=settings.choice("activation", ACTIVATIONS, "gelu"), eps=1e-12,
    )  # fmt: skip
    bare = without_prefix(tensors, "distilbert.")
    return _encoder(name, source, config, bare, 0, "transformer.layer.{}.", DISTILBERT)


def _encoder(
    name: str, source: Path, config: Config, tensors: Tensors, kinds: int, prefix: str, parts: Names
) -> Model:
    shapes = _embedding_shapes(config, kinds)
    for k in range(config.depth):
        shapes |= {prefix.format(k) + key: s for key, s in _layer_shapes(config, parts).items()}
    bare = lower_norm_names(tensors)
    weights = Weights(matched(bare, shapes, ignored=IGNORED, source=str(source)))

    def read_layer(k: int) -> Layer:
        attention, norms, mlp = parts
        here = prefix.format(k)
        return post_norm_layer(
            weights, config, [here + part for part in attention],
            (here + norms[0], here + norms[1]), (here + mlp[0], here + mlp[1]),
        )  # fmt: skip

    embedding = Embedding(
        weights, words="embeddings.word_embeddings.weight",
        positions="embeddings.position_embeddings.weight",
        kinds="embeddings.token_type_embeddings.weight" if kinds else None,
        norm=norm_of(weights, "embeddings.LayerNorm", config.eps),
    )  # fmt: skip
    return Model(
        name=name, source=source, config=config, embedding=embedding, read_layer=read_layer,
        stored=config.depth, order=tuple(range(config.depth)), final_norm=None, mask="full",
    )  # fmt: skip


def _embedding_shapes(c: Config, kinds: int) -> dict[str, Shape]:
    shapes: dict[str, Shape] = {
        "embeddings.word_embeddings.weight": (c.vocabulary, c.d),
        "embeddings.position_embeddings.weight": (c.positions, c.d),
        "embeddings.LayerNorm.weight": (c.d,),
        "embeddings.LayerNorm.bias": (c.d,),
    }
    return shapes | ({"embeddings.token_type_embeddings.weight": (kinds, c.d)} if kinds else {})


def _layer_shapes(c: Config, parts: Names) -> dict[str, Shape]:
    attention, norms, (first, second) = parts
    shapes: dict[str, Shape] = {f"{part}.weight": (c.d, c.d) for part in attention}
    shapes |= {f"{first}.weight": (c.hidden, c.d), f"{first}.bias": (c.hidden,)}
    shapes |= {f"{second}.weight": (c.d, c.hidden), f"{second}.bias": (c.d,)}
    shapes |= {f"{part}.bias": (c.d,) for part in (*attention, *norms)}
    return shapes | {f"{part}.weight": (c.d,) for part in norms}


def post_norm_layer(
    weights: Weights,
    config: Config,
    attention: Sequence[str],
    norms: tuple[str, str],
    mlp: tuple[str, str],
) -> Layer:
    """A layer with norms after attention and MLP, from the names of its parts."""
    q, k, v, o = (weights(f"{part}.weight") for part in attention)
    biases = tuple(weights(f"{part}.bias") for part in attention)
    first, second = mlp
    return Layer(
        heads=joined_heads(q, k, v, o, config.heads, config.heads, biases),
        mlp=MLP(
            W_in=weights(f"{first}.weight"), b_in=weights(f"{first}.bias"),
            W_out=weights(f"{second}.weight"), b_out=weights(f"{second}.bias"),
            W_gate=None, activation=config.activation,
        ),
        attention_norm=norm_of(weights, norms[0], config.eps),
        mlp_norm=norm_of(weights, norms[1], config.eps),
        norm_after=True,
    )  # fmt: skip


def norm_of(weights: Weights, name: str, eps: float) -> Norm:
    """The layer norm of a name."""
    return Norm(gain=weights(f"{name}.weight"), shift=weights(f"{name}.bias"), eps=eps)


def lower_norm_names(tensors: Tensors) -> dict[str, Tensor]:
    """The tensors with the norms of the first checkpoints (gamma, beta) under their later names."""

    def later(name: str) -> str:
        for old, new in (("LayerNorm.gamma", "LayerNorm.weight"),
                         ("LayerNorm.beta", "LayerNorm.bias")):  # fmt: skip
            name = name.removesuffix(old) + new if name.endswith(old) else name
        return name

    return renamed(tensors, later)
