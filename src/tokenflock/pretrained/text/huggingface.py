"""Tokenizers by the `tokenizers` library, from the files that lie beside weights."""

from pathlib import Path
from typing import Any

import numpy as np

from tokenflock.errors import InputError
from tokenflock.pretrained.files.json_files import json_object
from tokenflock.pretrained.files.libraries import optional_library
from tokenflock.pretrained.files.plain_files import plain_file
from tokenflock.pretrained.files.settings import Settings
from tokenflock.pretrained.text.tokenizer import Tokenized, Tokenizer


def from_json(path: Path) -> Tokenizer:
    """The tokenizer of a tokenizer.json."""
    try:
        tokenizer = _library().Tokenizer.from_file(str(plain_file(path)))
    except InputError:
        raise
    except Exception as error:  # the library raises plain Exception
        raise InputError(f"`{path}` is not a tokenizer: {error}. Download it again.") from error
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return _as_function(tokenizer)


def from_wordpiece(path: Path) -> Tokenizer:
    """BERT's tokenizer from its list of words, one per line."""
    library = _library()
    vocabulary = {word: k for k, word in enumerate(_lines(path)) if word}
    missing = [word for word in ("[UNK]", "[CLS]", "[SEP]") if word not in vocabulary]
    if missing:
        raise InputError(f"`{path}` must list the word {missing[0]}. It does not.")
    tokenizer = library.Tokenizer(
        library.models.WordPiece(vocabulary, unk_token="[UNK]", max_input_chars_per_word=100)
    )
    tokenizer.normalizer = _bert_normalizer(path.parent / "tokenizer_config.json")
    tokenizer.pre_tokenizer = library.pre_tokenizers.BertPreTokenizer()
    ends = [("[SEP]", vocabulary["[SEP]"]), ("[CLS]", vocabulary["[CLS]"])]
    tokenizer.post_processor = library.processors.BertProcessing(*ends)
    return _as_function(tokenizer)


def from_merges(path: Path) -> Tokenizer:
    """GPT-2's tokenizer from its vocabulary and the merges beside it."""
    lines = _lines(path.parent / "merges.txt")
    merges = [tuple(line.split(" ")) for line in lines if line and not line.startswith("#version")]
    return byte_pairs(json_object(path), merges)


def byte_pairs(
    vocabulary: dict[str, int],
    merges: list[tuple[str, ...]],
    *,
    by_digit: bool = False,
    pattern: str | None = None,
    whole_words: bool = False,
) -> Tokenizer:
    """Pairs of bytes that merge in order.

    A text is first split as by GPT-2, or by a `pattern`; before that digit by digit if asked.  With
    `whole_words` a piece of it that is in the vocabulary is taken as it is, without merges.
    """
    library = _library()
    try:
        pairs = library.models.BPE(vocabulary, merges, ignore_merges=whole_words)
        tokenizer = library.Tokenizer(pairs)
    except Exception as error:  # the library raises plain Exception
        raise InputError(f"The merges do not fit the vocabulary: {error}.") from error
    before = library.pre_tokenizers
    steps = [before.Digits(individual_digits=True)] if by_digit else []
    if pattern is not None:
        steps.append(before.Split(library.Regex(pattern), "isolated"))
    steps.append(before.ByteLevel(add_prefix_space=False, use_regex=pattern is None))
    tokenizer.pre_tokenizer = before.Sequence(steps)
    return _as_function(tokenizer)


def _library() -> Any:
    return optional_library("tokenizers", "Texts")


def _as_function(tokenizer: Any) -> Tokenizer:
    def tokenize(text: str) -> Tokenized:
        found = tokenizer.encode(text)
        return np.array(found.ids, int), [_readable(token) for token in found.tokens]

    return tokenize


def _readable(token: str) -> str:
    """A piece of a word with plain spaces: byte-level and sentence-piece marks are taken off."""
    return token.replace("Ġ", " ").replace("▁", " ").replace("Ċ", "\n")


def _bert_normalizer(options: Path) -> Any:
    settings = Settings(json_object(options) if options.exists() else {}, str(options))
    strips = settings.flag("strip_accents", False) if "strip_accents" in settings else None
    return _library().normalizers.BertNormalizer(
        lowercase=settings.flag("do_lower_case", True),
        strip_accents=strips,
        handle_chinese_chars=settings.flag("tokenize_chinese_chars", True),
    )


def _lines(path: Path) -> list[str]:
    try:
        # Not `splitlines`, which also breaks at characters that a vocabulary may hold.
        text = plain_file(path).read_text(encoding="utf-8")
        return [line.rstrip("\r") for line in text.split("\n")]
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"`{path}` is not a readable vocabulary: {error}.") from error
