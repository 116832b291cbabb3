"""A model of layers by their parts: what most families share once their names are known."""

from collections.abc import Callable, Sequence

from tokenflock.pretrained.families.layers import Logits, Parts, layer_shapes, read_layer
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.files.settings import Settings
from tokenflock.pretrained.files.tensors import Shape, Weights
from tokenflock.pretrained.model import (
    ACTIVATIONS,
    Config,
    Embedding,
    Model,
    Norm,
    PatchEmbedding,
    Unembedding,
)

SIZES = {
    "d": "hidden_size", "depth": "num_hidden_layers", "heads": "num_attention_heads",
    "hidden": "intermediate_size", "vocabulary": "vocab_size",
    "positions": "max_position_embeddings",
}  # fmt: skip


def config_of(
    settings: Settings,
    *,
    activation: tuple[str, str],
    eps: tuple[str, float],
    kv_heads: bool = False,
    head_dim: bool = False,
    **names: str | int,
) -> Config:
    """The sizes of a model, under the names of `SIZES` but for those given; numbers as they are.

    `activation` and `eps` are the name of the setting and what holds without it.
    """

    def size(key: str) -> int:
        name = names.get(key, SIZES[key])
        read = settings.depth if key == "depth" else settings.count
        return name if isinstance(name, int) else read(name)

    heads = size("heads")
    return Config(
        **{key: size(key) for key in SIZES if key != "heads"}, heads=heads,
        activation=settings.choice(activation[0], ACTIVATIONS, activation[1]),
        eps=settings.positive(*eps),
        kv_heads=settings.count("num_key_value_heads", heads) if kv_heads else heads,
        head_dim=settings.count("head_dim") if head_dim and "head_dim" in settings else 0,
    )  # fmt: skip


def stack_shapes(config: Config, parts: Sequence[Parts], layer: str) -> dict[str, Shape]:
    """The tensors of all layers, `layer` what their names begin with."""
    shapes: dict[str, Shape] = {}
    for k, own in enumerate(parts):
        shapes |= layer_shapes(config, own, layer.format(k))
    return shapes


def stack(
    checkpoint: Checkpoint,
    config: Config,
    weights: Weights,
    parts: Sequence[Parts],
    *,
    layer: str,
    embedding: Embedding | PatchEmbedding,
    logits: Callable[[int], Logits] = lambda _: Logits(),
    mask: str,
    masks: tuple[str, ...] = (),
    final_norm: Norm | None = None,
    unembedding: Unembedding | None = None,
) -> Model:
    """A model of layers with parts of their own at every depth."""
    return Model(
        checkpoint=checkpoint, config=config, embedding=embedding, mask=mask,
        read_layer=lambda k: read_layer(weights, config, parts[k], layer.format(k), logits(k)),
        final_norm=final_norm, masks=masks if len(set(masks)) > 1 else (),
        unembedding=unembedding,
    )  # fmt: skip


def window_masks(kinds: Sequence[str], width: int | None) -> tuple[str, ...]:
    """The masks of causal layers, full or sliding."""
    return tuple(
        f"window:{width}" if kind == "sliding_attention" and width is not None else "causal"
        for kind in kinds
    )


def one_mask(masks: tuple[str, ...]) -> str:
    """The mask by which a whole model goes: that of all layers, or of those that see most."""
    return masks[0] if len(set(masks)) == 1 else next(m for m in masks if ":" not in m)


KINDS_OF_LAYERS = ("full_attention", "sliding_attention")


def kinds_of_layers(settings: Settings, depth: int, usual: Callable[[int], bool]) -> list[str]:
    """Which layers slide a window: as the settings say, or as is `usual` in the family."""
    if "layer_types" in settings:
        return list(settings.choices("layer_types", KINDS_OF_LAYERS, depth))
    return [KINDS_OF_LAYERS[int(usual(k))] for k in range(depth)]
