"""What a running sweep shows: a live display on a terminal, lines elsewhere, JSON, or nothing."""

import json
import time
from typing import Any, TextIO

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from tokenflock.sweeps.status import Status
from tokenflock.sweeps.tally import Report, Tally, duration

LINE_SECONDS = 10.0  # between plain lines


class Silent:
    """Shows nothing."""

    def opened(self, tally: Tally) -> None:
        """As `Display.opened`."""

    def connected(self, tally: Tally) -> None:
        """As `Display.connected`."""

    def batch_done(self, tally: Tally, report: Report) -> None:
        """As `Display.batch_done`."""

    def waiting(self, tally: Tally) -> None:
        """As `Display.waiting`."""

    def finished(self, tally: Tally) -> None:
        """As `Display.finished`."""


class Lines:
    """A line now and then, for files and pipes."""

    def __init__(self, console: Console) -> None:
        self.console, self.last = console, 0.0

    def opened(self, tally: Tally) -> None:
        """Nothing yet: there may be nothing to do."""

    def connected(self, tally: Tally) -> None:
        """Print what was found, and where to look."""
        _print(self.console, opening(tally))

    def batch_done(self, tally: Tally, report: Report) -> None:
        """Print where the sweep stands, unless that was printed just now."""
        if time.monotonic() - self.last > LINE_SECONDS:
            self.last = time.monotonic()
            _print(self.console, tally.sentence())

    def waiting(self, tally: Tally) -> None:
        """Nothing new."""

    def finished(self, tally: Tally) -> None:
        """Print how it ended."""
        _print(self.console, closing(tally))


class LiveDisplay:
    """A bar, the numbers and the latest means, redrawn in place; leaves nothing behind."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.live = Live(console=console, refresh_per_second=4, transient=True)

    def __enter__(self) -> "LiveDisplay":
        return self

    def __exit__(self, *exception: object) -> None:
        self.live.stop()

    def opened(self, tally: Tally) -> None:
        """Nothing yet: there may be nothing to do."""

    def connected(self, tally: Tally) -> None:
        """Print what was found, and begin to draw."""
        _print(self.console, opening(tally))
        self.live.start()
        self.live.update(view(tally))

    def batch_done(self, tally: Tally, report: Report) -> None:
        """Draw what has changed."""
        self.live.update(view(tally))

    def waiting(self, tally: Tally) -> None:
        """Draw that time goes on."""
        self.live.update(view(tally))

    def finished(self, tally: Tally) -> None:
        """Leave a line."""
        self.live.stop()
        _print(self.console, closing(tally))


class JsonLines:
    """One JSON object per line."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def _print(self, event: str, **about: Any) -> None:
        line = json.dumps({"event": event, "time": time.time()} | about)
        print(line, file=self.stream, flush=True)

    def opened(self, tally: Tally) -> None:
        """What is to be done, and what is done already."""
        self._print(
            "begin", sweep=tally.name, runs=tally.runs, batches=tally.batches, kept=tally.kept,
            damaged=tally.damaged,
        )  # fmt: skip

    def connected(self, tally: Tally) -> None:
        """Where to look."""
        self._print("connected", dashboard=tally.dashboard, workers=tally.workers)

    def batch_done(self, tally: Tally, report: Report) -> None:
        """What came back."""
        left = round(tally.remaining, 1) if tally.fresh else None
        self._print("batch", **report, done=tally.done, left=left)

    def waiting(self, tally: Tally) -> None:
        """Nothing new."""

    def finished(self, tally: Tally) -> None:
        """How it ended."""
        self._print(
            "end", done=tally.done, failed=tally.failed, lost=tally.lost, means=tally.means()
        )


def view(tally: Tally) -> Group:
    """A bar, the numbers, and what was measured so far."""
    bar = Table.grid()
    finished = tally.done + tally.failed
    bar.add_row(ProgressBar(total=max(1, tally.runs), completed=finished, width=64))
    means = "   ".join(f"{name} {value:.4g}" for name, value in tally.means().items())
    measured = Text(f"mean at the last time: {means}" if means else "", style="dim")
    error = Text(f"last error: {tally.error}" if tally.error else "", style="red")
    return Group(bar, _numbers(tally), measured, error)


def status_view(status: Status) -> Group:
    """A bar, and a table of what is done and of who is at work."""
    bar = Table.grid()
    finished = status.done + status.failed
    bar.add_row(ProgressBar(total=max(1, status.runs), completed=finished, width=64))
    table = Table(box=None, header_style="bold")
    table.add_column("worker")
    table.add_column("batches in work", justify="right")
    for who, count in (status.running or {}).items():
        table.add_row(who, str(count))
    first = [line for line in status.sentences() if not line.startswith("worker ")]
    return Group(bar, *(Text(line) for line in first), *([table] if status.running else []))


def _numbers(tally: Tally) -> Table:
    table = Table.grid(padding=(0, 3))
    for _ in range(6):
        table.add_column(justify="right")
    heads = ("runs done", "running", "failed", "runs/s", "elapsed", "left")
    table.add_row(*(Text(name, style="dim") for name in heads))
    table.add_row(
        f"{tally.done} of {tally.runs}",
        f"{min(tally.running, tally.workers)} batches",
        Text(str(tally.failed), style="red" if tally.failed else ""),
        f"{tally.rate:.3g}" if tally.fresh else "-",
        duration(time.monotonic() - tally.begun),
        duration(tally.remaining) if tally.fresh else "-",
    )
    return table


def opening(tally: Tally) -> str:
    """What was found in the store, and the dashboard."""
    kept = f", {tally.kept} of them finished before" if tally.kept else ""
    damaged = f", {tally.damaged} damaged and solved again" if tally.damaged else ""
    return (
        f"{tally.name}: {tally.runs} runs in {tally.batches} batches{kept}{damaged}\n"
        f"dashboard {tally.dashboard}"
    )


def closing(tally: Tally) -> str:
    """How the sweep ended, in a line or two."""
    if not tally.fresh and not tally.lost:
        return f"{tally.name}: nothing to do, {tally.sentence()}."
    line = f"{tally.sentence()}, {duration(time.monotonic() - tally.begun)}."
    return line + (f"\nlast error: {tally.error}" if tally.error else "")


def _print(console: Console, text: str) -> None:
    console.print(text, highlight=False, soft_wrap=True)
