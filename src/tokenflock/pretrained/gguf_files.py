"""GGUF files: metadata, a table of tensors, and their numbers in one of many quantisations.

The header is walked here, with every length checked against the file (a lying array length sends
a plain reader round for ever); the `gguf` library knows the quantisations.
"""

import functools
import math
import struct
from pathlib import Path
from typing import Any

import numpy as np

from tokenflock.errors import InputError
from tokenflock.pretrained.extras import needed
from tokenflock.pretrained.tensors import Shape, Tensor

SCALARS = {
    0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q", 11: "<q",
    12: "<d",
}  # fmt: skip
STRING, ARRAY = 8, 9
VERSIONS = (2, 3)

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
    "ffn_norm": "post_attention_layernorm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
# llama.cpp turns adjacent pairs for these, and halves for the others.
INTERLEAVED = ("llama",)


def read_file(path: Path) -> tuple[dict[str, Any], dict[str, Tensor], dict[str, Any]]:
    """The configuration, the tensors under transformers' names, and the raw metadata."""
    metadata, entries, start = _walk(path)
    tensors = {_name(name): _tensor(path, name, *entry, start) for name, entry in entries.items()}
    vocabulary = tensors.get("model.embed_tokens.weight")
    rows = vocabulary.shape[0] if vocabulary else None
    return _config(metadata, rows), tensors, metadata


def metadata_of(path: Path) -> dict[str, Any]:
    """The metadata alone, the vocabulary among them."""
    return _walk(path)[0]


def _config(metadata: dict[str, Any], vocabulary: int | None) -> dict[str, Any]:
    kind = metadata.get("general.architecture")

    def of(key: str) -> Any:
        return metadata.get(f"{kind}.{key}")

    scaling = of("rope.scaling.type")
    factor = of("rope.scaling.factor")
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
        "rope_scaling": {"rope_type": scaling, "factor": factor} if scaling else None,
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
    quantisation, block, width = _quantisation(path, name, kind)
    if not shape or shape[-1] % block:
        raise _broken(path, f"`{name}` of shape {shape} does not fill blocks of {block}")
    length = math.prod(shape) // block * width
    if start + offset + length > path.stat().st_size:
        raise _broken(path, f"the numbers of `{name}` lie beyond its end")
    read = functools.partial(_read, path, quantisation, shape, width, block, start + offset)
    return Tensor(shape, read)


def _quantisation(path: Path, name: str, kind: int) -> tuple[Any, int, int]:
    gguf = needed("gguf", "GGUF files")
    try:
        quantisation = gguf.GGMLQuantizationType(kind)
        return quantisation, *gguf.GGML_QUANT_SIZES[quantisation]
    except (ValueError, KeyError) as error:
        raise _broken(path, f"`{name}` has the unknown type {kind}") from error


def _read(
    path: Path, quantisation: Any, shape: Shape, width: int, block: int, offset: int
) -> np.ndarray:
    gguf = needed("gguf", "GGUF files")
    stored = (*shape[:-1], shape[-1] // block * width)
    data = np.memmap(path, np.uint8, "r", offset, stored)
    try:
        array = gguf.quants.dequantize(data, quantisation)
    except NotImplementedError as error:
        raise InputError(
            f"`{path.name}` is quantised as {quantisation.name}, which the `gguf` library cannot "
            "read. Use another quantisation, as Q4_1 or Q8_0."
        ) from error
    return np.asarray(array, np.float32).reshape(shape)


class _Walk:
    """A place in the file that moves on as values are read, and never past the end."""

    def __init__(self, path: Path) -> None:
        self.path, self.place = path, 0
        self.data = np.memmap(path, np.uint8, "r") if path.stat().st_size else np.zeros(0, np.uint8)

    def bytes(self, count: int) -> bytes:
        if count > len(self.data) - self.place:
            raise _broken(self.path, f"{count} bytes are promised at {self.place}, past its end")
        taken = self.data[self.place : self.place + count].tobytes()
        self.place += count
        return taken

    def number(self, form: str) -> Any:
        return struct.unpack(form, self.bytes(struct.calcsize(form)))[0]

    def string(self) -> str:
        return self.bytes(self.number("<Q")).decode("utf-8", errors="replace")

    def value(self, kind: int) -> Any:
        if kind == STRING:
            return self.string()
        if kind == ARRAY:
            return self.array()
        if kind not in SCALARS:
            raise _broken(self.path, f"a value has the unknown type {kind}")
        return self.number(SCALARS[kind])

    def array(self) -> Any:
        kind, count = self.number("<I"), self.number("<Q")
        if kind in SCALARS:
            form = np.dtype(SCALARS[kind])
            return np.frombuffer(self.bytes(count * form.itemsize), form)
        if kind != STRING:
            raise _broken(self.path, f"an array has the unknown type {kind}")
        self.check_count(count, 8)
        return [self.string() for _ in range(count)]

    def check_count(self, count: int, least: int) -> None:
        """Refuse a count of items, each of at least some bytes, that cannot fit."""
        if count * least > len(self.data) - self.place:
            raise _broken(self.path, f"{count} items are promised at {self.place}, past its end")


def _walk(path: Path) -> tuple[dict[str, Any], dict[str, tuple[Shape, int, int]], int]:
    """The metadata, the shape, type and offset of every tensor, and where the numbers begin."""
    walk = _Walk(path)
    if walk.bytes(4) != b"GGUF":
        raise _broken(path, "it does not begin with GGUF")
    version = walk.number("<I")
    if version not in VERSIONS:
        raise _broken(path, f"it is of version {version}, which is neither 2 nor 3")
    tensors, values = walk.number("<Q"), walk.number("<Q")
    walk.check_count(values, 12)
    metadata = dict(_pair(walk) for _ in range(values))
    walk.check_count(tensors, 24)
    entries = dict(_entry(walk) for _ in range(tensors))
    alignment = metadata.get("general.alignment", 32)
    if type(alignment) is not int or not 0 < alignment <= 2**20:
        raise _broken(path, f"its numbers are aligned to {alignment!r}")
    return metadata, entries, -(-walk.place // alignment) * alignment


def _pair(walk: _Walk) -> tuple[str, Any]:
    key = walk.string()
    return key, walk.value(walk.number("<I"))


def _entry(walk: _Walk) -> tuple[str, tuple[Shape, int, int]]:
    name, count = walk.string(), walk.number("<I")
    if count > 4:
        raise _broken(walk.path, f"`{name}` has {count} axes")
    # Axes are listed from the fastest.
    shape = tuple(walk.number("<Q") for _ in range(count))[::-1]
    return name, (shape, walk.number("<I"), walk.number("<Q"))


def _broken(path: Path, why: str) -> InputError:
    return InputError(f"`{path}` is not a whole GGUF file: {why}. Download it again.")
