"""`tokenflock cite`: BibTeX for a preset, a spec file, a claim, a figure or a paper."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from tokenflock.cli.options import check_choice

if TYPE_CHECKING:
    from tokenflock.papers.bibliography import Work


def command(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME", help="presets, spec files, claims, figures, arXiv numbers"),
    ] = None,
    output: Annotated[str, typer.Option("--format", help="bibtex or json")] = "bibtex",
) -> None:
    """Print BibTeX for the program and for what a spec, claim or figure stands on."""
    check_choice("--format", output, ("bibtex", "json"))
    from tokenflock.papers import bibliography
    from tokenflock.papers.citations import works_behind

    cited = [pair for name in names or () for pair in works_behind(name)]
    print(_json(cited) if output == "json" else bibliography.bibtex(cited).rstrip())


def _json(cited: "Sequence[tuple[str, Work]]") -> str:
    from tokenflock.papers.bibliography import because

    works = because(cited).items()
    return json.dumps([{"key": w.key, "kind": w.kind, **w.plain(), "because": r} for w, r in works])
