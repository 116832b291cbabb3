"""Plain text as Markdown, and tables of it."""

import re
from collections.abc import Iterable, Sequence

SPECIAL = re.compile(r"([\\`*_{}\[\]<>|$#~^])")


def plain(text: str) -> str:
    """Text of which no character is markup; what stands in backticks stays code."""
    pieces = re.split(r"(`[^`]+`)", text)
    return "".join(p if k % 2 else SPECIAL.sub(r"\\\1", p) for k, p in enumerate(pieces))


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table whose cells are Markdown already."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
