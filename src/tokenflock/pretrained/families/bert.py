"""BERT (and MiniLM, which is one): norms after attention and MLP, no mask (arXiv:1810.04805)."""

from tokenflock.pretrained.families.encoders import LayerNames, encoder
from tokenflock.pretrained.families.family import Family
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.model import ACTIVATIONS, Config, Model

NAMES = LayerNames(
    attention=("attention.self.query", "attention.self.key", "attention.self.value",
               "attention.output.dense"),
    norms=("attention.output.LayerNorm", "output.LayerNorm"),
    mlp=("intermediate.dense", "output.dense"),
)  # fmt: skip


def build(checkpoint: Checkpoint) -> Model:
    """The BERT in a checkpoint."""
    settings = checkpoint.settings
    settings.choice("position_embedding_type", ("absolute",), "absolute")
    config = Config(
        d=settings.count("hidden_size"), depth=settings.depth("num_hidden_layers"),
        heads=settings.count("num_attention_heads"), hidden=settings.count("intermediate_size"),
        vocabulary=settings.count("vocab_size"),
        positions=settings.count("max_position_embeddings"),
        activation=settings.choice("hidden_act", ACTIVATIONS, "gelu"),
        eps=settings.positive("layer_norm_eps", 1e-12),
    )  # fmt: skip
    token_types = settings.count("type_vocab_size", 2)
    return encoder(
        checkpoint, config, NAMES, layer="encoder.layer.{}.", prefix="bert.",
        token_types=token_types,
    )  # fmt: skip


FAMILY = Family("bert", build)
