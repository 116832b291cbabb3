"""Sentences: a text as the token numbers of a model, with a label for each token.

The tokenizer is the model's own: tokenizer.json, a WordPiece vocab.txt, GPT-2's vocab.json and
merges.txt, the tokenizer.bin of llama2.c, or the vocabulary inside a GGUF file.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tokenflock.errors import InputError
from tokenflock.pretrained.extras import needed
from tokenflock.pretrained.files import gguf
from tokenflock.pretrained.files.documents import json_object
from tokenflock.pretrained.model import Model
from tokenflock.pretrained.text import pair_merging

Tokenized = tuple[np.ndarray, list[str]]
Tokenizer = Callable[[str], Tokenized]


def tokenized(model: Model, text: str) -> Tokenized:
    """The token numbers (n,) of a text, with those that the model puts around it, and their labels.

    A text that is longer than the model's context is refused.
    """
    ids, labels = tokenizer_of(model)(text)
    if not len(ids):
        raise InputError("`text` must hold at least one token. Got nothing; write a sentence.")
    if ids.max() >= model.config.vocabulary:
        raise InputError(
            f"The tokenizer of `{model.name}` knows token {ids.max()}, its weights only "
            f"{model.config.vocabulary}. The files belong to different models."
        )
    return ids, labels


def tokenizer_of(model: Model) -> Tokenizer:
    """The tokenizer that lies beside the weights of a model, or inside them."""
    source = model.source
    folder = source if source.is_dir() else source.parent
    inside = source if source.is_file() else next(iter(folder.glob("*.gguf")), None)
    if inside is not None and inside.suffix == ".gguf":
        return _in_gguf(inside)
    for file, read in FILES.items():
        if (folder / file).exists():
            return read(folder / file)
    raise InputError(
        f"`{folder}` must hold a tokenizer to read a text, as one of {', '.join(FILES)}. It has "
        "none; put the model's own there, or start without `text`."
    )


def _by_library(tokenizer: Any) -> Tokenizer:
    def tokenize(text: str) -> Tokenized:
        found = tokenizer.encode(text)
        return np.array(found.ids, int), [_readable(token) for token in found.tokens]

    return tokenize


def _readable(token: str) -> str:
    """A piece of a word with plain spaces: byte-level and sentence-piece marks are taken off."""
    return token.replace("Ġ", " ").replace("▁", " ").replace("Ċ", "\n")


def _from_json(path: Path) -> Tokenizer:
    tokenizers = needed("tokenizers", "Texts")
    try:
        tokenizer = tokenizers.Tokenizer.from_file(str(path))
    except Exception as error:  # the library raises plain Exception
        raise InputError(f"`{path}` is not a tokenizer: {error}. Download it again.") from error
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return _by_library(tokenizer)


def _from_wordpiece(path: Path) -> Tokenizer:
    """BERT's tokenizer from its list of words, one per line."""
    tokenizers = needed("tokenizers", "Texts")
    words = _lines(path)
    vocabulary = {word: k for k, word in enumerate(words) if word}
    missing = [word for word in ("[UNK]", "[CLS]", "[SEP]") if word not in vocabulary]
    if missing:
        raise InputError(f"`{path}` must list the word {missing[0]}. It does not.")
    tokenizer = tokenizers.Tokenizer(
        tokenizers.models.WordPiece(vocabulary, unk_token="[UNK]", max_input_chars_per_word=100)
    )
    options = path.parent / "tokenizer_config.json"
    settings = json_object(options) if options.exists() else {}
    tokenizer.normalizer = tokenizers.normalizers.BertNormalizer(
        lowercase=bool(settings.get("do_lower_case", True)),
        strip_accents=settings.get("strip_accents"),
        handle_chinese_chars=bool(settings.get("tokenize_chinese_chars", True)),
    )
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    ends = [("[SEP]", vocabulary["[SEP]"]), ("[CLS]", vocabulary["[CLS]"])]
    tokenizer.post_processor = tokenizers.processors.BertProcessing(*ends)
    return _by_library(tokenizer)


def _from_merges(path: Path) -> Tokenizer:
    """GPT-2's tokenizer from its vocabulary and the merges beside it."""
    tokenizers = needed("tokenizers", "Texts")
    lines = _lines(path.parent / "merges.txt")
    merges = [tuple(line.split(" ")) for line in lines if line and not line.startswith("#version")]
    return _by_library(_byte_pairs(tokenizers, json_object(path), merges, digits=False))


def _lines(path: Path) -> list[str]:
    try:
        # Not `splitlines`, which also breaks at characters that a vocabulary may hold.
        return [line.rstrip("\r") for line in path.read_text(encoding="utf-8").split("\n")]
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"`{path}` is not a readable vocabulary: {error}.") from error


def _byte_pairs(tokenizers: Any, vocabulary: Any, merges: Any, *, digits: bool) -> Any:
    try:
        tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE(vocabulary, merges))
    except Exception as error:  # the library raises plain Exception
        raise InputError(f"The merges do not fit the vocabulary: {error}.") from error
    by_bytes = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    single = tokenizers.pre_tokenizers.Digits(individual_digits=True)
    tokenizer.pre_tokenizer = (
        tokenizers.pre_tokenizers.Sequence([single, by_bytes]) if digits else by_bytes
    )
    return tokenizer


def _from_llama2c(path: Path) -> Tokenizer:
    return pair_merging.Pieces.from_file(path)


def _in_gguf(path: Path) -> Tokenizer:
    metadata = gguf.metadata_of(path)
    kind = metadata.get("tokenizer.ggml.model")
    pieces = metadata.get("tokenizer.ggml.tokens")
    if not isinstance(pieces, list):
        raise InputError(f"`{path}` holds no vocabulary, so it reads no text. Start without it.")
    first = metadata.get("tokenizer.ggml.bos_token_id")
    begin = first if metadata.get("tokenizer.ggml.add_bos_token", kind == "llama") else None
    scores = metadata.get("tokenizer.ggml.scores", np.zeros(len(pieces)))
    known = begin is None or (type(begin) is int and 0 <= begin < len(pieces))
    if not known or np.shape(scores) != (len(pieces),):
        raise InputError(f"The vocabulary of `{path}` contradicts itself. Download it again.")
    if kind == "llama":
        return pair_merging.Pieces(tuple(pieces), np.asarray(scores, float), begin)
    if kind != "gpt2":
        raise InputError(f"`{path}` has a vocabulary of kind {kind!r}, which is not read.")
    tokenizers = needed("tokenizers", "Texts")
    merges = [tuple(line.split(" ", 1)) for line in metadata.get("tokenizer.ggml.merges", [])]
    vocabulary = {piece: k for k, piece in enumerate(pieces)}
    by_digit = metadata.get("tokenizer.ggml.pre") in ("smollm", "refact", "starcoder")
    tokenize = _by_library(_byte_pairs(tokenizers, vocabulary, merges, digits=by_digit))
    return tokenize if begin is None else _begun(tokenize, begin, pieces)


def _begun(tokenize: Tokenizer, begin: int, pieces: list[str]) -> Tokenizer:
    def with_beginning(text: str) -> Tokenized:
        ids, labels = tokenize(text)
        return np.concatenate([[begin], ids]), [pieces[begin], *labels]

    return with_beginning


FILES: dict[str, Callable[[Path], Tokenizer]] = {
    "tokenizer.json": _from_json,
    "vocab.txt": _from_wordpiece,
    "vocab.json": _from_merges,
    "tokenizer.bin": _from_llama2c,
}
