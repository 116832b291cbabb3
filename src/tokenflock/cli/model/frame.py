"""What all verbs share: load in the background under a progress line, work, save, print."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tokenflock.pretrained.model import Model

Tell = Callable[[str], None]  # what is being done, for the progress line
Said = dict[str, Any]
Work = Callable[["Model", Path, Tell], "tuple[Figure, Said]"]

FIGURES = ("png", "svg", "pdf", "none")
FORMS = ("text", "json")
MOST_LETTERS = 20  # of a cell that is never broken


def make(verb: str, source: str, work: Work, out: Path | None, figure: str, output: str) -> None:
    """Run `work(model, store, tell)`, which writes its data to the store; print what it says."""
    from rich.console import Console

    from tokenflock.runtime.folders import fresh, next_free
    from tokenflock.runtime.interruptible import watched
    from tokenflock.runtime.memory import return_large_blocks
    from tokenflock.spec.vocabulary import one_of

    for option, got, valid in (("--figure", figure, FIGURES), ("--format", output, FORMS)):
        if got not in valid:
            raise one_of(option, valid, got)
    folder = out if out is not None else next_free(Path("runs"), f"model-{verb}")
    stage = ["reading"]
    return_large_blocks()

    def run(partial: Path) -> Said:
        from tokenflock.pretrained.loading import load_model

        store = partial / f"{verb}.zarr"
        drawn, said = work(load_model(source), store, lambda text: stage.__setitem__(0, text))
        if figure != "none":
            from tokenflock.plots import save_figure

            save_figure(drawn, partial / f"figure.{figure}")
        return said

    with fresh(folder) as partial, Console(stderr=True).status("reading") as status:
        said = watched(lambda: run(partial), lambda: status.update(stage[0]))
    if output == "json":
        print(json.dumps(said | {"folder": str(folder)}))
    else:
        _show(said, folder)


def _show(said: Said, folder: Path) -> None:
    """Tables for lists of rows and for rows with names, lines for single values."""
    from rich.console import Console
    from rich.markup import escape

    console = Console(highlight=False)
    plain = {name: value for name, value in said.items() if not isinstance(value, list | dict)}
    width = max(map(len, plain), default=0)
    for name, value in plain.items():
        print(f"{name.replace('_', ' '):<{width}}  {value}")
    for value in said.values():
        if isinstance(value, list) and value:
            console.print(_table(value))
    named = [{"": name} | row for name, row in said.items() if isinstance(row, dict)]
    if named:
        console.print(_table(named))
    console.print(f"\nSaved in [bold]{escape(str(folder))}[/]")


def _table(rows: list[Said]) -> Any:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in rows[0]:
        short = all(len(_shown(row[name])) < MOST_LETTERS for row in rows)
        table.add_column(name.replace("_", "\n"), overflow="fold", no_wrap=short)
    for row in rows:
        table.add_row(*(_shown(value) for value in row.values()))
    return table


def _shown(value: Any) -> str:
    if isinstance(value, list):  # a complex number
        real, imag = value
        return f"{real:.3f}" if not imag else f"{real:.3f} {'+-'[imag < 0]} {abs(imag):.3f}i"
    return "-" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
