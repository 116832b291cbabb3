"""GGUF files: Llama-like models in one of many quantizations, which the `gguf` library knows."""

import functools
import math
from pathlib import Path
from typing import Any

import numpy as np

from tokenflock.errors import InputError
from tokenflock.pretrained.files.gguf_header import broken, header_of
from tokenflock.pretrained.files.libraries import optional_library
from tokenflock.pretrained.files.tensors import Shape, Tensor

# Names of transformers for those of llama.cpp.
TENSORS = {
    "token_embd": "model.embed_tokens",
    "output_norm": "model.norm",
    "output": "lm_head",
    "attn_norm": "input_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "attn_q_norm": "self_attn.q_norm",
    "attn_k_norm": "self_attn.k_norm",
    "ffn_norm": "post_attention_layernorm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
# llama.cpp turns adjacent pairs for these, and halves for the others.
INTERLEAVED = ("llama",)
# Families whose tensors llama.cpp leaves as they are, but for their names and order.
KINDS = ("llama", "mistral", "qwen2", "qwen3")


def read_file(path: Path) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """The configuration and the tensors, under the names that transformers gives them."""
    metadata, entries, start = header_of(path)
    tensors = {_name(name): _tensor(path, name, *entry, start) for name, entry in entries.items()}
    vocabulary = tensors.get("model.embed_tokens.weight")
    rows = vocabulary.shape[0] if vocabulary else None
    config = _config(metadata, rows) | {
        "tie_word_embeddings": "lm_head.weight" not in tensors,
        "attention_bias": "model.layers.0.self_attn.o_proj.bias" in tensors,
    }
    return {key: value for key, value in config.items() if value is not None}, tensors


def metadata_of(path: Path) -> dict[str, Any]:
    """The metadata alone, the vocabulary among them."""
    return header_of(path)[0]


def _config(metadata: dict[str, Any], vocabulary: int | None) -> dict[str, Any]:
    kind = metadata.get("general.architecture")
    if isinstance(kind, str) and kind not in KINDS:
        raise InputError(
            f"GGUF files are read of {', '.join(KINDS)}. Got one of {kind!r}, whose tensors "
            "llama.cpp changes; use the model's folder with safetensors, if its family is read."
        )

    def of(key: str) -> Any:
        return metadata.get(f"{kind}.{key}")

    scaling = of("rope.scaling.type")
    rope = {
        "rope_type": scaling, "factor": of("rope.scaling.factor"),
        "attention_factor": of("rope.scaling.attn_factor"),
        "original_max_position_embeddings": of("rope.scaling.original_context_length"),
    }  # fmt: skip
    return {
        "model_type": kind,
        "hidden_size": of("embedding_length"),
        "intermediate_size": of("feed_forward_length"),
        "num_hidden_layers": of("block_count"),
        "num_attention_heads": of("attention.head_count"),
        "num_key_value_heads": of("attention.head_count_kv"),
        "head_dim": of("attention.key_length"),
        "max_position_embeddings": of("context_length"),
        "rms_norm_eps": of("attention.layer_norm_rms_epsilon"),
        "rope_theta": of("rope.freq_base"),
        "rope_scaling": rope if scaling else None,
        "sliding_window": of("attention.sliding_window"),
        "vocab_size": vocabulary,
        "hidden_act": "silu",
        "rotary_pairs": "interleaved" if kind in INTERLEAVED else "halves",
    }


def _name(name: str) -> str:
    """`blk.3.attn_q.weight` as `model.layers.3.self_attn.q_proj.weight`."""
    parts = name.split(".")
    if len(parts) == 4 and parts[0] == "blk" and parts[2] in TENSORS:
        return f"model.layers.{parts[1]}.{TENSORS[parts[2]]}.{parts[3]}"
    if len(parts) == 2 and parts[0] in TENSORS:
        return f"{TENSORS[parts[0]]}.{parts[1]}"
    return name


def _tensor(path: Path, name: str, shape: Shape, kind: int, offset: int, start: int) -> Tensor:
    quantization, block, width = _quantization(path, name, kind)
    if not shape or shape[-1] % block:
        raise broken(path, f"`{name}` of shape {shape} does not fill blocks of {block}")
    length = math.prod(shape) // block * width
    if start + offset + length > path.stat().st_size:
        raise broken(path, f"the numbers of `{name}` lie beyond its end")
    read = functools.partial(_read, path, quantization, shape, width, block, start + offset)
    return Tensor(shape, read)


def _quantization(path: Path, name: str, kind: int) -> tuple[Any, int, int]:
    gguf = optional_library("gguf", "GGUF files")
    try:
        quantization = gguf.GGMLQuantizationType(kind)
        return quantization, *gguf.GGML_QUANT_SIZES[quantization]
    except (ValueError, KeyError) as error:
        raise broken(path, f"`{name}` has the unknown type {kind}") from error


def _read(
    path: Path, quantization: Any, shape: Shape, width: int, block: int, offset: int,
    rows: Any = ...,
) -> np.ndarray:  # fmt: skip
    gguf = optional_library("gguf", "GGUF files")
    stored = (*shape[:-1], shape[-1] // block * width)
    data = np.memmap(path, np.uint8, "r", offset, stored)[rows]
    try:
        array = gguf.quants.dequantize(data, quantization)
    except NotImplementedError as error:
        raise InputError(
            f"`{path.name}` is quantized as {quantization.name}, which the `gguf` library cannot "
            "read. Use another quantization, as Q4_1 or Q8_0."
        ) from error
    return np.asarray(array, np.float32).reshape(*data.shape[:-1], shape[-1])
