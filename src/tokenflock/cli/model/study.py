"""`tokenflock model study`: flows of one layer that differ in one thing at a time."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tokenflock.cli.model.options import (
    Depth,
    LastTime,
    Picture,
    Samples,
    Seed,
    Source,
    Text,
    Tolerance,
    equal_times,
)
from tokenflock.cli.model.printing import Row
from tokenflock.cli.model.running import Output, Progress, Report, run
from tokenflock.cli.options import SENTENCE, Format, Out, Use

if TYPE_CHECKING:
    import numpy as np
    import xarray as xr
    from matplotlib.figure import Figure

    from tokenflock.pretrained.model import Model


def command(
    source: Source,
    layer: Depth = 0,
    tokens: Annotated[int, typer.Option(help="number of tokens where it is not varied")] = 32,
    text: Text = None,
    t_end: LastTime = 10.0,
    samples: Samples = 41,
    tol: Tolerance = 1e-4,
    seed: Seed = 0,
    out: Out = None,
    figure: Picture = "png",
    output: Format = "text",
    files: Use = None,
) -> None:
    """Vary the number of tokens, their start and the number of heads: limits and rates of flows."""
    work = partial(
        flows, text=SENTENCE if text is None else text, layer=layer, n=tokens,
        times=equal_times(t_end, samples), tol=tol, seed=seed,
    )  # fmt: skip
    run("study", source, work, Output(out, figure, output), files, keeps=True)


def flows(
    model: "Model", store: Path, progress: Progress, *, text: str, layer: int, n: int,
    times: "np.ndarray", tol: float, seed: int,
) -> "tuple[Figure, Report]":  # fmt: skip
    """The figure of a study, and a row for every flow."""
    from tokenflock.plots.comparisons import study_figure
    from tokenflock.pretrained import study

    table = study(
        model, text, layer=layer, n=n, times=times, tol=tol, seed=seed, progress=progress,
        keep=lambda so_far: _replace(so_far, store),
    )  # fmt: skip
    return study_figure(table), {"flows": [_row(table.isel(run=k)) for k in range(len(table.run))]}


def _replace(table: "xr.Dataset", store: Path) -> None:
    """Write what is known so far; at any moment one whole store is there, old or new."""
    import shutil

    from tokenflock.results import save

    newer = store.with_name(f"{store.name}.newer")
    shutil.rmtree(newer, ignore_errors=True)
    save(table, newer)
    shutil.rmtree(store, ignore_errors=True)
    newer.rename(store)


def _row(flow: "xr.Dataset") -> Row:
    """What a flow ends as, and how fast in the last quarter of time."""
    import numpy as np

    late = flow["rate"].data[3 * flow.sizes["time"] // 4 :]
    rate = float(np.nanmedian(late)) if np.isfinite(late).any() else None
    return {
        "varied": str(flow["varied"].data), "value": str(flow["value"].data),
        "tokens": int(flow["n"]), "heads": int(flow["heads"]),
        "end_cosine": round(float(flow["alignment"][-1]), 4),
        "clusters": int(flow["clusters"][-1]), "loose": int(flow["unclustered"][-1]),
        "effective_rank": round(float(flow["effective_rank"][-1]), 2),
        "late_rate": None if rate is None else round(rate, 4),
    }  # fmt: skip
