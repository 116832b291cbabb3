"""A figure of a paper as a folder: its data, the picture, the caption and where it comes from."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

from tokenflock.errors import InputError
from tokenflock.papers.claims.claim import Effort
from tokenflock.papers.paper_figure import PaperFigure

if TYPE_CHECKING:
    import xarray as xr


def check_model(figure: PaperFigure, model: str | None) -> None:
    """Refuse a figure of weights without a model, and a model that is not asked for."""
    if figure.weights is not None and model is None:
        raise InputError(
            f"`{figure.name}` is made of a pretrained model: give `--model PATH_OR_NAME`, "
            f"{figure.weights}."
        )
    if figure.weights is None and model is not None:
        raise InputError(f"`{figure.name}` needs no pretrained model. Leave `--model` out.")


def make(figure: PaperFigure, folder: Path, effort: Effort, model: str | None = None) -> None:
    """Compute and draw a figure into an existing folder."""
    from tokenflock.results import save

    data = _computed(figure, effort, model).assign_attrs(
        figure=figure.name, source=figure.source, effort="quick" if effort.quick else "full"
    )
    save(data, folder / "data.zarr")
    _draw(figure, data, folder)
    (folder / "caption.txt").write_text(figure.caption + "\n", encoding="utf-8")
    about = json.dumps(_provenance(data), indent=2)
    (folder / "provenance.json").write_text(about + "\n", encoding="utf-8")


def _computed(figure: PaperFigure, effort: Effort, model: str | None) -> "xr.Dataset":
    if model is None:
        return figure.data(effort)
    from tokenflock.pretrained import load_model

    return figure.data(effort, load_model(model))


def _draw(figure: PaperFigure, data: "xr.Dataset", folder: Path) -> None:
    from matplotlib.figure import Figure

    from tokenflock.plots import save_figure
    from tokenflock.plots.style import styled

    @styled
    def drawn() -> Figure:
        page = Figure(figsize=(8.4, 4.8), layout="constrained")
        figure.draw(page, data)
        return page

    for kind in ("png", "pdf"):
        save_figure(drawn(), folder / f"figure.{kind}")


def _provenance(data: "xr.Dataset") -> dict[str, object]:
    from tokenflock.results.provenance import facts

    return {"attributes": dict(data.attrs), "machine": facts()}
