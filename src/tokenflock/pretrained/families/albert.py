"""ALBERT: one layer (or a few groups of them) shared by all depths, norms after, no mask.

Tokens are embedded in fewer dimensions and mapped into R^d before the first pass
(arXiv:1909.11942).
"""

from tokenflock.pretrained.families.encoders import encoder
from tokenflock.pretrained.families.family import Family
from tokenflock.pretrained.families.heads import MaskedHead
from tokenflock.pretrained.families.layers import Parts
from tokenflock.pretrained.families.stacks import SIZES, config_of
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.model import Model

PARTS = Parts(
    q="attention.query", k="attention.key", v="attention.value", o="attention.dense",
    into="ffn", out_of="ffn_output", attention_norm="attention.LayerNorm",
    mlp_norm="full_layer_layer_norm", norm_after=True,
).with_biases()  # fmt: skip
LAYER = "encoder.albert_layer_groups.{}.albert_layers.{}."
HEAD = MaskedHead(
    dense="predictions.dense", norm="predictions.LayerNorm", decoder="predictions.decoder",
    bias="predictions.bias",
)  # fmt: skip


def build(checkpoint: Checkpoint) -> Model:
    """The ALBERT in a checkpoint."""
    settings = checkpoint.settings
    depth = settings.depth("num_hidden_layers", 12)
    config = config_of(
        settings, depth=depth, activation=("hidden_act", "gelu_new"), eps=("layer_norm_eps", 1e-12)
    )
    groups = settings.count("num_hidden_groups", 1, most=depth)
    inner = settings.depth("inner_group_num", 1)
    return encoder(
        checkpoint, config, PARTS, layer="", prefix="albert.", head=HEAD,
        token_types=settings.count("type_vocab_size", 2),
        width=settings.count("embedding_size", 128),
        map_name="encoder.embedding_hidden_mapping_in", order=_order(depth, groups, inner),
        names=[LAYER.format(group, k) for group in range(groups) for k in range(inner)],
    )  # fmt: skip


def _order(depth: int, groups: int, inner: int) -> tuple[int, ...]:
    """The layers of the group of each depth, one after another."""
    group_at = [k * groups // depth for k in range(depth)]
    return tuple(group * inner + k for group in group_at for k in range(inner))


FAMILY = Family(
    "albert", build,
    honored=(*SIZES.values(), "hidden_act", "layer_norm_eps", "num_hidden_groups",
             "inner_group_num", "type_vocab_size", "embedding_size", "tie_word_embeddings",
             "pad_token_id"),
    fixed={"position_embedding_type": ("absolute",), "is_decoder": (False,),
           "add_cross_attention": (False,), "is_encoder_decoder": (False,), "pruned_heads": ({},)},
)  # fmt: skip
