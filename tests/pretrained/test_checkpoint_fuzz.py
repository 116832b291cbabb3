"""Broken and hostile checkpoints end in one clear sentence: never a crash, a hang or a code run."""

import json
import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import checkpoints

from tokenflock import InputError
from tokenflock.pretrained import forward, load_model
from tokenflock.pretrained.files.gguf import read_file as read_gguf
from tokenflock.pretrained.files.safetensors import read_file
from tokenflock.pretrained.text.sentencepiece import SentencePiece

CONFIG, TENSORS = checkpoints.bert()


@pytest.fixture
def folder(tmp_path):
    return checkpoints.write_folder(tmp_path / "m", CONFIG, TENSORS)


def refuse(folder, words):
    with pytest.raises(InputError, match=words):
        forward(load_model(folder), [1, 2])


def test_cut_files(folder):
    file = folder / "model.safetensors"
    whole = file.read_bytes()
    for size in (0, 5, 8, 100, len(whole) // 2, len(whole) - 1):
        file.write_bytes(whole[:size])
        refuse(folder, "not a whole safetensors checkpoint")


@pytest.mark.parametrize("length", [0, 1, 2**31, 2**63, 2**64 - 1])
def test_wrong_header_lengths(folder, length):
    file = folder / "model.safetensors"
    file.write_bytes(struct.pack("<Q", length) + file.read_bytes()[8:])
    refuse(folder, "not a whole safetensors checkpoint")


NAME = "bert.embeddings.LayerNorm.weight"


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"dtype": "F128"}, "type 'F128'"),
        ({"dtype": ["F32"]}, "type"),
        ({"dtype": "F64"}, "needs 64 bytes"),
        ({"shape": [9]}, "needs 36 bytes"),
        ({"shape": [2**62, 4]}, "bytes"),
        ({"shape": [-8]}, "no shape"),
        ({"shape": "8"}, "no shape"),
        ({"shape": [8.0]}, "no shape"),
        ({"shape": [True]}, "no shape"),
        ({"data_offsets": [0, 2**60]}, "bytes"),
        ({"data_offsets": [-32, 0]}, "no shape or no offsets"),
        ({"data_offsets": [64, 32]}, "bytes"),
        ({"data_offsets": []}, "no shape or no offsets"),
        ({"dtype": "I32"}, "floating-point weights"),
    ],
)
def test_lies_in_the_header(folder, entry, words):
    file = folder / "model.safetensors"
    data = file.read_bytes()
    length = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8 : 8 + length])
    header[NAME] |= entry
    text = json.dumps(header).encode()
    file.write_bytes(struct.pack("<Q", len(text)) + text + data[8 + length :])
    refuse(folder, words)


@pytest.mark.parametrize("text", [b"[1]", b"{", b"\xff\xfe", b"[" * 100_000, b'{"a": 1}', b"null"])
def test_headers_that_are_no_tables(folder, text):
    (folder / "model.safetensors").write_bytes(struct.pack("<Q", len(text)) + text)
    refuse(folder, "not a whole safetensors checkpoint")


@given(st.binary(max_size=300))
@settings(max_examples=80, deadline=None)
def test_random_bytes_are_no_checkpoint(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "noise"
    path.write_bytes(data)
    for read in (read_file, read_gguf, SentencePiece.from_file):
        try:
            read(path)
        except InputError:
            continue
        assert len(data) >= 10  # what reads at all is a whole, empty header


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_numbers_that_are_none(tmp_path, value):
    broken = {name: array.copy() for name, array in TENSORS.items()}
    name = "bert.encoder.layer.1.attention.self.key.weight"
    broken[name][2, 3] = value
    refuse(checkpoints.write_folder(tmp_path / "m", CONFIG, broken), "layer.1.attention.self.key")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"hidden_size": 16}, "misshapen: .*is .*, not"),
        ({"num_hidden_layers": 4}, "missing: .*encoder.layer.3"),
        ({"num_hidden_layers": 2}, "extra: .*encoder.layer.2"),
        ({"num_hidden_layers": 10**9}, "whole number from 1 to 10000"),
        ({"num_attention_heads": 3}, "must divide"),
        ({"num_attention_heads": 0}, "whole number"),
        ({"hidden_size": -8}, "whole number"),
        ({"hidden_size": "8"}, "whole number"),
        ({"hidden_size": True}, "whole number"),
        ({"vocab_size": 10**12}, "whole number"),
        ({"layer_norm_eps": float("nan")}, "positive number"),
        ({"hidden_act": "__import__('os')"}, "must be one of 'gelu'"),
        ({"model_type": "gpt5"}, "`model_type` must be one of"),
        ({"model_type": ["bert"]}, "`model_type` must be one of"),
        ({"model_type": None}, "`model_type` must be one of"),
        ({"position_embedding_type": "relative_key"}, "absolute"),
    ],
)
def test_configurations_that_lie(tmp_path, change, words):
    refuse(checkpoints.write_folder(tmp_path / "m", CONFIG | change, TENSORS), words)


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 100_000, '"bert"'])
def test_configurations_that_are_no_tables(folder, text):
    (folder / "config.json").write_text(text)
    refuse(folder, "config.json")


