"""RoBERTa, XLM-R and CamemBERT: BERT with other positions and another head (arXiv:1907.11692).

Positions are counted from the number of the padding token on, which takes none of them.
"""

from dataclasses import replace

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
from tokenflock.pretrained.files.settings import Settings
from tokenflock.pretrained.model import Embedding, Model

HEAD = MaskedHead(
    dense="lm_head.dense", norm="lm_head.layer_norm", decoder="lm_head.decoder",
    bias="lm_head.bias",
)  # fmt: skip


def build(checkpoint: Checkpoint) -> Model:
    """The RoBERTa in a checkpoint."""
    settings = checkpoint.settings
    model = encoder(
        checkpoint, bert_config(settings), BERT_PARTS, layer=BERT_LAYER, prefix="roberta.",
        head=HEAD, token_types=settings.count("type_vocab_size", 2), mask=bert_mask(settings),
        head_activation="gelu",
    )  # fmt: skip
    return counted_from_padding(model, settings.whole("pad_token_id", 1))


def counted_from_padding(model: Model, padding: int) -> Model:
    """The model whose positions begin after the number of the padding token."""
    assert isinstance(model.embedding, Embedding)  # encoders read words
    embedding = replace(model.embedding, first_position=padding + 1, padding=padding)
    left = model.config.positions - padding - 1
    Settings({"max_position_embeddings": left}, model.checkpoint.settings.source).count(
        "max_position_embeddings"
    )
    return replace(model, embedding=embedding, config=replace(model.config, positions=left))


FAMILIES = tuple(
    Family(name, build, HONORED, FIXED) for name in ("roberta", "xlm-roberta", "camembert")
)
