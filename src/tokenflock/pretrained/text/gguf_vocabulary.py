"""The tokenizer inside a GGUF file: pieces with scores (Llama), or byte pairs (GPT-2)."""

from pathlib import Path
from typing import Any

import numpy as np

from tokenflock.errors import InputError
from tokenflock.pretrained.files import gguf
from tokenflock.pretrained.text import huggingface
from tokenflock.pretrained.text.sentencepiece import SentencePiece
from tokenflock.pretrained.text.tokenizer import Tokenized, Tokenizer

BY_DIGIT = ("smollm", "refact", "starcoder")  # these spell numbers digit by digit


def from_gguf(path: Path) -> Tokenizer:
    """The tokenizer of a GGUF file."""
    metadata = gguf.metadata_of(path)
    kind, pieces = metadata.get("tokenizer.ggml.model"), metadata.get("tokenizer.ggml.tokens")
    if not isinstance(pieces, list):
        raise InputError(f"`{path}` holds no vocabulary, so it reads no text. Start without it.")
    first = metadata.get("tokenizer.ggml.bos_token_id")
    begin = first if metadata.get("tokenizer.ggml.add_bos_token", kind == "llama") else None
    scores = metadata.get("tokenizer.ggml.scores", np.zeros(len(pieces)))
    known = begin is None or (type(begin) is int and 0 <= begin < len(pieces))
    if not known or np.shape(scores) != (len(pieces),):
        raise InputError(f"The vocabulary of `{path}` contradicts itself. Download it again.")
    if kind == "llama":
        return SentencePiece(tuple(pieces), np.asarray(scores, float), begin)
    if kind != "gpt2":
        raise InputError(f"`{path}` has a vocabulary of kind {kind!r}, which is not read.")
    tokenize = _byte_pairs(metadata, pieces)
    return tokenize if begin is None else _with_beginning(tokenize, begin, pieces)


def _byte_pairs(metadata: dict[str, Any], pieces: list[str]) -> Tokenizer:
    lines = metadata.get("tokenizer.ggml.merges", [])
    merges = [tuple(line.split(" ", 1)) for line in lines]
    vocabulary = {piece: k for k, piece in enumerate(pieces)}
    return huggingface.byte_pairs(
        vocabulary, merges, by_digit=metadata.get("tokenizer.ggml.pre") in BY_DIGIT
    )


def _with_beginning(tokenize: Tokenizer, begin: int, pieces: list[str]) -> Tokenizer:
    """The tokenizer that puts the token of the beginning before every text."""

    def tokenize_after(text: str) -> Tokenized:
        ids, labels = tokenize(text)
        return np.concatenate([[begin], ids]), [pieces[begin], *labels]

    return tokenize_after
