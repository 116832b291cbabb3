"""`tokenflock plot`: the figure of a sweep's store."""

from pathlib import Path
from typing import Annotated

import typer

from tokenflock.cli.options import option
from tokenflock.errors import InputError


def command(
    store: Annotated[str, typer.Argument(help="path or URL of a sweep's store")],
    measure: Annotated[str | None, option("what to draw; the first measure")] = None,
    x: Annotated[str | None, option("the dimension across")] = None,
    y: Annotated[str | None, option("the dimension upwards; makes a heat map")] = None,
    facet: Annotated[str | None, option("the dimension with a panel per value")] = None,
    out: Annotated[Path | None, option("the file: .png, .svg or .pdf")] = None,
) -> None:
    """Draw a sweep: heat map with theory, lines with error bands, or histogram."""
    print(plot(store, out, measure=measure, x=x, y=y, facet=facet))


def plot(
    store: str, out: Path | None, *, measure: str | None, x: str | None, y: str | None,
    facet: str | None,
) -> Path:  # fmt: skip
    """Draw a sweep into a file, by default beside its store; the path of the file."""
    from tokenflock.plots.grids import sweep_figure
    from tokenflock.plots.saving import save_figure
    from tokenflock.sweeps.store import opened

    data = opened(store)
    if not bool((data["state"] == 1).any()):
        raise InputError(f"No run of `{store}` is done yet, so there is nothing to draw.")
    target = out or Path(Path(store.rstrip("/")).name).with_suffix(".png")
    if out is None and "://" not in store:
        target = Path(store).with_suffix(".png")
    return save_figure(sweep_figure(data, measure=measure, x=x, y=y, facet=facet), target)
