"""ELECTRA: BERT whose embedding may be narrower, mapped into R^d (arXiv:2003.10555)."""

from tokenflock.pretrained.families.bert import FIXED, HONORED
from tokenflock.pretrained.families.encoders import (
    BERT_LAYER,
    BERT_PARTS,
    bert_config,
    bert_mask,
    encoder,
)
from tokenflock.pretrained.families.family import Family
from tokenflock.pretrained.families.heads import MaskedHead
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.model import Model

# That of the generator; the discriminator says true or false of a word.
HEAD = MaskedHead(
    dense="generator_predictions.dense", norm="generator_predictions.LayerNorm",
    decoder="generator_lm_head", bias="generator_lm_head.bias",
)  # fmt: skip


def build(checkpoint: Checkpoint) -> Model:
    """The ELECTRA in a checkpoint."""
    settings = checkpoint.settings
    config = bert_config(settings)
    width = settings.count("embedding_size", 128)
    return encoder(
        checkpoint, config, BERT_PARTS, layer=BERT_LAYER, prefix="electra.", head=HEAD,
        token_types=settings.count("type_vocab_size", 2), mask=bert_mask(settings), width=width,
        map_name=None if width == config.d else "embeddings_project", head_activation="gelu",
    )  # fmt: skip


FAMILY = Family("electra", build, (*HONORED, "embedding_size"), FIXED)
