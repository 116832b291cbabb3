"""BERT (and MiniLM, which is one): norms after attention and MLP, no mask (arXiv:1810.04805).

With `is_decoder` its attention is causal.
"""

from tokenflock.pretrained.families.encoders import (
    BERT_LAYER,
    BERT_PARTS,
    bert_config,
    bert_mask,
    encoder,
)
from tokenflock.pretrained.families.family import Family
from tokenflock.pretrained.families.heads import MaskedHead
from tokenflock.pretrained.families.stacks import SIZES
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.model import Model

HEAD = MaskedHead(
    dense="cls.predictions.transform.dense", norm="cls.predictions.transform.LayerNorm",
    decoder="cls.predictions.decoder", bias="cls.predictions.bias",
)  # fmt: skip
HONORED = (*SIZES.values(), "hidden_act", "layer_norm_eps", "type_vocab_size", "is_decoder",
           "tie_word_embeddings", "pad_token_id")  # fmt: skip
FIXED = {
    "position_embedding_type": ("absolute",), "add_cross_attention": (False,),
    "is_encoder_decoder": (False,), "pruned_heads": ({},),
}  # fmt: skip


def build(checkpoint: Checkpoint) -> Model:
    """The BERT in a checkpoint."""
    settings = checkpoint.settings
    return encoder(
        checkpoint, bert_config(settings), BERT_PARTS, layer=BERT_LAYER, prefix="bert.", head=HEAD,
        token_types=settings.count("type_vocab_size", 2), mask=bert_mask(settings),
    )  # fmt: skip


FAMILY = Family("bert", build, HONORED, FIXED)
