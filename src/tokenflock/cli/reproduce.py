"""`tokenflock reproduce`: a paper's figure with its data, caption and provenance, in a folder."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tokenflock.cli.options import Out, option


def command(
    figure: Annotated[str | None, typer.Argument(help="a figure of a paper")] = None,
    full: Annotated[bool, typer.Option("--full", help="at the size of the paper")] = False,
    listed: Annotated[bool, typer.Option("--list", help="show all figures")] = False,
    model: Annotated[str | None, option("pretrained model, for figures made of one")] = None,
    out: Out = None,
) -> None:
    """Make a figure of a paper again: data, picture, caption and provenance."""
    from tokenflock.runtime.folders import next_free

    if listed or figure is None:
        print_figures()
        return
    folder = out if out is not None else next_free(Path("runs"), figure)
    reproduce(figure, folder, full=full, model=model)


def reproduce(name: str, folder: Path, *, full: bool, model: str | None = None) -> None:
    """Compute and draw a figure into a new folder, and print where it is."""
    from tokenflock.papers import figures
    from tokenflock.papers.claims import Effort
    from tokenflock.papers.figure_folder import check_model, make
    from tokenflock.runtime.folders import fresh
    from tokenflock.runtime.interruptible import watched

    figure = figures.figure(name)
    check_model(figure, model)
    console = Console(highlight=False)
    console.print(f"[bold]{escape(figure.title)}[/], {escape(figure.source)}  ({figure.cost})")
    with fresh(folder) as partial, console.status("computing"):
        watched(lambda: make(figure, partial, Effort(quick=not full), model), lambda: None)
    console.print(escape(figure.caption))
    for file in sorted(path.name for path in folder.iterdir()):
        console.print(f"  {folder / file}")


def print_figures() -> None:
    """Print every figure with its source, what it shows and what it costs."""
    from tokenflock.papers import figures

    table = Table(box=None)
    for name in ("figure", "source", "what it shows", "cost"):
        table.add_column(name, overflow="fold")
    for figure in map(figures.figure, figures.names()):
        table.add_row(figure.name, figure.source, escape(figure.title), figure.cost)
    Console(highlight=False).print(table)
