"""Texts as token numbers: every kind of tokenizer."""

import struct

import pytest
from support import checkpoints

from tokenflock import InputError
from tokenflock.pretrained import load_model, tokenize
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
