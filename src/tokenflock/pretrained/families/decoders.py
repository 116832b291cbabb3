"""What Llama and its kin share: rotary positions, norms before, a causal mask, no table of them."""

from collections.abc import Callable, Sequence

import numpy as np

from tokenflock.pretrained.families.heads import HEAD, causal_head
from tokenflock.pretrained.families.layers import Logits, Parts
from tokenflock.pretrained.families.norms import RMS_NORM
from tokenflock.pretrained.families.rotary import Turns
from tokenflock.pretrained.families.stacks import SIZES, one_mask, stack, stack_shapes
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.files.tensors import Shape
from tokenflock.pretrained.model import Config, Embedding, Model

LLAMA_PARTS = Parts(
    q="self_attn.q_proj", k="self_attn.k_proj", v="self_attn.v_proj", o="self_attn.o_proj",
    gate="mlp.gate_proj", into="mlp.up_proj", out_of="mlp.down_proj",
    attention_norm="input_layernorm", mlp_norm="post_attention_layernorm", norm=RMS_NORM,
)  # fmt: skip
LAYER = "layers.{}."
WORDS = "embed_tokens.weight"
# Heads for other tasks, and buffers.
IGNORED = ("lm_head.", "score.", "classifier.", "freq_cis_", "rotary_emb.", "qa_outputs.")

# Settings that all of them go by.
HONORED = (
    *SIZES.values(), "num_key_value_heads", "head_dim", "tie_word_embeddings", "rope_parameters",
    "rope_scaling", "rope_theta",
)  # fmt: skip
# Causal whatever `is_decoder` says.
FIXED = {"is_encoder_decoder": (False,), "add_cross_attention": (False,), "pruned_heads": ({},)}
DECODER = ("is_decoder", "pad_token_id")


def decoder(
    checkpoint: Checkpoint,
    config: Config,
    parts: Parts | Sequence[Parts],
    turns: Callable[[int], Turns | None],
    *,
    masks: Sequence[str] = ("causal",),
    tied: bool = False,
    prefix: str = "model.",
    final_norm: str = "norm",
    words: str = WORDS,
    word_scale: float = 1.0,
    logit_scale: float | None = None,
    cap: float | None = None,
    word_cap: float | None = None,
    head: str = HEAD,
    head_bias: str | None = None,
    optional: dict[str, Shape] | None = None,
    ignored: Sequence[str] = (),
) -> Model:
    """A decoder; `masks` is one mask for all layers, or one for each.

    `cap` is that of the logits of attention, `word_cap` that of words.
    """
    of_layers = [parts] * config.depth if isinstance(parts, Parts) else list(parts)
    norm = of_layers[0].norm
    shapes: dict[str, Shape] = {words: (config.vocabulary, config.d)}
    shapes |= norm.shapes(final_norm, config.d) | stack_shapes(config, of_layers, LAYER)
    may_be = (optional or {}) | {head: (config.vocabulary, config.d)}
    may_be |= {} if head_bias is None else {head_bias: (config.vocabulary,)}
    buffers = [f"layers.{k}.{at}" for k in range(config.depth) for at in BUFFERS]
    weights = checkpoint.weights(
        shapes, prefix=prefix, optional=may_be, ignored=(*IGNORED, *ignored, *buffers)
    )
    masks = tuple(masks)
    return stack(
        checkpoint, config, weights, of_layers, layer=LAYER,
        embedding=Embedding(weights, words=words, scale=word_scale),
        logits=lambda k: Logits(turns(k), scale=logit_scale, cap=cap),
        mask=one_mask(masks), masks=masks if len(masks) > 1 else (),
        final_norm=norm.read(weights, final_norm, config.eps),
        unembedding=causal_head(
            checkpoint.settings, weights, words, tied=tied, name=head, bias=head_bias, cap=word_cap
        ),
    )  # fmt: skip


BUFFERS = ("self_attn.rotary_emb.", "attention.rotary_emb.", "attention.bias",
           "attention.masked_bias")  # fmt: skip


def rows_by_size(**sizes: int) -> dict[str, np.ndarray]:
    """The rows of parts that lie one after another in a joined matrix."""
    ends = np.cumsum([0, *sizes.values()])
    return {name: np.arange(ends[i], ends[i + 1]) for i, name in enumerate(sizes)}
