"""Three hundred malformed checkpoints: a sentence each, no crash, and no pickle is ever run."""

import io
import json
import math
import os
import pickle
import struct
import zipfile

import numpy as np
import pytest
from support import checkpoints

from tokenflock import InputError
from tokenflock.pretrained import load_model, tokenize
from tokenflock.pretrained.files.hub import weight_patterns

NASTY = [
    -1, 0, 2**70, -(2**40), 0.5, math.nan, math.inf, 1e-320, 1e300, "x", "", "é" * 500, [],
    [1, "a"], {}, {"a": [{}]}, True, [[[]]], "__import__('os').system('true')",
]  # fmt: skip


def outcome(path, text=None):
    """The sentence with which a checkpoint is refused; None if it is read after all."""
    try:
        model = load_model(path)
        for k in model.stored:
            model.read_layer(k)
        if text is not None:
            tokenize(model, text)
    except InputError as error:
        sentence = str(error)
        assert sentence.endswith(".")
        assert len(sentence) < 1500
        assert "weights_only" not in sentence
        assert "\n" not in sentence
        return sentence
    return None


def settings_gone_wrong(rng, folder):
    """Checkpoints whose settings are nasty, one at a time."""
    for name, family in checkpoints.FAMILIES.items():
        config, tensors = family()
        place = checkpoints.write_folder(folder / name, config, tensors)
        sections = ("rope_scaling", "rope_parameters", "quantization_config", "pruned_heads")
        for key in rng.permutation([*config, *sections]):
            for k in rng.permutation(len(NASTY))[:6]:
                if NASTY[k] != config.get(key):
                    (place / "config.json").write_text(json.dumps(config | {str(key): NASTY[k]}))
                    yield place


def bytes_gone_wrong(rng, folder, count):
    """A file of weights with some bytes of its header changed, or cut off."""
    place = checkpoints.write_folder(folder, *checkpoints.bert())
    file = place / "model.safetensors"
    whole = file.read_bytes()
    header = struct.unpack("<Q", whole[:8])[0] + 8
    for k in range(count):
        data = bytearray(whole)
        if k % 3 == 0:
            data = data[: rng.integers(len(whole))]
        else:
            for at in rng.integers(header, size=4):
                data[at] = rng.integers(256)
        file.write_bytes(bytes(data))
        yield place


def gguf_gone_wrong(rng, folder, count):
    """A small GGUF file with some bytes changed, or cut off."""
    folder.mkdir()
    file = folder / "m.gguf"

    def text(word):
        return struct.pack("<Q", len(word)) + word.encode()

    values = [text("general.architecture") + struct.pack("<I", 8) + text("llama")]
    values += [text(f"llama.{key}") + struct.pack("<II", 4, 8) for key in ("block_count", "a", "b")]
    tensors = [text(f"blk.{k}.attn_q.weight") + struct.pack("<IQQIQ", 2, 32, 2, 0, 0)
               for k in range(3)]  # fmt: skip
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(values))
    whole = head + b"".join(values + tensors) + bytes(600)
    for k in range(count):
        data = bytearray(whole)
        if k % 4 == 0:
            data = data[: rng.integers(len(whole))]
        elif k:
            for at in rng.integers(len(whole) - 600, size=3):
                data[at] = rng.integers(256)
        file.write_bytes(bytes(data))
        yield file


def test_three_hundred_malformed_checkpoints(tmp_path):
    rng = np.random.default_rng(20)
    sentences = [outcome(place) for place in settings_gone_wrong(rng, tmp_path)]
    sentences += [outcome(place) for place in bytes_gone_wrong(rng, tmp_path / "bytes", 150)]
    sentences += [outcome(place) for place in gguf_gone_wrong(rng, tmp_path / "gguf", 100)]
    assert sum(sentence is not None for sentence in sentences) >= 300


class Evil:
    """What runs code when it is unpickled."""

    def __init__(self, path):
        self.path = str(path)

    def __reduce__(self):
        return (open, (self.path, "w"))


def test_no_pickle_is_ever_run(tmp_path):
    mark = tmp_path / "owned"
    folder = checkpoints.write_folder(tmp_path / "m", *checkpoints.bert())
    (folder / "model.safetensors").unlink()
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w") as archive:
        archive.writestr("archive/data.pkl", pickle.dumps({"x": Evil(mark)}))
        archive.writestr("archive/version", "3")
    forms = [pickle.dumps({"x": Evil(mark)}, protocol=p) for p in range(6)] + [zipped.getvalue()]
    for data in forms:
        for name in ("pytorch_model.bin", "other.bin", "m.gguf", "tokenizer.json"):
            (folder / name).write_bytes(data)
        assert outcome(folder, "a text") is not None
        assert outcome(folder / "other.bin") is not None
        assert outcome(folder / "m.gguf") is not None
    assert not mark.exists()


