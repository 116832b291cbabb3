"""`tokenflock model compare`: where the flow of the heads and the states of the model part ways."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tokenflock.cli.model.options import Picture, Repeat, Source, Text
from tokenflock.cli.model.running import Output, Progress, Report, run
from tokenflock.cli.options import SENTENCE, Format, Out, Use

if TYPE_CHECKING:
    import numpy as np
    import xarray as xr
    from matplotlib.figure import Figure

    from tokenflock.pretrained.model import Model


def command(
    source: Source,
    text: Text = None,
    repeat: Repeat = None,
    coupling: Annotated[
        int, typer.Option(help="singular vectors of the layers' Jacobians to compare; 0: none")
    ] = 0,
    out: Out = None,
    figure: Picture = "png",
    output: Format = "text",
    files: Use = None,
) -> None:
    """Measure where the flow of the heads and the states of the model part ways."""
    text = SENTENCE if text is None else text
    work = partial(versions, text=text, repeat=repeat, coupling=coupling)
    run("compare", source, work, Output(out, figure, output), files)


def versions(
    model: "Model", store: Path, progress: Progress, *, text: str, repeat: int | None,
    coupling: int,
) -> "tuple[Figure, Report]":  # fmt: skip
    """The figure and the table of all versions of a model on one sentence."""
    import numpy as np

    from tokenflock.plots.comparisons import comparison_figure
    from tokenflock.pretrained import compare, repeated, tokenize
    from tokenflock.results import save

    ids, labels = tokenize(model, text)
    model = model if repeat is None else repeated(model, repeat)
    table = compare(model, ids, progress=lambda k: progress(f"version {k}"))
    table = table.assign_coords(label=("token", np.array(labels, object)))
    if coupling:
        progress("Jacobians of the layers")
        table = table.merge(_coupling(model, ids, coupling))
    save(table, store)
    return comparison_figure(table), _report(table)


def _coupling(model: "Model", ids: "np.ndarray", K: int) -> "xr.Dataset":
    """Block coupling of the Jacobians of all layers, at the last token."""
    import xarray as xr

    from tokenflock.pretrained import block_coupling, forward

    found = block_coupling(model, forward(model, ids, matrices=False).x.data, K=K)
    return xr.Dataset({"coupling": (("layer", "other"), found, {"K": K})})


def _report(table: "xr.Dataset") -> Report:
    """A row for every version, and the mean coupling where it was measured."""
    report: Report = {
        str(name): {
            "end_angle": round(float(table.angle[k, -1]), 4),
            "parted_at": _layer(float(table.parted[k])),
            "end_cosine": round(float(table.cosine[k, -1]), 4),
        }
        for k, name in enumerate(table.version.data)
    }
    if "coupling" in table:
        report["mean_coupling_of_different_layers"] = round(_mean_apart(table.coupling.data), 4)
    return report


def _layer(value: float) -> int | None:
    """The number of a layer; None for nan."""
    return int(value) if value == value else None


def _mean_apart(square: "np.ndarray") -> float:
    """The mean of a square table off its diagonal; 0 for a single layer."""
    count = len(square) * (len(square) - 1)
    return float(square.sum() - square.trace()) / count if count else 0.0
