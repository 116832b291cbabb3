"""The tokenizer inside a GGUF file: pieces with scores (Llama), or byte pairs (GPT-2)."""

from pathlib import Path
from typing import Any

import numpy as np

from tokenflock.errors import InputError
from tokenflock.pretrained.files import gguf
from tokenflock.pretrained.text import huggingface
from tokenflock.pretrained.text.sentencepiece import SentencePiece
from tokenflock.pretrained.text.tokenizer import Tokenized, Tokenizer

# How a text is split before pairs merge, by the word of llama.cpp for it.
BY_DIGIT = ("smollm", "refact", "starcoder", "command-r", "codeshell", "exaone")
AS_GPT2 = ("default", "gpt-2", "gpt2", "olmo", "mpt", "jina-en", "jina-es", "jina-de", "phi-2")
WORDS = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+"
REST = r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
LLAMA3 = ("llama-bpe", "llama3", "llama-v3", "dbrx", "smaug-bpe", "falcon3")
PATTERNS = dict.fromkeys(LLAMA3, rf"{WORDS}|\p{{N}}{{1,3}}|{REST}")
PATTERNS |= dict.fromkeys(("qwen2", "stablelm2", "deepseek-r1-qwen"), rf"{WORDS}|\p{{N}}|{REST}")


def from_gguf(path: Path) -> Tokenizer:
    """The tokenizer of a GGUF file."""
    metadata = gguf.metadata_of(path)
    kind, pieces = metadata.get("tokenizer.ggml.model"), metadata.get("tokenizer.ggml.tokens")
    if not isinstance(pieces, list):
        raise InputError(f"`{path}` holds no vocabulary, so it reads no text. Start without it.")
    first = metadata.get("tokenizer.ggml.bos_token_id")
    usual = kind == "llama" or metadata.get("tokenizer.ggml.pre") in LLAMA3
    begin = first if metadata.get("tokenizer.ggml.add_bos_token", usual) else None
    scores = metadata.get("tokenizer.ggml.scores", np.zeros(len(pieces)))
    known = begin is None or (type(begin) is int and 0 <= begin < len(pieces))
    if not known or np.shape(scores) != (len(pieces),):
        raise InputError(f"The vocabulary of `{path}` contradicts itself. Download it again.")
    if kind == "llama":
        _check_bytes(path, pieces)
        return SentencePiece(tuple(pieces), np.asarray(scores, float), begin)
    if kind != "gpt2":
        raise InputError(f"`{path}` has a vocabulary of kind {kind!r}, which is not read.")
    tokenize = _byte_pairs(metadata, pieces)
    return tokenize if begin is None else _with_beginning(tokenize, begin, pieces)


def _check_bytes(path: Path, pieces: list[str]) -> None:
    """Refuse a vocabulary that cannot spell every text."""
    missing = [f"<0x{byte:02X}>" for byte in range(256)]
    missing = sorted(set(missing) - set(pieces))
    if missing:
        raise InputError(
            f"The vocabulary of `{path}` must hold a piece for every byte, and lacks "
            f"{len(missing)} of them, as {missing[0]}. Give token numbers instead of a text."
        )


def _byte_pairs(metadata: dict[str, Any], pieces: list[str]) -> Tokenizer:
    lines = metadata.get("tokenizer.ggml.merges", [])
    merges = [tuple(line.split(" ", 1)) for line in lines]
    vocabulary = {piece: k for k, piece in enumerate(pieces)}
    split = metadata.get("tokenizer.ggml.pre", "default")
    if split not in (*BY_DIGIT, *AS_GPT2, *PATTERNS):
        raise InputError(
            f"`tokenizer.ggml.pre` is {split!r}, and how such a vocabulary splits a text is not "
            "known here. Give token numbers instead, or the model's folder with tokenizer.json."
        )
    return huggingface.byte_pairs(
        vocabulary, merges, by_digit=split in BY_DIGIT, pattern=PATTERNS.get(split),
        whole_words=split in LLAMA3,
    )  # fmt: skip


def _with_beginning(tokenize: Tokenizer, begin: int, pieces: list[str]) -> Tokenizer:
    """The tokenizer that puts the token of the beginning before every text."""

    def tokenize_after(text: str) -> Tokenized:
        ids, labels = tokenize(text)
        return np.concatenate([[begin], ids]), [pieces[begin], *labels]

    return tokenize_after
