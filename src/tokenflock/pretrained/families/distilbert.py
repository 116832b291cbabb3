"""DistilBERT: a BERT of half the depth, without types of tokens (arXiv:1910.01108)."""

from tokenflock.pretrained.families.encoders import encoder
from tokenflock.pretrained.families.family import Family
from tokenflock.pretrained.families.heads import MaskedHead
from tokenflock.pretrained.families.layers import Parts
from tokenflock.pretrained.families.stacks import config_of
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.model import Model

PARTS = Parts(
    q="attention.q_lin", k="attention.k_lin", v="attention.v_lin", o="attention.out_lin",
    into="ffn.lin1", out_of="ffn.lin2", attention_norm="sa_layer_norm",
    mlp_norm="output_layer_norm", norm_after=True,
).with_biases()  # fmt: skip
HEAD = MaskedHead(
    dense="vocab_transform", norm="vocab_layer_norm", decoder="vocab_projector",
    bias="vocab_projector.bias",
)  # fmt: skip


def build(checkpoint: Checkpoint) -> Model:
    """The DistilBERT in a checkpoint."""
    config = config_of(
        checkpoint.settings, d="dim", depth="n_layers", heads="n_heads", hidden="hidden_dim",
        activation=("activation", "gelu"), eps=("layer_norm_eps", 1e-12),
    )  # fmt: skip
    return encoder(
        checkpoint, config, PARTS, layer="transformer.layer.{}.", prefix="distilbert.", head=HEAD
    )


FAMILY = Family(
    "distilbert", build,
    honored=("dim", "n_layers", "n_heads", "hidden_dim", "vocab_size", "max_position_embeddings",
             "activation", "tie_word_embeddings", "tie_weights_", "sinusoidal_pos_embds",
             "pad_token_id"),
    fixed={"layer_norm_eps": (1e-12,), "pruned_heads": ({},), "is_decoder": (False,),
           "add_cross_attention": (False,), "is_encoder_decoder": (False,)},
)  # fmt: skip
