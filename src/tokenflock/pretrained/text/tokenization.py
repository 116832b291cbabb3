"""`tokenize`: a text as the token numbers of a model, with a label for each token.

The tokenizer is the model's own: tokenizer.json, a WordPiece vocab.txt, GPT-2's vocab.json and
merges.txt, the tokenizer.bin of llama2.c, or the vocabulary inside a GGUF file.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from jaxtyping import Bool, Int

from tokenflock.errors import InputError
from tokenflock.pretrained.model import Model, PatchEmbedding
from tokenflock.pretrained.text import gguf_vocabulary, huggingface
from tokenflock.pretrained.text.sentencepiece import SentencePiece
from tokenflock.pretrained.text.tokenizer import Tokenized, Tokenizer

# What may lie beside the weights; the first found is read.
FILES: dict[str, Callable[[Path], Tokenizer]] = {
    "tokenizer.json": huggingface.from_json,
    "vocab.txt": huggingface.from_wordpiece,
    "vocab.json": huggingface.from_merges,
    "tokenizer.bin": SentencePiece.from_file,
}


def tokenize(model: Model, text: str) -> Tokenized:
    """The token numbers (n,) of a text, with those that the model puts around it, and their labels.

    A text that is longer than the model's context is refused by `forward`.
    """
    if isinstance(model.embedding, PatchEmbedding):
        raise InputError(f"`{model.name}` reads images, not texts. Give `forward` its `pixels`.")
    ids, labels = tokenizer_of(model)(text)
    if not len(ids):
        raise InputError("`text` must hold at least one token. Got nothing; write a sentence.")
    if ids.max() >= model.config.vocabulary:
        raise InputError(
            f"The tokenizer of `{model.name}` knows token {ids.max()}, its weights only "
            f"{model.config.vocabulary}. The files belong to different models."
        )
    return ids, labels


def tokenize_several(
    model: Model, texts: Sequence[str]
) -> tuple[Int[np.ndarray, "run n"], Bool[np.ndarray, "run n"], list[list[str]]]:
    """Several texts for `forward`: `ids`, `attention_mask` and the labels of each text.

    Shorter texts are padded at their end, where the mask is false.
    """
    if isinstance(texts, str) or not texts:
        raise InputError("`texts` must be a list of texts, at least one. For one see `tokenize`.")
    found = [tokenize(model, text) for text in texts]
    n = max(len(ids) for ids, _ in found)
    padding = getattr(model.embedding, "padding", None) or 0
    rows = np.full((len(found), n), padding)
    for row, (ids, _) in zip(rows, found, strict=True):
        row[: len(ids)] = ids
    lengths = np.array([[len(ids)] for ids, _ in found])
    return rows, np.arange(n) < lengths, [labels for _, labels in found]


def tokenizer_of(model: Model) -> Tokenizer:
    """The tokenizer that lies beside the weights of a model, or inside them."""
    source = model.checkpoint.source
    folder = source if source.is_dir() else source.parent
    inside = source if source.is_file() else next(iter(folder.glob("*.gguf")), None)
    if inside is not None and inside.suffix == ".gguf":
        return gguf_vocabulary.from_gguf(inside)
    for file, read in FILES.items():
        if (folder / file).exists():
            return read(folder / file)
    raise InputError(
        f"`{folder}` must hold a tokenizer to read a text, as one of {', '.join(FILES)}. It has "
        "none; put the model's own there, or start without `text`."
    )
