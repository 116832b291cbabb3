"""`tokenflock search`: look for a system that violates a claim."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tokenflock.cli.exits import leave
from tokenflock.cli.options import Format, Use, check_choice, option, use

if TYPE_CHECKING:
    from tokenflock.papers.search.finding import Searched
    from tokenflock.papers.search.hunt import Evaluations


def command(
    name: Annotated[
        str | None, typer.Argument(metavar="CLAIM", help="a claim, or a file of your own (.py)")
    ] = None,
    evaluations: Annotated[int, typer.Option(min=1, help="systems to try")] = 20000,
    seed: Annotated[int, typer.Option(min=0, help="another seed, another search")] = 0,
    out: Annotated[Path | None, option("folder of the search; one that exists goes on")] = None,
    gradients: Annotated[
        bool, typer.Option("--gradients", help="climb by derivatives through the flow")
    ] = False,
    listed: Annotated[bool, typer.Option("--list", help="show all that can be searched")] = False,
    output: Format = "text",
    files: Use = None,
) -> None:
    """Look for a violation of a claim: exit 0 if there is none, 1 if one was found.

    Killed or stopped, it goes on where it was when it is started again.
    """
    check_choice("--format", output, ("text", "json"))
    if listed or name is None:
        print_quantified()
        return
    use(files)
    try:
        found = searched(name, evaluations, seed, out, gradients=gradients, quiet=output == "json")
    except KeyboardInterrupt:
        leave(130, "Stopped. The same command goes on where it was.")
    if output == "json":
        print(json.dumps(found.plain()))
    raise typer.Exit(1 if found.worst.is_violation else 0)


def searched(
    name: str, evaluations: int, seed: int, out: Path | None, *, gradients: bool, quiet: bool
) -> "Searched":
    """Search, tell how it goes, and print what was found."""
    from tokenflock.papers.claims import claim
    from tokenflock.papers.search.finding import Search
    from tokenflock.runtime.interruptible import watched

    console = Console(highlight=False, quiet=quiet)
    chosen = watched(lambda: claim(name), lambda: None)
    folder = out if out is not None else Path("searches") / f"{chosen.name}-{seed}"
    search = Search(chosen, folder, budget=evaluations, seed=seed, gradients=gradients)
    with console.status("looking for a violation") as status:
        found = watched(lambda: search.run(lambda now: status.update(_progress(now))), lambda: None)
    console.print(escape(found.sentence))
    console.print(f"  the closest system: tokenflock run {folder / 'worst.toml'}")
    return found


def _progress(now: "Evaluations") -> str:
    closest = f", the closest margin {-now.best[0].excess:.2g}" if now.best else ""
    ending = "Ctrl-C stops, and the same command goes on"
    return f"{now.spent} of {now.budget} systems{closest}; {ending}"


def print_quantified() -> None:
    """Print the claims that say what they quantify over."""
    from tokenflock.papers.claims import all_claims

    table = Table(box=None)
    for title in ("claim", "source", "on record", "for all"):
        table.add_column(title, overflow="fold")
    for claim in all_claims():
        if claim.quantified is not None:
            over = ", ".join(claim.quantified.parts)
            table.add_row(claim.name, escape(claim.source), claim.verdict, escape(over))
    Console(highlight=False).print(table)
