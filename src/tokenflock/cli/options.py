"""What several verbs share: options, the check of a word, and files of the user's own."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

# Read by models where no text is given.
SENTENCE = "Attention is a vector field, depth is time, tokens are particles."


def option(text: str, *names: str) -> Any:
    """An option that may be left out, described by its help alone."""
    return typer.Option(*names, help=text, show_default=False)


Out = Annotated[Path | None, option("folder for the results; it must not exist")]
Format = Annotated[str, typer.Option("--format", help="text or json")]
Quick = Annotated[bool, typer.Option("--quick", help="fewer runs, wider errors")]
Jobs = Annotated[int, typer.Option(min=1, help="claims measured at a time")]
Use = Annotated[
    list[Path] | None,
    typer.Option(
        "--use",
        metavar="FILE.py",
        help="a file of your own, imported first: masks, spaces, ... that it names",
        show_default=False,
    ),
]


def check_choice(name: str, got: str, valid: tuple[str, ...]) -> None:
    """Refuse a word that is none of the valid ones."""
    from tokenflock.spec.vocabulary import one_of

    if got not in valid:
        raise one_of(name, valid, got)


def use(files: Sequence[Path] | None) -> None:
    """Import files of the user's own, so that specs may name what they define."""
    from tokenflock.runtime.interruptible import watched
    from tokenflock.spec import vocabulary

    for file in files or ():
        # In the background: Ctrl-C in the middle of importing NumPy or JAX may crash.
        watched(partial(vocabulary.use, file), lambda: None)
