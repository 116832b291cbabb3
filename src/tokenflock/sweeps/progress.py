"""What a running sweep tells: a live display on a terminal, lines elsewhere, or JSON events."""

import json
import time
from typing import Any, Protocol, TextIO

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from tokenflock.sweeps.plan import Sweep

LINE_SECONDS = 10.0  # between plain lines

Report = dict[str, Any]


class Watch(Protocol):
    """Hears what happens to a sweep."""

    def begin(self, sweep: Sweep, records: list[Report], damaged: int) -> None:
        """The store is open; `records` are of the batches it holds."""

    def connected(self, address: str, workers: int) -> None:
        """So many workers are there; `address` is that of their dashboard."""

    def batch(self, report: Report) -> None:
        """A batch came back."""

    def tick(self, running: int) -> None:
        """Some moments have passed; so many batches are out."""

    def end(self) -> None:
        """All batches are back."""


class Tally:
    """What has been heard so far."""

    def __init__(self) -> None:
        self.runs = self.done = self.failed = self.fresh = self.batches = self.finished = 0
        self.lost = self.damaged = self.running = self.workers = 0
        self.error, self.address, self.begun = "", "", time.monotonic()
        self.seconds, self.processor, self.first, self.last = 0.0, 0.0, float("inf"), 0.0
        self.sums: dict[str, tuple[float, int]] = {}

    def begin(self, sweep: Sweep, records: list[Report], damaged: int) -> None:
        """As `Watch.begin`."""
        self.name, self.runs, self.batches = sweep.name, sweep.runs, len(sweep.blocks)
        self.damaged, self.kept = damaged, len(records)
        for record in records:
            self._count(record)

    def connected(self, address: str, workers: int) -> None:
        """As `Watch.connected`: the clock starts."""
        self.address, self.workers, self.begun = address, workers, time.monotonic()

    def tick(self, running: int) -> None:
        """As `Watch.tick`."""
        self.running = running

    def batch(self, report: Report) -> None:
        """As `Watch.batch`."""
        if report.get("lost"):
            self.lost += 1
            self.error = report["first_error"]
            return
        self._count(report)
        if report.get("new"):
            self.fresh += report["runs"]
            self.seconds += report["seconds"]
            self.processor += report["processor_seconds"]
            self.first = min(self.first, report["begun"])
            self.last = max(self.last, report["ended"])

    def _count(self, record: Report) -> None:
        self.finished += 1
        self.done += record["runs"] - record["failed"]
        self.failed += record["failed"]
        self.error = record["first_error"] or self.error
        for name, value in record["latest"].items():
            total, count = self.sums.get(name, (0.0, 0))
            if value is not None:
                self.sums[name] = total + value * record["runs"], count + record["runs"]

    @property
    def rate(self) -> float:
        """Runs per second since the workers were there."""
        return self.fresh / max(time.monotonic() - self.begun, 1e-9)

    @property
    def remaining(self) -> float:
        """Seconds until the end, as far as one can tell."""
        left = self.runs - self.done - self.failed
        return left / self.rate if self.fresh else float("inf")

    def means(self) -> dict[str, float]:
        """Every measure at the last time, averaged over all runs so far."""
        return {name: total / count for name, (total, count) in self.sums.items()}

    def sentence(self) -> str:
        """Where the sweep stands, in one line."""
        failed = f", {self.failed} failed" if self.failed else ""
        lost = f", {self.lost} batches lost" if self.lost else ""
        eta = (
            f", {span(self.remaining)} left" if self.fresh and self.finished < self.batches else ""
        )
        rate = f", {self.rate:.3g} runs/s" if self.fresh else ""
        return (
            f"{self.finished} of {self.batches} batches, {self.done} of {self.runs} runs done"
            f"{failed}{lost}{rate}{eta}"
        )


def span(seconds: float) -> str:
    """A stretch of time as people say it."""
    if seconds == float("inf"):
        return "unknown"
    hours, rest = divmod(int(seconds + 0.5), 3600)
    minutes, rest = divmod(rest, 60)
    return (
        f"{hours} h {minutes} min"
        if hours
        else f"{minutes} min {rest} s"
        if minutes
        else f"{rest} s"
    )


class Silent(Tally):
    """Says nothing."""

    def end(self) -> None:
        """As `Watch.end`."""


