"""`tokenflock sweep`: a sweep file solved into its store, continued or estimated."""

import os
import sys
import time
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from tokenflock.cli.exits import leave
from tokenflock.cli.options import Use, check_choice, option, use
from tokenflock.errors import InputError

if TYPE_CHECKING:
    from tokenflock.sweeps.sweep import Sweep
    from tokenflock.sweeps.tally import Display


WATCH_SECONDS = 2.0  # between two looks at a store


def command(
    file: Annotated[str, typer.Argument(help="a sweep file (.toml); with --status, or a store")],
    out: Annotated[str | None, option("path or URL of the store; runs/NAME.zarr")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="print shape, size and time")] = False,
    workers: Annotated[int | None, option("local workers; one per core")] = None,
    scheduler: Annotated[str | None, option("a running cluster, tcp://host:port")] = None,
    extend: Annotated[bool, typer.Option("--extend", help="add axis values or seeds")] = False,
    retry: Annotated[bool, typer.Option("--retry", help="solve failed runs again")] = False,
    events: Annotated[str | None, option("json: one event per line")] = None,
    status: Annotated[bool, typer.Option("--status", help="tell where it stands")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="the same, drawn anew until done")] = False,
    failed: Annotated[bool, typer.Option("--failed", help="list failed runs, and why")] = False,
    files: Use = None,
) -> None:
    """Solve a grid of simulations into one store, or continue where that stopped."""
    if events is not None:
        check_choice("--events", events, ("json",))
    if workers is not None and workers < 1:
        raise InputError(f"`--workers` must be at least 1. Got {workers}.")
    asked = [f"--{n}" for n, v in (("status", status), ("watch", watch), ("failed", failed)) if v]
    if asked and (len(asked) > 1 or dry_run or workers or scheduler or extend or retry):
        raise InputError(
            f"`{asked[0]}` only tells: beside it go `--out` and `--events`, no others."
        )
    use(files)
    if asked:
        url = store_of(Path(file), out) if file.endswith(".toml") else file
        {"--status": tell, "--watch": follow, "--failed": list_failed}[asked[0]](
            url, events=events is not None
        )
        return
    if dry_run:
        estimate(Path(file), out, workers)
        return
    ended = sweep(
        Path(file), out, workers=workers, scheduler=scheduler, extend=extend, retry=retry,
        events=events is not None,
    )  # fmt: skip
    if ended == 130:
        leave(ended)  # without another sentence
    raise typer.Exit(ended)


def tell(url: str, *, events: bool) -> None:
    """Print where the sweep of a store stands."""
    from tokenflock.sweeps.status import status_of

    found = status_of(url)
    print(found.as_json() if events else "\n".join(found.sentences()))


def follow(url: str, *, events: bool) -> None:
    """Draw where the sweep of a store stands, until it is done or nobody works on it."""
    from rich.live import Live

    from tokenflock.sweeps.displays import status_view
    from tokenflock.sweeps.status import status_of

    found = status_of(url)
    if events:
        print(found.as_json(), flush=True)
    console = Console(highlight=False, quiet=events)
    with Live(status_view(found), console=console, auto_refresh=False) as live:
        while found.running is not None and found.finished < found.batches:
            time.sleep(WATCH_SECONDS)
            found = status_of(url)
            live.update(status_view(found), refresh=True)
            if events:
                print(found.as_json(), flush=True)


def list_failed(url: str, *, events: bool) -> None:
    """Print the failed runs of a store, a line each."""
    from tokenflock.sweeps.failures import failures

    count = 0
    for one in failures(url):
        count += 1
        print(one.as_json() if events else one.sentence())
    if not events:
        print(f"{count} failed; --retry solves their batches again." if count else "None failed.")


def sweep(
    file: Path, out: str | None, *, workers: int | None, scheduler: str | None, extend: bool,
    retry: bool, events: bool,
) -> int:  # fmt: skip
    """Solve a sweep; 0 if all runs are done, 1 if some have failed or the cluster is gone."""
    # A second to import, which other verbs are spared.
    from tokenflock.sweeps.cluster import ClusterGoneError
    from tokenflock.sweeps.engine import prepared, solve
    from tokenflock.sweeps.sweep import Sweep

    url, console = store_of(file, out), Console(highlight=False)
    job = prepared(Sweep.from_file(file), url, extend=extend, retry=retry)
    tally, again = job.tally, "Run the same command again to continue."
    try:
        with _display(console, events) as display:
            solve(job, workers=workers, scheduler=scheduler, display=display)
    except ClusterGoneError:
        print(f"The scheduler is gone. {tally.sentence()}. {again}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"Stopped: {tally.sentence()}. {again}", file=sys.stderr)
        return 130
    if not events:
        console.print(f"Saved in [bold]{url}[/]", soft_wrap=True)
        if tally.failed:
            console.print(
                "Failed runs are kept with their error: --failed lists them, --retry solves "
                "their batches again."
            )
    return 1 if tally.failed or tally.lost else 0


def store_of(file: Path, out: str | None) -> str:
    """The store of a sweep: as named, or runs/NAME.zarr."""
    return out if out is not None else os.path.join("runs", f"{file.stem}.zarr")


def _display(console: Console, events: bool) -> AbstractContextManager["Display"]:
    """What shows the progress, on a terminal or not; gone when it is left."""
    from tokenflock.sweeps.displays import JsonLines, Lines, LiveDisplay

    if events:
        return nullcontext(JsonLines(sys.stdout))
    return LiveDisplay(console) if console.is_terminal else nullcontext(Lines(console))


def estimate(file: Path, out: str | None, workers: int | None) -> None:
    """Print the shape, the size on disk and an estimate of the time of a sweep."""
    from tokenflock.sweeps.cores import one_per_core
    from tokenflock.sweeps.estimate import seconds
    from tokenflock.sweeps.sweep import Sweep
    from tokenflock.sweeps.tally import duration
    from tokenflock.sweeps.validation import validate

    sweep = Sweep.from_file(file)
    validate(sweep)
    console = Console(highlight=False)
    grid = " x ".join(f"{size} {dim}" for dim, size in zip(sweep.dims, sweep.shape, strict=True))
    console.print(f"[bold]{sweep.name}[/]: {grid} = {sweep.runs} runs")
    count = len(sweep.batches)
    console.print(f"{count} batch{'es' * (count > 1)} of at most {sweep.batches[0].runs} runs")
    _print_arrays(console, sweep, store_of(file, out))
    count = workers or one_per_core()
    alone = seconds(sweep)
    console.print(f"about {duration(alone / count)} on {count} workers, from a short calibration")


def _print_arrays(console: Console, sweep: "Sweep", url: str) -> None:
    from tokenflock.sweeps import layout

    arrays = list(layout.variables(sweep))
    table = Table(box=None, header_style="bold")
    for name in ("array", "dimensions", "bytes"):
        table.add_column(name, justify="right" if name == "bytes" else "left")
    for array in arrays:
        dims = ", ".join(f"{d} {s}" for d, s in zip(array.dims, array.shape, strict=True))
        table.add_row(array.name, dims, f"{array.size:,}")
    console.print(table)
    total = sum(array.size for array in arrays)
    console.print(f"at most {_bytes(total)} on disk, in {url}", soft_wrap=True)


def _bytes(count: int) -> str:
    """A size as people say it."""
    for size, unit in ((10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if count >= size:
            return f"{count / size:.3g} {unit}"
    return f"{count} bytes"
