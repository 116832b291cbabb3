"""Texts as token numbers: every kind of tokenizer."""

import struct
from pathlib import Path

import pytest
from support import checkpoints

from tokenflock import InputError
from tokenflock.pretrained import load_model, tokenize
from tokenflock.pretrained.files import gguf
from tokenflock.pretrained.text.gguf_vocabulary import from_gguf
from tokenflock.pretrained.text.sentencepiece import SentencePiece


def test_words_and_their_pieces(tmp_path):
    model = load_model(checkpoints.write_readable_bert(tmp_path / "bert"))
    ids, labels = tokenize(model, "The foxes, running")
    assert labels == ["[CLS]", "the", "fox", "##es", ",", "[UNK]", "[SEP]"]
    assert ids.tolist() == [2, 4, 5, 6, 8, 1, 3]


def test_pairs_merge_by_score(tmp_path):
    # llama2.c: <unk>, <s>, </s>, 256 bytes, then pieces; "ab" before "bc" by its score.
    plain = ["<unk>", "\n<s>\n", "\n</s>\n", *(f"<0x{b:02X}>" for b in range(256))]
    merged = [(" ", -9.0), ("a", -9.0), ("b", -9.0), ("c", -9.0), ("bc", -2.0), ("ab", -1.0),
              (" ab", -3.0)]  # fmt: skip
    rows = [(piece, 0.0) for piece in plain] + merged
    path = tmp_path / "tokenizer.bin"
    packed = [struct.pack("<fi", s, len(p.encode())) + p.encode() for p, s in rows]
    path.write_bytes(struct.pack("<i", 8) + b"".join(packed))
    pieces = SentencePiece.from_file(path)
    ids, labels = pieces("abc é")
    assert labels == ["<s>", " ab", "c", " ", "<0xC3>", "<0xA9>"]
    assert ids[-2:].tolist() == [3 + 0xC3, 3 + 0xA9]
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(InputError, match="middle of a piece"):
        SentencePiece.from_file(path)


def test_texts_without_a_tokenizer_are_refused(tmp_path):
    bare = load_model(checkpoints.write_folder(tmp_path / "bare", *checkpoints.bert()))
    with pytest.raises(InputError, match="must hold a tokenizer"):
        tokenize(bare, "hello")


def gguf_metadata(split, **more):
    """A vocabulary of bytes, as GPT-2 writes them, and of a few digits."""
    letters = [chr(c) for c in range(33, 127)] + ["Ġ"]
    pieces = [*letters, "12", "123", "34", "1234", "Ġ1"]
    merges = ["Ġ 1", "1 2", "12 3", "3 4", "12 34"]
    return {"tokenizer.ggml.model": "gpt2", "tokenizer.ggml.tokens": pieces,
            "tokenizer.ggml.merges": merges, "tokenizer.ggml.pre": split} | more  # fmt: skip


@pytest.mark.parametrize(
    ("split", "expected"),
    [
        ("gpt-2", ["a", " 1", "2", "34"]),  # one number, its space with it
        ("smollm", ["a", " ", "1", "2", "3", "4"]),  # digit by digit
        ("llama-bpe", ["a", " ", "123", "4"]),  # by three
        ("qwen2", ["a", " ", "1", "2", "3", "4"]),
    ],
)
def test_numbers_are_split_as_the_vocabulary_says(monkeypatch, split, expected):
    metadata = gguf_metadata(split)
    monkeypatch.setattr(gguf, "metadata_of", lambda path: metadata)
    _, labels = from_gguf(Path("m.gguf"))("a 1234")
    assert labels == expected


def test_unknown_ways_to_split_and_missing_bytes_are_refused(monkeypatch):
    for metadata, words in [
        (gguf_metadata("tekken"), "`tokenizer.ggml.pre` is 'tekken'"),
        (gguf_metadata("x", **{"tokenizer.ggml.model": "llama"}), "a piece for every byte"),
    ]:
        monkeypatch.setattr(gguf, "metadata_of", lambda path, m=metadata: m)
        with pytest.raises(InputError, match=words):
            from_gguf(Path("m.gguf"))
