"""`tokenflock sweep`: a sweep file solved into its store, watched, continued or estimated."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tokenflock.cli.exits import leave
from tokenflock.cli.options import Use, check_choice, option, use
from tokenflock.errors import InputError


def command(
    file: Annotated[Path, typer.Argument(help="a sweep file (.toml)")],
    out: Annotated[str | None, option("path or URL of the store; runs/NAME.zarr")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="only tell shape, size, time")] = False,
    workers: Annotated[int | None, option("local workers; one per core")] = None,
    scheduler: Annotated[str | None, option("a running cluster, tcp://host:port")] = None,
    extend: Annotated[bool, typer.Option("--extend", help="add axis values or seeds")] = False,
    retry: Annotated[bool, typer.Option("--retry", help="solve failed runs again")] = False,
    events: Annotated[str | None, option("json: one event per line")] = None,
    files: Use = None,
) -> None:
    """Solve a grid of simulations into one store, or continue where that stopped."""
    if events is not None:
        check_choice("--events", events, ("json",))
    if workers is not None and workers < 1:
        raise InputError(f"`--workers` must be at least 1. Got {workers}.")
    use(files)
    if dry_run:
        estimate(file, out, workers)
        return
    status = sweep(
        file, out, workers=workers, scheduler=scheduler, extend=extend, retry=retry,
        events=events is not None,
    )  # fmt: skip
    if status == 130:
        leave(status)  # what is there was said
    raise typer.Exit(status)


def sweep(
    file: Path, out: str | None, *, workers: int | None, scheduler: str | None, extend: bool,
    retry: bool, events: bool,
) -> int:  # fmt: skip
    """Solve a sweep; 0 if all runs are done, 1 if some have failed or the cluster is gone."""
    from tokenflock.sweeps.engine import ClusterGoneError, run_sweep
    from tokenflock.sweeps.plan import Sweep
    from tokenflock.sweeps.progress import Display, Events, Lines

    wanted = Sweep.from_file(file)
    url = store_of(file, out)
    console = Console(stderr=False, highlight=False)
    watch: Events | Display | Lines = (
        Events(sys.stdout)
        if events
        else Display(console)
        if console.is_terminal
        else Lines(console)
    )
    again = "Run the same command again to continue."
    try:
        with _hidden_at_last(watch):
            run_sweep(
                wanted, url, workers=workers, scheduler=scheduler, extend=extend, retry=retry,
                watch=watch,
            )  # fmt: skip
    except ClusterGoneError:
        print(f"The scheduler is gone. {watch.sentence()}. {again}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"Stopped: {watch.sentence()}. {again}", file=sys.stderr)
        return 130
    if not events:
        console.print(f"Saved in [bold]{url}[/]", soft_wrap=True)
        if watch.failed:
            console.print("Failed runs are kept with their error; --retry solves them again.")
    return 1 if watch.failed or watch.lost else 0


def store_of(file: Path, out: str | None) -> str:
    """The store of a sweep: as named, or runs/NAME.zarr."""
    return out if out is not None else os.path.join("runs", f"{file.stem}.zarr")


@contextmanager
def _hidden_at_last(watch: object) -> Iterator[None]:
    """Leave no live display behind, whatever happens."""
    from tokenflock.sweeps.progress import Display

    try:
        yield
    finally:
        if isinstance(watch, Display):
            watch.live.stop()


def estimate(file: Path, out: str | None, workers: int | None) -> None:
    """Print the shape, the size on disk and an estimate of the time of a sweep."""
    from tokenflock.sweeps import layout
    from tokenflock.sweeps.estimate import seconds
    from tokenflock.sweeps.pinning import shares
    from tokenflock.sweeps.plan import Sweep
    from tokenflock.sweeps.progress import span
    from tokenflock.sweeps.validation import validate

    wanted = Sweep.from_file(file)
    validate(wanted)
    console = Console(highlight=False)
    grid = " x ".join(f"{size} {dim}" for dim, size in zip(wanted.dims, wanted.shape, strict=True))
    console.print(f"[bold]{wanted.name}[/]: {grid} = {wanted.runs} runs")
    count = len(wanted.blocks)
    console.print(f"{count} batch{'es' * (count > 1)} of at most {wanted.blocks[0].runs} runs")
    table = Table(box=None, header_style="bold")
    for name in ("array", "dimensions", "bytes"):
        table.add_column(name, justify="right" if name == "bytes" else "left")
    arrays = list(layout.variables(wanted))
    for array in arrays:
        dims = ", ".join(f"{d} {s}" for d, s in zip(array.dims, array.shape, strict=True))
        table.add_row(array.name, dims, f"{array.size:,}")
    console.print(table)
    total = sum(array.size for array in arrays)
    console.print(f"at most {_bytes(total)} on disk, in {store_of(file, out)}", soft_wrap=True)
    count = workers or len(shares(os.cpu_count() or 1))
    alone = seconds(wanted)
    console.print(f"about {span(alone / count)} on {count} workers, from a short calibration")


def _bytes(count: int) -> str:
    """A size as people say it."""
    for size, unit in ((10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if count >= size:
            return f"{count / size:.3g} {unit}"
    return f"{count} bytes"
