"""OPT: learned positions, biases, relu; norms before, in one size after (arXiv:2205.01068)."""

from dataclasses import replace

from tokenflock.errors import InputError
from tokenflock.pretrained.families.decoders import DECODER, FIXED
from tokenflock.pretrained.families.family import LIVE, Family
from tokenflock.pretrained.families.heads import HEAD, causal_head
from tokenflock.pretrained.families.layers import Parts
from tokenflock.pretrained.families.norms import LAYER_NORM
from tokenflock.pretrained.families.stacks import SIZES, config_of, stack, stack_shapes
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.files.settings import Settings
from tokenflock.pretrained.files.tensors import Shape
from tokenflock.pretrained.model import Embedding, Model

PARTS = Parts(
    q="self_attn.q_proj", k="self_attn.k_proj", v="self_attn.v_proj", o="self_attn.out_proj",
    into="fc1", out_of="fc2", attention_norm="self_attn_layer_norm", mlp_norm="final_layer_norm",
)  # fmt: skip
WORDS, POSITIONS, LAYER = "embed_tokens.weight", "embed_positions.weight", "layers.{}."
FIRST = 2  # the row of the first position


def build(checkpoint: Checkpoint) -> Model:
    """The OPT in a checkpoint."""
    settings = checkpoint.settings
    config = config_of(
        settings, hidden="ffn_dim", activation=("activation_function", "relu"),
        eps=("layer_norm_eps", 1e-5),
    )  # fmt: skip
    _check_width(settings, config.d)
    before = settings.flag("do_layer_norm_before", True)
    has_final = before and not settings.flag("_remove_final_layer_norm", False)
    biased = settings.flag("enable_bias", True)
    parts = replace(PARTS.with_biases(attention=biased, mlp=biased), norm_after=not before)
    shapes: dict[str, Shape] = {WORDS: (config.vocabulary, config.d)}
    shapes |= {POSITIONS: (config.positions + FIRST, config.d)}
    shapes |= LAYER_NORM.shapes("final_layer_norm", config.d) if has_final else {}
    shapes |= stack_shapes(config, [parts] * config.depth, LAYER)
    bare = checkpoint.renamed(lambda name: name.removeprefix("model.").removeprefix("decoder."))
    weights = bare.weights(
        shapes, optional={HEAD: (config.vocabulary, config.d)},
        ignored=("lm_head.", "score.", "qa_outputs."),
    )  # fmt: skip
    return stack(
        checkpoint, config, weights, [parts] * config.depth, layer=LAYER, mask="causal",
        embedding=Embedding(weights, WORDS, POSITIONS, first_position=FIRST, counts_seen=True),
        final_norm=LAYER_NORM.read(weights, "final_layer_norm", config.eps) if has_final else None,
        unembedding=causal_head(settings, weights, WORDS, tied=True),
    )  # fmt: skip


def _check_width(settings: Settings, d: int) -> None:
    width = settings.count("word_embed_proj_dim", d)
    if width != d:
        raise InputError(
            f"`word_embed_proj_dim` in `{settings.source}` must be d={d}: words that are mapped "
            f"into R^d before their positions are added are not read. Got {width}. {LIVE}."
        )


FAMILY = Family(
    "opt", build,
    (*(key for key in SIZES.values() if key != "intermediate_size"), *DECODER, "ffn_dim",
     "activation_function", "do_layer_norm_before", "_remove_final_layer_norm", "enable_bias",
     "word_embed_proj_dim", "tie_word_embeddings"),
    FIXED | {"layer_norm_elementwise_affine": (True,), "layer_norm_eps": (1e-5,)},
)  # fmt: skip
