"""ViT and DINOv2: tokens are patches of an image, behind one of the class; norms before.

DINOv2 multiplies what attention and MLP add by learned factors, which are folded into their
matrices here (arXiv:2010.11929, 2304.07193).
"""

import re
from dataclasses import replace

from tokenflock.pretrained.families.decoders import rows_by_size
from tokenflock.pretrained.families.family import Family
from tokenflock.pretrained.families.layers import Parts
from tokenflock.pretrained.families.norms import LAYER_NORM
from tokenflock.pretrained.families.stacks import config_of, stack, stack_shapes
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.files.settings import Settings
from tokenflock.pretrained.files.tensors import Shape
from tokenflock.pretrained.model import Config, Model, PatchEmbedding

VIT_PARTS = Parts(
    q="attention.q_proj", k="attention.k_proj", v="attention.v_proj", o="attention.o_proj",
    into="mlp.fc1", out_of="mlp.fc2", attention_norm="layernorm_before",
    mlp_norm="layernorm_after",
).with_biases()  # fmt: skip
DINO_PARTS = replace(
    VIT_PARTS, attention_norm="norm1", mlp_norm="norm2", attention_scale="layer_scale1.lambda1",
    mlp_scale="layer_scale2.lambda1",
)  # fmt: skip
GATED_PARTS = replace(
    DINO_PARTS, gate="mlp.gate_proj", into="mlp.up_proj", out_of="mlp.down_proj"
).with_biases()
LAYER = "layers.{}."
FIRST, POSITIONS = "embeddings.cls_token", "embeddings.position_embeddings"
PATCHES = "embeddings.patch_embeddings.projection"
IGNORED = ("pooler.", "classifier.", "decoder.", "embeddings.mask_token")
# Names of parts in older files.
OLDER = (
    (r"^(vit|dinov2)\.", ""),
    (r"^encoder\.layers?\.", "layers."),
    (r"attention\.attention\.(query|key|value)\.", lambda m: f"attention.{m[1][0]}_proj."),
    (r"attention\.output\.dense\.", "attention.o_proj."),
    (r"^(layers\.\d+\.)intermediate\.dense\.", r"\1mlp.fc1."),
    (r"^(layers\.\d+\.)output\.dense\.", r"\1mlp.fc2."),
    (r"mlp\.weights_out\.", "mlp.down_proj."),
)


def build_vit(checkpoint: Checkpoint) -> Model:
    """The ViT in a checkpoint."""
    settings = checkpoint.settings
    return _vision(checkpoint, _config(settings, settings.count("intermediate_size"), 1e-12),
                   _biased(VIT_PARTS, settings))  # fmt: skip


def build_dino(checkpoint: Checkpoint) -> Model:
    """The DINOv2 in a checkpoint."""
    settings = checkpoint.settings
    hidden = int(settings.count("hidden_size") * settings.positive("mlp_ratio", 4))
    if not settings.flag("use_swiglu_ffn", False):
        return _vision(checkpoint, _config(settings, hidden, 1e-6), _biased(DINO_PARTS, settings))
    # Gates take two thirds of the width, rounded up to a multiple of 8.
    hidden = (int(hidden * 2 / 3) + 7) // 8 * 8
    config = replace(_config(settings, hidden, 1e-6), activation="silu")
    return _vision(checkpoint, config, _biased(GATED_PARTS, settings))


def _config(settings: Settings, hidden: int, eps: float) -> Config:
    (height, width), (rows, columns) = _sizes(settings)
    return config_of(
        settings, hidden=hidden, vocabulary=0,
        positions=1 + (height // rows) * (width // columns),
        activation=("hidden_act", "gelu"), eps=("layer_norm_eps", eps),
    )  # fmt: skip


def _sizes(settings: Settings) -> tuple[tuple[int, int], tuple[int, int]]:
    """The sizes of an image and of a patch, in pixels."""
    return settings.pair("image_size", 224), settings.pair("patch_size", 16)


def _biased(parts: Parts, settings: Settings) -> Parts:
    return parts if settings.flag("qkv_bias", True) else replace(parts, biases=parts.maps[3:])


def _vision(checkpoint: Checkpoint, config: Config, parts: Parts) -> Model:
    settings = checkpoint.settings
    size, patch = _sizes(settings)
    channels = settings.count("num_channels", 3)
    all_parts = [parts] * config.depth
    shapes: dict[str, Shape] = {
        FIRST: (1, 1, config.d), POSITIONS: (1, config.positions, config.d),
        f"{PATCHES}.weight": (config.d, channels, *patch), f"{PATCHES}.bias": (config.d,),
    }  # fmt: skip
    shapes |= LAYER_NORM.shapes("layernorm", config.d) | stack_shapes(config, all_parts, LAYER)
    weights = _named(checkpoint, config).weights(shapes, ignored=IGNORED)
    return stack(
        checkpoint, config, weights, all_parts, layer=LAYER, mask="full",
        embedding=PatchEmbedding(weights, f"{PATCHES}.weight", f"{PATCHES}.bias", FIRST, POSITIONS,
                                 channels=channels, size=size, patch=patch),
        final_norm=LAYER_NORM.read(weights, "layernorm", config.eps),
    )  # fmt: skip


def _named(checkpoint: Checkpoint, config: Config) -> Checkpoint:
    """The checkpoint under the names of today, joined gates taken apart."""

    def today(name: str) -> str:
        for old, new in OLDER:
            name = re.sub(old, new, name)
        return name

    gates = {
        f"layers.{k}.mlp.weights_in": rows_by_size(
            **{f"layers.{k}.mlp.gate_proj": config.hidden, f"layers.{k}.mlp.up_proj": config.hidden}
        )
        for k in range(config.depth)
    }
    return checkpoint.renamed(today).split(gates)


HONORED = ("hidden_size", "num_hidden_layers", "num_attention_heads", "hidden_act",
           "layer_norm_eps", "image_size", "patch_size", "num_channels", "qkv_bias")  # fmt: skip
FIXED = {"is_decoder": (False,), "add_cross_attention": (False,), "is_encoder_decoder": (False,),
         "pruned_heads": ({},)}  # fmt: skip
# What a backbone hands to others.
BACKBONE = ("out_features", "out_indices", "stage_names", "apply_layernorm",
            "reshape_hidden_states", "_out_features", "_out_indices")  # fmt: skip
FAMILIES = (
    Family("vit", build_vit, (*HONORED, "intermediate_size"), FIXED),
    Family("dinov2", build_dino, (*HONORED, *BACKBONE, "mlp_ratio", "use_swiglu_ffn"), FIXED),
)
