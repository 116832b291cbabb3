"""ModernBERT: norms before, rotary positions, gates; most layers see near tokens only.

    MLP(x) = W_o (gelu(W_1 x) * (W_2 x)),     near:  |i - j| <= local_attention / 2

The first layer has no norm before attention: the embedding has just had one (arXiv:2412.13663).
"""

from dataclasses import replace

from tokenflock.pretrained.families.decoders import rows_by_size
from tokenflock.pretrained.families.family import Family
from tokenflock.pretrained.families.heads import MaskedHead
from tokenflock.pretrained.families.layers import Logits, Parts
from tokenflock.pretrained.families.norms import LAYER_NORM, LAYER_NORM_NO_SHIFT, NormKind
from tokenflock.pretrained.families.rotary import Turns, turns_of
from tokenflock.pretrained.families.stacks import (
    SIZES,
    config_of,
    kinds_of_layers,
    stack,
    stack_shapes,
)
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.files.settings import Settings
from tokenflock.pretrained.files.tensors import Shape
from tokenflock.pretrained.model import ACTIVATIONS, Config, Embedding, Model

PARTS = Parts(
    q="attn.q", k="attn.k", v="attn.v", o="attn.Wo", gate="mlp.gate", into="mlp.up",
    out_of="mlp.Wo", attention_norm="attn_norm", mlp_norm="mlp_norm",
)  # fmt: skip
WORDS, LAYER, PREFIX = "embeddings.tok_embeddings.weight", "layers.{}.", "model."
BASES = {"full_attention": ("global_rope_theta", 160_000.0),
         "sliding_attention": ("local_rope_theta", 10_000.0)}  # fmt: skip


def build(checkpoint: Checkpoint) -> Model:
    """The ModernBERT in a checkpoint."""
    settings = checkpoint.settings
    config = config_of(settings, activation=("hidden_activation", "gelu"), eps=("norm_eps", 1e-5))
    norm = LAYER_NORM if settings.flag("norm_bias", False) else LAYER_NORM_NO_SHIFT
    parts = _parts(settings, config.depth, norm)
    head = _head(settings, norm)
    shapes: dict[str, Shape] = {WORDS: (config.vocabulary, config.d)}
    shapes |= norm.shapes("embeddings.norm", config.d) | norm.shapes("final_norm", config.d)
    shapes |= stack_shapes(config, parts, LAYER)
    weights = _apart(checkpoint, config).weights(
        shapes, optional=head.shapes(config, config.d), ignored=("head.", "decoder.", "classifier.")
    )
    every = settings.count("global_attn_every_n_layers", 3)
    kinds = kinds_of_layers(settings, config.depth, lambda k: k % every != 0)
    turns = {kind: _turns(settings, config, kind) for kind in set(kinds)}
    near = f"band:{settings.count('local_attention', 128) // 2}"
    masks = tuple(near if kind == "sliding_attention" else "full" for kind in kinds)
    return stack(
        checkpoint, config, weights, parts, layer=LAYER,
        mask=masks[0] if len(set(masks)) == 1 else "full", masks=masks,
        embedding=Embedding(weights, WORDS, norm=norm.read(weights, "embeddings.norm", config.eps)),
        logits=lambda k: Logits(turns[kinds[k]]),
        final_norm=norm.read(weights, "final_norm", config.eps),
        unembedding=head.read(
            settings, weights, config, WORDS,
            settings.choice("classifier_activation", ACTIVATIONS, "gelu"),
        ),
    )  # fmt: skip


def _parts(settings: Settings, depth: int, norm: NormKind) -> list[Parts]:
    parts = PARTS.with_biases(
        attention=settings.flag("attention_bias", False), mlp=settings.flag("mlp_bias", False)
    )
    parts = replace(parts, norm=norm)
    return [replace(parts, attention_norm=None), *[parts] * (depth - 1)]


def _head(settings: Settings, norm: NormKind) -> MaskedHead:
    has_bias = settings.flag("decoder_bias", True)
    return MaskedHead(
        dense="head.dense", norm="head.norm", decoder="decoder",
        bias="decoder.bias" if has_bias else None,
        has_dense_bias=settings.flag("classifier_bias", False), kind=norm,
    )  # fmt: skip


def _turns(settings: Settings, config: Config, kind: str) -> Turns:
    key, usual = BASES[kind]
    rope = settings.section("rope_parameters").section(kind)
    rope = rope if rope.values else settings.section("rope_scaling")
    base = settings.positive(key, usual)
    return turns_of(settings, config.head_dim, positions=config.positions, base=base, rope=rope)


def _apart(checkpoint: Checkpoint, c: Config) -> Checkpoint:
    """The checkpoint with the joined matrices of every layer taken apart."""
    parts = {}
    for here in (LAYER.format(k) for k in range(c.depth)):
        parts[f"{here}attn.Wqkv"] = rows_by_size(**{f"{here}attn.{name}": c.d for name in "qkv"})
        parts[f"{here}mlp.Wi"] = rows_by_size(
            **{f"{here}mlp.gate": c.hidden, f"{here}mlp.up": c.hidden}
        )
    return checkpoint.renamed(lambda name: name.removeprefix(PREFIX)).split(parts)


FAMILY = Family(
    "modernbert", build,
    (*SIZES.values(), "hidden_activation", "norm_eps", "norm_bias", "attention_bias", "mlp_bias",
     "layer_types", "global_attn_every_n_layers", "local_attention", "rope_parameters",
     "rope_scaling", "global_rope_theta", "local_rope_theta", "classifier_activation",
     "classifier_bias", "decoder_bias", "tie_word_embeddings", "pad_token_id",
     "layer_norm_eps"),  # in files of the family, and not used
    {"is_decoder": (False,), "add_cross_attention": (False,), "is_encoder_decoder": (False,),
     "pruned_heads": ({},), "position_embedding_type": ("absolute", "rope")},
)  # fmt: skip
