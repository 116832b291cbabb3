"""DistilBERT: a BERT of half the depth, without types of tokens (arXiv:1910.01108)."""

from tokenflock.pretrained.families.encoders import LayerNames, encoder
from tokenflock.pretrained.families.family import Family
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.model import ACTIVATIONS, Config, Model

NAMES = LayerNames(
    attention=("attention.q_lin", "attention.k_lin", "attention.v_lin", "attention.out_lin"),
    norms=("sa_layer_norm", "output_layer_norm"),
    mlp=("ffn.lin1", "ffn.lin2"),
)


def build(checkpoint: Checkpoint) -> Model:
    """The DistilBERT in a checkpoint."""
    settings = checkpoint.settings
    config = Config(
        d=settings.count("dim"), depth=settings.depth("n_layers"), heads=settings.count("n_heads"),
        hidden=settings.count("hidden_dim"), vocabulary=settings.count("vocab_size"),
        positions=settings.count("max_position_embeddings"),
        activation=settings.choice("activation", ACTIVATIONS, "gelu"), eps=1e-12,
    )  # fmt: skip
    return encoder(checkpoint, config, NAMES, layer="transformer.layer.{}.", prefix="distilbert.")


FAMILY = Family("distilbert", build)
