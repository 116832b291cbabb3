"""`tokenflock model spectra`: the eigenvalues of every head's V, and what theory says of them."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tokenflock.cli.model.options import Picture, Source
from tokenflock.cli.model.printing import Row
from tokenflock.cli.model.running import Output, Progress, Report, run
from tokenflock.cli.options import Format, Out, Use

if TYPE_CHECKING:
    import xarray as xr
    from matplotlib.figure import Figure

    from tokenflock.pretrained.model import Model


def command(
    source: Source,
    fold: Annotated[bool, typer.Option(help="the gains of the norms are part of V")] = True,
    out: Out = None,
    figure: Picture = "png",
    output: Format = "text",
    files: Use = None,
) -> None:
    """Find the eigenvalues of every head's V, and say what the theory predicts of them."""
    run("spectra", source, partial(spectra, fold=fold), Output(out, figure, output), files)


def spectra(
    model: "Model", store: Path, progress: Progress, *, fold: bool
) -> "tuple[Figure, Report]":
    """The figure of all spectra, a row for every head, and what each kind of them means."""
    from tokenflock.plots.heads import spectra_figure
    from tokenflock.pretrained import head_spectra
    from tokenflock.pretrained.attention_heads.spectra import KINDS, outside_theorem
    from tokenflock.results import save

    stored = len(model.stored)
    table = head_spectra(model, fold=fold, progress=lambda k: progress(f"layer {k} of {stored}"))
    save(table, store)
    rows = _rows(table)
    found = {row["kind"] for row in rows}
    caveat = outside_theorem(model)
    meaning = [
        {"kind": k, "rescaled tokens": text + (caveat if k == "good triple" else "")}
        for k, text in KINDS.items() if k in found
    ]  # fmt: skip
    return spectra_figure(table), {"heads": rows, "predicted": meaning}


def _rows(table: "xr.Dataset") -> list[Row]:
    """One row per head, for the screen or JSON."""
    return [
        {
            "layer": int(table.layer[k]),
            "head": h,
            "leading": [round(float(table[part][k, h, 0]), 4) for part in ("real", "imag")],
            "kind": str(table.kind.data[k, h]),
            "attraction": round(float(table.attraction[k, h]), 5),
            "positive_share": round(float(table.positive_share[k, h]), 3),
            "beta": round(float(table.beta[k, h]), 3),
        }
        for k in range(table.sizes["layer"])
        for h in range(table.sizes["head"])
    ]