@pytest.mark.parametrize(
    "file",
    [
        "../secret.safetensors",
        "/etc/passwd",
        "a/b.safetensors",
        "..",
        "",
        None,
        3,
        ["a"],
        "a\0b",
        "C:x",
    ],
)
def test_an_index_cannot_point_elsewhere(folder, file):
    (folder / "model.safetensors").rename(folder.parent / "secret.safetensors")
    index = {"weight_map": dict.fromkeys(TENSORS, file)}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    refuse(folder, "not the plain name of a file")


def test_an_index_that_lies(folder):
    (folder / "model.safetensors").rename(folder / "part.safetensors")
    index = folder / "model.safetensors.index.json"
    for table, words in [
        ({"weight_map": {"ghost": "part.safetensors"}}, "promises `ghost`"),
        ({"weight_map": dict.fromkeys(TENSORS, "gone.safetensors")}, "`gone.safetensors` is miss"),
        ({"weight_map": []}, "no table of names"),
        ({}, "no table of names"),
    ]:
        index.write_text(json.dumps(table))
        refuse(folder, words)


def test_pickles_are_not_unpickled(folder, tmp_path):
    import pickle

    class Evil:
        def __reduce__(self):
            return (open, (str(tmp_path / "owned"), "w"))

    (folder / "model.safetensors").unlink()
    (folder / "pytorch_model.bin").write_bytes(pickle.dumps({"x": Evil()}))
    refuse(folder, "torch")
    assert not (tmp_path / "owned").exists()


def gguf(values=b"", count=0, tensors=0, table=b"", version=3):
    return b"GGUF" + struct.pack("<IQQ", version, tensors, count) + values + table


def string(text):
    return struct.pack("<Q", len(text)) + text.encode()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"GGML" + bytes(40), "does not begin with GGUF"),
        (gguf(version=9), "version 9"),
        (gguf(count=2**60), "past its end"),
        (gguf(tensors=2**60), "past its end"),
        (gguf(struct.pack("<Q", 2**62), count=1, table=bytes(40)), "past its end"),
        # An array of bytes that claims 2^60 of them: plain readers go round for ever.
        (gguf(string("a") + struct.pack("<IIQ", 9, 0, 2**60), count=1), "past its end"),
        (gguf(string("a") + struct.pack("<IIQ", 9, 8, 2**60), count=1), "past its end"),
        (gguf(string("a") + struct.pack("<IIQ", 9, 9, 1), 1, table=bytes(9)), "unknown type 9"),
        (gguf(string("a") + struct.pack("<I", 77), count=1, table=bytes(9)), "unknown type 77"),
        (gguf(tensors=1, table=string("t") + struct.pack("<I", 99) + bytes(99)), "99 axes"),
        (gguf(tensors=1, table=string("t") + struct.pack("<IQIQ", 1, 32, 999, 0)), "unknown type"),
        (gguf(tensors=1, table=string("t") + struct.pack("<IQIQ", 1, 2**50, 0, 0)), "beyond"),
        (gguf(tensors=1, table=string("t") + struct.pack("<IQIQ", 1, 31, 2, 0)), "fill blocks"),
        (gguf(), "`model_type` must be one of"),
    ],
)
def test_broken_gguf(tmp_path, data, words):
    path = tmp_path / "m.gguf"
    path.write_bytes(data)
    refuse(path, words)


@pytest.mark.parametrize(
    "header",
    [(0,) * 7, (-8, 1, 1, 1, 1, 1, 1), (8, 10, 2**30, 2, 1, 5, 9), (8, 10, 3, 2, 1, 13, 9)],
)
def test_broken_llama2c(tmp_path, header):
    path = tmp_path / "m.bin"
    path.write_bytes(struct.pack("<7i", *header) + bytes(64))
    refuse(path, "llama2.c checkpoint")


def test_nothing_there(tmp_path, monkeypatch):
    refuse(tmp_path / "none", "There is nothing at")
    refuse(tmp_path, "config.json")
    (tmp_path / "config.json").write_text('{"model_type": "bert"}')
    refuse(tmp_path, "must hold weights")
    (tmp_path / "m.onnx").write_bytes(b"x")
    refuse(tmp_path / "m.onnx", "A model is a folder")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    refuse("nobody/no-such-model", "hf download nobody/no-such-model|tokenflock.models.")
