"""llama2.c files: seven numbers, then float32 tensors in a fixed order.

    dim, hidden_dim, n_layers, n_heads, n_kv_heads, vocab_size (< 0: own output matrix), seq_len

(github.com/karpathy/llama2.c, version 0.)  Rotary pairs are interleaved here.
"""

import math
import struct
from pathlib import Path
from typing import Any

import numpy as np

from tokenflock.errors import InputError
from tokenflock.pretrained.files.tensors import Shape, Tensor

HEADER = struct.Struct("<7i")


def read_file(path: Path) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """The configuration and the tensors, under the names that transformers gives them."""
    config = _config(path)
    tensors: dict[str, Tensor] = {}
    offset = HEADER.size
    for name, shape in _layout(config):
        if "{}" in name:
            for k in range(shape[0]):
                place = offset + 4 * k * math.prod(shape[1:])
                tensors[name.format(k)] = _tensor(path, shape[1:], place)
        else:
            tensors[name] = _tensor(path, shape, offset)
        offset += 4 * math.prod(shape)
    size = path.stat().st_size
    if offset != size:
        raise InputError(
            f"`{path}` is not a whole llama2.c checkpoint: its header promises {offset} bytes and "
            f"it has {size}. Download it again."
        )
    return config, tensors


def _config(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        header = file.read(HEADER.size)
    numbers = HEADER.unpack(header) if len(header) == HEADER.size else (0,) * 7
    d, hidden, layers, heads, kv_heads, vocabulary, positions = numbers
    plain = (d, hidden, layers, heads, kv_heads, abs(vocabulary), positions)
    if min(plain) < 1 or layers > 10_000 or d % heads or heads % kv_heads or (d // heads) % 2:
        raise InputError(
            f"`{path}` is not a llama2.c checkpoint: its header reads {numbers}. "
            "Give a folder with `config.json`, a .gguf file, or a llama2.c .bin file."
        )
    return {
        "model_type": "llama", "hidden_size": d, "intermediate_size": hidden,
        "num_hidden_layers": layers, "num_attention_heads": heads,
        "num_key_value_heads": kv_heads, "vocab_size": abs(vocabulary),
        "max_position_embeddings": positions, "rms_norm_eps": 1e-5, "rope_theta": 1e4,
        "hidden_act": "silu", "rotary_pairs": "interleaved", "tie_word_embeddings": vocabulary > 0,
    }  # fmt: skip


def _layout(c: dict[str, Any]) -> list[tuple[str, Shape]]:
    d, f, L, V = (
        c[key] for key in ("hidden_size", "intermediate_size", "num_hidden_layers", "vocab_size")
    )
    r = d // c["num_attention_heads"]
    kv = r * c["num_key_value_heads"]
    layer = "model.layers.{}."
    layout: list[tuple[str, Shape]] = [
        ("model.embed_tokens.weight", (V, d)),
        (layer + "input_layernorm.weight", (L, d)),
        (layer + "self_attn.q_proj.weight", (L, d, d)),
        (layer + "self_attn.k_proj.weight", (L, kv, d)),
        (layer + "self_attn.v_proj.weight", (L, kv, d)),
        (layer + "self_attn.o_proj.weight", (L, d, d)),
        (layer + "post_attention_layernorm.weight", (L, d)),
        (layer + "mlp.gate_proj.weight", (L, f, d)),
        (layer + "mlp.down_proj.weight", (L, d, f)),
        (layer + "mlp.up_proj.weight", (L, f, d)),
        ("model.norm.weight", (d,)),
        ("freq_cis_real", (c["max_position_embeddings"], r // 2)),
        ("freq_cis_imag", (c["max_position_embeddings"], r // 2)),
    ]
    return layout + ([("lm_head.weight", (V, d))] if not c["tie_word_embeddings"] else [])


def _tensor(path: Path, shape: Shape, offset: int) -> Tensor:
    def read(rows: Any = ...) -> np.ndarray:
        return np.memmap(path, np.dtype("<f4"), "r", offset, shape)[rows]

    return Tensor(shape, read)
