"""Llama's tokenizer as a list of pieces with scores: neighbors merge, the best score first.

Bytes that no piece holds are spelled as <0x..> (github.com/karpathy/llama2.c, run.c).
"""

import itertools
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tokenflock.errors import InputError
from tokenflock.pretrained.files.plain_files import plain_file
from tokenflock.pretrained.text.tokenizer import Tokenized

BEGIN = 1  # the number of <s>, which comes first
SPACE = "▁"


@dataclass(frozen=True)
class SentencePiece:
    """The vocabulary, its scores, and the token that begins every text, if any."""

    pieces: tuple[str, ...]
    scores: np.ndarray
    begin: int | None

    @staticmethod
    def from_file(path: Path) -> "SentencePiece":
        """A tokenizer.bin: the longest length, then score, length and bytes of every piece."""
        pieces = list(_pieces(path))
        if len(pieces) < 260:
            raise InputError(f"`{path}` holds {len(pieces)} pieces, too few for all bytes.")
        scores = np.array([score for _, score in pieces], float)
        return SentencePiece(tuple(piece for piece, _ in pieces), scores, BEGIN)

    def __call__(self, text: str) -> Tokenized:
        """The token numbers of a text and their labels."""
        # Where a byte and a piece read alike, the piece, which comes later, is meant.
        number = {piece: k for k, piece in enumerate(self.pieces)}
        # Pieces spell a space as itself (llama2.c) or by a mark (GGUF); a text begins with one.
        space = SPACE if f"{SPACE}the" in number else " "
        words = (" " + text).replace(" ", space) if text else ""
        ids = _merged([k for c in words for k in _spelled(c, number)], self.pieces, self.scores,
                      number)  # fmt: skip
        ids = ids if self.begin is None else [self.begin, *ids]
        return np.array(ids, int), [self._label(k) for k in ids]

    def _label(self, k: int) -> str:
        piece = self.pieces[k].replace(SPACE, " ")
        return piece.strip("\n") or piece


def _pieces(path: Path) -> Iterator[tuple[str, float]]:
    """The pieces of a file and their scores."""
    data, place = plain_file(path).read_bytes(), 4
    while place < len(data):
        is_whole = place + 8 <= len(data)
        score, length = struct.unpack_from("<fi", data, place) if is_whole else (0.0, -1)
        place += 8
        if not 0 <= length <= len(data) - place:
            raise InputError(f"`{path}` ends in the middle of a piece. Download it again.")
        yield data[place : place + length].decode("utf-8", errors="replace"), score
        place += length


def _spelled(character: str, number: dict[str, int]) -> list[int]:
    """The number of a character, or those of its bytes."""
    if character in number:
        return [number[character]]
    return [number.get(f"<0x{byte:02X}>", 3 + byte) for byte in character.encode()]


def _merged(
    ids: list[int], pieces: tuple[str, ...], scores: np.ndarray, number: dict[str, int]
) -> list[int]:
    """Neighbors joined as long as some pair is a piece, the pair of the best score first."""
    while True:
        pairs = [number.get(pieces[a] + pieces[b], -1) for a, b in itertools.pairwise(ids)]
        found = [(-scores[k], place) for place, k in enumerate(pairs) if k >= 0]
        if not found:
            return ids
        place = min(found)[1]
        ids = [*ids[:place], pairs[place], *ids[place + 2 :]]
