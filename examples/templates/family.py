"""A template for a model family: attention without MLPs.  Copy it, and read your own checkpoints.

    x <- x + A(N x),     N the RMS norm before every layer; causal, positions learned

`build` turns the settings of config.json and the tensors of a checkpoint into a `Model`.  Shapes
are checked at once, numbers read when a layer is asked for.

`tokenflock model info FOLDER --use family.py`, and every other verb of `model`, reads it.
"""

from tokenflock.pretrained import (
    Checkpoint,
    Config,
    Embedding,
    Family,
    Layer,
    Model,
    Norm,
    joined_heads,
    register_family,
)


def shapes_of(c: Config) -> dict[str, tuple[int, ...]]:
    """Every tensor that must be there, with its shape."""
    shapes: dict[str, tuple[int, ...]] = {"words": (c.vocabulary, c.d)}
    shapes["positions"] = (c.positions, c.d)
    for k in range(c.depth):
        shapes |= {f"{k}.gain": (c.d,)} | {f"{k}.{name}": (c.d, c.d) for name in "qkvo"}
    return shapes


def build(checkpoint: Checkpoint) -> Model:
    """The model in a checkpoint."""
    settings = checkpoint.settings
    config = Config(
        d=settings.count("width"),
        depth=settings.depth("depth"),
        heads=settings.count("heads"),
        vocabulary=settings.count("vocabulary"),
        positions=settings.count("positions"),
    )
    weights = checkpoint.weights(shapes_of(config))

    def read_layer(k: int) -> Layer:
        heads = joined_heads(config, *(weights(f"{k}.{name}") for name in "qkvo"))
        return Layer(heads, attention_norm=Norm(weights(f"{k}.gain"), centered=False))

    embedding = Embedding(weights, words="words", positions="positions")
    return Model(checkpoint, config, embedding, read_layer, mask="causal")


register_family(Family("attention-only", build))
