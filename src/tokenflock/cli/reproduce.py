"""`tokenflock reproduce`: a paper's figure with its data, caption and provenance, in a folder."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tokenflock.errors import InputError
from tokenflock.papers.claims.claim import Effort
from tokenflock.papers.figures import PaperFigure, figure, names
from tokenflock.runtime.folders import fresh
from tokenflock.runtime.interruptible import watched

if TYPE_CHECKING:
    import xarray as xr


def reproduce(name: str, folder: Path, *, full: bool, model: str | None = None) -> None:
    """Compute and draw a figure into a new folder, and print where it is."""
    wanted = figure(name)
    _check_model(wanted, model)
    console = Console(highlight=False)
    console.print(f"[bold]{escape(wanted.title)}[/], {escape(wanted.source)}  ({wanted.cost})")
    with fresh(folder) as partial, console.status("computing"):
        watched(lambda: _made(wanted, partial, Effort(quick=not full), model), lambda: None)
    console.print(escape(wanted.caption))
    for file in sorted(path.name for path in folder.iterdir()):
        console.print(f"  {folder / file}")


def _check_model(wanted: PaperFigure, model: str | None) -> None:
    if wanted.weights is not None and model is None:
        raise InputError(
            f"`{wanted.name}` is made of a pretrained model: give `--model PATH_OR_NAME`, "
            f"{wanted.weights}."
        )
    if wanted.weights is None and model is not None:
        raise InputError(f"`{wanted.name}` needs no pretrained model. Leave `--model` out.")


def _made(wanted: PaperFigure, folder: Path, effort: Effort, model: str | None) -> None:
    from tokenflock.results import save

    data = _computed(wanted, effort, model).assign_attrs(
        figure=wanted.name, source=wanted.source, effort="quick" if effort.quick else "full"
    )
    save(data, folder / "data.zarr")
    _draw(wanted, data, folder)
    (folder / "caption.txt").write_text(wanted.caption + "\n", encoding="utf-8")
    about = json.dumps(_provenance(data), indent=2)
    (folder / "provenance.json").write_text(about + "\n", encoding="utf-8")


def _computed(wanted: PaperFigure, effort: Effort, model: str | None) -> "xr.Dataset":
    if model is None:
        return wanted.data(effort)
    from tokenflock.pretrained.loading import load_model

    return wanted.data(effort, load_model(model))


def _draw(wanted: PaperFigure, data: "xr.Dataset", folder: Path) -> None:
    from matplotlib.figure import Figure

    from tokenflock.plots import save_figure
    from tokenflock.plots.style import styled

    @styled
    def drawn() -> Figure:
        page = Figure(figsize=(8.4, 4.8), layout="constrained")
        wanted.draw(page, data)
        return page

    for kind in ("png", "pdf"):
        save_figure(drawn(), folder / f"figure.{kind}")


def _provenance(data: "xr.Dataset") -> dict[str, object]:
    from tokenflock.results.provenance import facts

    return {"attributes": dict(data.attrs), "machine": facts()}


def list_figures() -> None:
    """Print every figure with its source, what it shows and what it costs."""
    table = Table(box=None)
    for name in ("figure", "source", "what it shows", "cost"):
        table.add_column(name, overflow="fold")
    for wanted in map(figure, names()):
        table.add_row(wanted.name, wanted.source, escape(wanted.title), wanted.cost)
    Console(highlight=False).print(table)
