"""`tokenflock model info`: the sizes of a model and of its heads' beta and eigenvalues."""

from pathlib import Path
from typing import TYPE_CHECKING

from tokenflock.cli.model.options import Picture, Source
from tokenflock.cli.model.running import Output, Progress, Report, run
from tokenflock.cli.options import Format, Out, Use

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tokenflock.pretrained.model import Model


def command(
    source: Source,
    out: Out = None,
    figure: Picture = "png",
    output: Format = "text",
    files: Use = None,
) -> None:
    """Tell the sizes of a model, and the effective beta and largest eigenvalue of every head."""
    run("info", source, sizes, Output(out, figure, output), files)


def sizes(model: "Model", store: Path, progress: Progress) -> "tuple[Figure, Report]":
    """The figure of all heads, and the sizes of a model with the range of beta."""
    from tokenflock.plots.heads import model_figure
    from tokenflock.pretrained import head_spectra
    from tokenflock.results import save

    stored = len(model.stored)
    table = head_spectra(model, sums=False, progress=lambda k: progress(f"layer {k} of {stored}"))
    save(table, store)
    beta = f"{float(table.beta.min()):.3g} to {float(table.beta.max()):.3g}"
    report = {"name": model.name, "family": model.family} | vars(model.config)
    report |= {"layers_stored": stored, "mask": model.mask, "effective_beta": beta}
    return model_figure(table), report
