"""`tokenflock init`: the trainability diagram of an architecture before it is trained."""

from pathlib import Path
from typing import Annotated

import typer

from tokenflock.cli.options import Format, Out, check_choice


def command(
    source: Annotated[
        str, typer.Argument(metavar="CONFIG", help="config.json, or the folder that holds it")
    ],
    tokens: Annotated[int, typer.Option(help="random tokens, 4 to 512")] = 48,
    points: Annotated[int, typer.Option(help="gains on each axis, 3 to 41")] = 11,
    seed: Annotated[int, typer.Option(min=0, help="random seed")] = 0,
    out: Out = None,
    output: Format = "text",
) -> None:
    """Draw where an architecture trains, its own initialization marked."""
    import json

    from rich.console import Console

    from tokenflock.runtime.folders import fresh, next_free
    from tokenflock.runtime.interruptible import watched

    check_choice("--format", output, ("text", "json"))
    folder = out if out is not None else next_free(Path("runs"), "init")
    with fresh(folder) as partial, Console(stderr=True).status("drawing networks"):
        told, facts = watched(lambda: _made(source, tokens, points, seed, partial), lambda: None)
    if output == "json":
        print(json.dumps(facts | {"folder": str(folder)}))
    else:
        print("\n".join([*told, f"The page: {folder / 'report.html'}"]))


def _made(
    source: str, tokens: int, points: int, seed: int, folder: Path
) -> tuple[list[str], dict[str, object]]:
    """Write the page, the figure and the table; return the sentences and the numbers."""
    from tokenflock.diagnosis.initialization import trainability
    from tokenflock.diagnosis.initialization_page import initialization_page
    from tokenflock.plots.diagnosis import trainability_figure
    from tokenflock.plots.saving import save_figure
    from tokenflock.results import save

    found = trainability(source, n=tokens, points=points, seed=seed)
    (folder / "report.html").write_text(initialization_page(found), encoding="utf-8")
    save_figure(trainability_figure(found.table), folder / "figure.png")
    save(found.table, folder / "trainability.zarr")
    return found.sentences(), {str(name): value for name, value in found.table.attrs.items()}
