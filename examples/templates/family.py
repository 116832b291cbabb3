"""A template for a model family: attention without MLPs.  Copy it, and read your own checkpoints.

    x <- x + A(N x),     N the RMS norm before every layer; causal, positions learned

`build` turns the settings of config.json and the tensors of the checkpoint into a `Model`; numbers
are read from the file when a layer is asked for.  One line registers it under its `model_type`.

`python family.py FOLDER` tells how the tokens of a model in a folder align, layer by layer.
"""

import sys
from pathlib import Path

import tokenflock as tkf
from tokenflock.pretrained.families.sizes import check_heads
from tokenflock.pretrained.files.documents import LARGEST_DEPTH, Settings
from tokenflock.pretrained.files.tensors import Tensors, Weights, matched
from tokenflock.pretrained.loading import FAMILIES
from tokenflock.pretrained.model import Config, Embedding, Layer, Model, Norm, joined_heads


def build(name: str, source: Path, settings: Settings, tensors: Tensors) -> Model:
    """The model that a configuration and its tensors describe."""
    config = config_of(settings)
    # Missing, misshapen and unknown tensors are named in one error.
    weights = Weights(matched(tensors, shapes_of(config), source=str(source)))
    return Model(
        name=name,
        source=source,
        config=config,
        mask="causal",
        embedding=Embedding(weights, words="words", positions="positions"),
        read_layer=lambda k: layer_of(weights, config, k),
        stored=config.depth,
        order=tuple(range(config.depth)),
        final_norm=None,
    )


def config_of(settings: Settings) -> Config:
    """The sizes, each checked against a range: a wrong file ends in a sentence."""
    d, heads = settings.whole("width"), settings.whole("heads")
    return Config(
        family="attention-only",
        d=d,
        depth=settings.whole("depth", most=LARGEST_DEPTH),
        heads=heads,
        kv_heads=heads,
        head_dim=check_heads(d, heads),
        hidden=d,  # of an MLP, which there is none
        vocabulary=settings.whole("vocabulary"),
        positions=settings.whole("positions"),
        activation="gelu",
        eps=settings.real("eps", 1e-6),
    )


def shapes_of(c: Config) -> dict[str, tuple[int, ...]]:
    """Every tensor that must be there, with its shape."""
    shapes: dict[str, tuple[int, ...]] = {
        "words": (c.vocabulary, c.d),
        "positions": (c.positions, c.d),
    }
    for k in range(c.depth):
        shapes |= {f"{k}.{name}": (c.d, c.d) for name in ("q", "k", "v", "o")}
        shapes[f"{k}.gain"] = (c.d,)
    return shapes


def layer_of(weights: Weights, config: Config, k: int) -> Layer:
    """One layer, read from the checkpoint.  Matrices act on columns: W x."""
    q, k_, v, o = (weights(f"{k}.{name}") for name in ("q", "k", "v", "o"))
    norm = Norm(weights(f"{k}.gain"), None, config.eps, centered=False)
    heads = joined_heads(q, k_, v, o, config.heads, config.kv_heads)
    return Layer(heads, mlp=None, attention_norm=norm, mlp_norm=None, norm_after=False)


FAMILIES["attention-only"] = build


if __name__ == "__main__":
    run = tkf.forward(tkf.load_model(sys.argv[1]), [1, 2, 3, 4])
    print(tkf.alignment(run.x).to_series())