def test_tensors_of_torch_that_numpy_lacks(tmp_path):
    torch = pytest.importorskip("torch")
    config, tensors = checkpoints.bert()
    folder = checkpoints.write_folder(tmp_path / "m", config, tensors)
    (folder / "model.safetensors").unlink()
    state = {name: torch.tensor(array) for name, array in tensors.items()}
    name = "bert.encoder.layer.0.attention.self.query.weight"
    for change, words in [
        (lambda t: t.to_sparse(), "is sparse"),
        (lambda t: t.to("meta"), "no numbers"),
        (lambda t: t.to(torch.float8_e4m3fn), "float8_e4m3fn, which is not read"),
        (lambda t: t.to(torch.int8), "int8, which is not read"),
    ]:
        torch.save(state | {name: change(state[name])}, folder / "pytorch_model.bin")
        sentence = outcome(folder)
        assert words in sentence
        assert "again" not in sentence
    torch.save(state | {"x": Evil(tmp_path / "owned")}, folder / "pytorch_model.bin")
    assert "never loaded" in outcome(folder)
    assert not (tmp_path / "owned").exists()


def test_types_and_parts_that_are_not_read_are_said(tmp_path):
    config, tensors = checkpoints.bert()
    folder = checkpoints.write_folder(tmp_path / "m", config, tensors)
    data = (folder / "model.safetensors").read_bytes()
    # Another type of the same length.
    (folder / "model.safetensors").write_bytes(data.replace(b'"F32"', b'"U32"', 1))
    assert "as U32, which is not read" in outcome(folder)
    more = tensors | {"bert.encoder.layer.0.attention.self.gate.bias": np.zeros(8, np.float32)}
    sentence = outcome(checkpoints.write_folder(tmp_path / "n", config, more))
    assert "a part that is not read here" in sentence
    assert "again" not in sentence


def test_files_without_end_are_refused(tmp_path):
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no pipes here")
    folder = checkpoints.write_readable_bert(tmp_path / "m")
    for name in ("config.json", "vocab.txt"):
        whole = (folder / name).read_bytes()
        for make in (os.mkfifo, lambda path: path.symlink_to("/dev/zero")):
            (folder / name).unlink()
            make(folder / name)
            assert "must be a plain file" in outcome(folder, "the fox")
        (folder / name).unlink()
        (folder / name).write_bytes(whole)
    for name in ("pipe.gguf", "pipe.bin"):
        os.mkfifo(tmp_path / name)
        assert "must be a plain file" in outcome(tmp_path / name)


def test_words_about_a_vocabulary(tmp_path):
    folder = checkpoints.write_readable_bert(tmp_path / "m")
    for key in ("strip_accents", "do_lower_case", "tokenize_chinese_chars"):
        (folder / "tokenizer_config.json").write_text(json.dumps({key: "yes"}))
        assert f"`{key}`" in outcome(folder, "the fox")


def test_other_forms_of_a_model_are_told_the_way(tmp_path):
    (tmp_path / "m.onnx").write_bytes(b"x")
    assert "ONNX is a program" in outcome(tmp_path / "m.onnx")
    assert "ONNX is a program" in outcome(tmp_path)
    (tmp_path / "a.gguf").write_bytes(b"x")
    (tmp_path / "b.gguf").write_bytes(b"x")
    assert "give one: a.gguf, b.gguf" in outcome(tmp_path)


def test_the_safest_weights_of_the_hub_are_fetched():
    both = ["config.json", "model.safetensors", "pytorch_model.bin", "m-q8_0.gguf"]
    assert weight_patterns(both) == ("*.safetensors",)
    assert weight_patterns(both[2:]) == ("pytorch_model*.bin",)
    assert weight_patterns(["m-f16.gguf", "m-Q4_K_M.gguf", "m-q8_0.gguf"]) == ("m-q8_0.gguf",)
    assert weight_patterns(["onnx/model.safetensors", "a.gguf"]) == ("a.gguf",)
    assert weight_patterns(["config.json"]) == ()
