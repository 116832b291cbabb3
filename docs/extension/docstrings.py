"""Docstrings in house style as reStructuredText.

A docstring is paragraphs, formulas indented by four, names in single backticks, and examples after
`>>>`.  Formulas become blocks, names become code or links, and everything else is taken as it is.
"""

import inspect
import re
from collections.abc import Collection, Iterable, Iterator
from itertools import groupby

import tokenflock
from tokenflock import pretrained, theory

CODE = re.compile(r"`([^`]+)`")
SPECIAL = re.compile(r"([\\*_|])")
EMPHASIS = re.compile(r"\\\*(\w+)\\\*")
LINKS = {name: f"tokenflock.{name}" for name in tokenflock.__all__}
LINKS |= {name: f"tokenflock.theory.{name}" for name in theory.__all__}
LINKS |= {name: f"tokenflock.pretrained.{name}" for name in pretrained.__all__}


def restructured(lines: Iterable[str], own: Collection[str] = ()) -> Iterator[str]:
    """The lines of a docstring as lines of reStructuredText; names in `own` are no links."""
    for kind, block in groupby(_kinds(lines), key=lambda pair: pair[0]):
        text = [line for _, line in block]
        if kind == "formula":
            yield from ("", ".. code-block:: text", "", *text, "")
        elif kind == "example":
            yield from ("", *text, "")
        else:
            yield from inline("\n".join(text), own).split("\n")


def _kinds(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each line with what it belongs to; an empty line belongs to what stands before it."""
    kind = "prose"
    for line in lines:
        if line.startswith(">>>"):
            kind = "example"
        elif line.strip() and kind != "example":
            kind = "formula" if line.startswith("    ") else "prose"
        yield kind, line
        if kind == "example" and not line.strip():
            kind = "prose"


def inline(text: str, own: Collection[str] = ()) -> str:
    """A paragraph with code marked as code, public names as links, and no other markup."""
    pieces = CODE.split(text)
    pieces[::2] = [_plain(words) for words in pieces[::2]]
    pieces[1::2] = [_code(code, own) for code in pieces[1::2]]
    # Markup must end at a space or a full stop: an empty escape stands for one.
    for k in range(2, len(pieces), 2):
        if pieces[k][:1].isalnum():
            pieces[k] = "\\ " + pieces[k]
    return "".join(pieces)


def _plain(words: str) -> str:
    """Words without markup, but for *one* that is emphasized."""
    return EMPHASIS.sub(r"*\1*", SPECIAL.sub(r"\\\1", words))


def _code(code: str, own: Collection[str]) -> str:
    name = code.removesuffix("()").removeprefix("tkf.")
    if name in LINKS and name not in own:
        return f":py:obj:`{code} <{LINKS[name]}>`"
    return f"``{code}``"


def process(app, what, name, obj, options, lines) -> None:
    """Sphinx's event for every docstring."""
    own = {name.rpartition(".")[2], *_parameters(obj)}
    lines[:] = restructured(list(lines), own)


def _parameters(value: object) -> Iterable[str]:
    try:
        return inspect.signature(value).parameters
    except (TypeError, ValueError):  # what has none
        return ()