class Lines(Tally):
    """A line now and then, for files and pipes."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.console, self.said = console, 0.0

    def connected(self, address: str, workers: int) -> None:
        """Say what was found, and where to look."""
        super().connected(address, workers)
        self.console.print(opening(self), highlight=False, soft_wrap=True)

    def batch(self, report: Report) -> None:
        """Say where the sweep stands, unless that was said just now."""
        super().batch(report)
        if time.monotonic() - self.said > LINE_SECONDS:
            self.said = time.monotonic()
            self.console.print(self.sentence(), highlight=False, soft_wrap=True)

    def end(self) -> None:
        """Say how it ended."""
        self.console.print(closing(self), highlight=False, soft_wrap=True)


class Display(Tally):
    """A live display."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.console = console
        self.live = Live(console=console, refresh_per_second=4, transient=True)

    def connected(self, address: str, workers: int) -> None:
        """Show it."""
        super().connected(address, workers)
        self.console.print(opening(self), highlight=False, soft_wrap=True)
        self.live.start()
        self.live.update(self.view())

    def batch(self, report: Report) -> None:
        """Show what has changed."""
        super().batch(report)
        self.live.update(self.view())

    def tick(self, running: int) -> None:
        """Show that time goes on."""
        super().tick(running)
        self.live.update(self.view())

    def end(self) -> None:
        """Leave a line."""
        self.live.stop()
        self.console.print(closing(self), highlight=False, soft_wrap=True)

    def view(self) -> Group:
        """A bar, the numbers, and what was measured so far."""
        table = Table.grid(padding=(0, 3))
        for _ in range(6):
            table.add_column(justify="right")
        heads = ("runs done", "running", "failed", "runs/s", "elapsed", "left")
        table.add_row(*(Text(name, style="dim") for name in heads))
        running = min(self.running, self.workers)
        rate = f"{self.rate:.3g}" if self.fresh else "-"
        left = span(self.remaining) if self.fresh else "-"
        elapsed = span(time.monotonic() - self.begun)
        failed = Text(str(self.failed), style="red" if self.failed else "")
        done = f"{self.done} of {self.runs}"
        table.add_row(done, f"{running} batches", failed, rate, elapsed, left)
        bar = Table.grid()
        finished = self.done + self.failed
        bar.add_row(ProgressBar(total=max(1, self.runs), completed=finished, width=64))
        means = "   ".join(f"{name} {value:.4g}" for name, value in self.means().items())
        now = Text(f"mean at the last time: {means}", style="dim") if means else Text("")
        why = Text(f"last error: {self.error}", style="red") if self.error else Text("")
        return Group(bar, table, now, why)


class Events(Tally):
    """One JSON object per line."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self.stream = stream

    def _say(self, event: str, **about: Any) -> None:
        print(
            json.dumps({"event": event, "time": time.time()} | about), file=self.stream, flush=True
        )

    def begin(self, sweep: Sweep, records: list[Report], damaged: int) -> None:
        """What is to be done, and what is done already."""
        super().begin(sweep, records, damaged)
        self._say(
            "begin", sweep=sweep.name, runs=self.runs, batches=self.batches, kept=self.kept,
            damaged=damaged,
        )  # fmt: skip

    def connected(self, address: str, workers: int) -> None:
        """Where to look."""
        super().connected(address, workers)
        self._say("connected", dashboard=address, workers=workers)

    def batch(self, report: Report) -> None:
        """What came back."""
        super().batch(report)
        rest = None if not self.fresh else round(self.remaining, 1)
        self._say("batch", **report, done=self.done, left=rest)

    def end(self) -> None:
        """How it ended."""
        self._say("end", done=self.done, failed=self.failed, lost=self.lost, means=self.means())


def opening(tally: Tally) -> str:
    """What was found in the store, and the dashboard."""
    kept = f", {tally.kept} of them finished before" if tally.kept else ""
    hurt = f", {tally.damaged} damaged and solved again" if tally.damaged else ""
    return (
        f"{tally.name}: {tally.runs} runs in {tally.batches} batches{kept}{hurt}\n"
        f"dashboard {tally.address}"
    )


def closing(tally: Tally) -> str:
    """How the sweep ended, in a line or two."""
    if not tally.fresh and not tally.lost:
        return f"{tally.name}: nothing to do, {tally.sentence()}."
    elapsed = time.monotonic() - tally.begun
    line = f"{tally.sentence()}, {span(elapsed)}."
    return line + (f"\nlast error: {tally.error}" if tally.error else "")
