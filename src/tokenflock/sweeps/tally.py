"""What has happened to a running sweep so far: runs and batches counted, rate, time left."""

import time
from typing import Any, Protocol

from tokenflock.sweeps.sweep import Sweep

Report = dict[str, Any]  # what a worker, or the record of a finished batch, says of a batch


class Display(Protocol):
    """Shows the tally of a sweep as it changes."""

    def opened(self, tally: "Tally") -> None:
        """The store is open, and the batches it holds are counted."""

    def connected(self, tally: "Tally") -> None:
        """Workers are there."""

    def batch_done(self, tally: "Tally", report: Report) -> None:
        """A batch came back."""

    def waiting(self, tally: "Tally") -> None:
        """Some moments have passed."""

    def finished(self, tally: "Tally") -> None:
        """All batches are back."""


class Tally:
    """The counts of one sweep."""

    def __init__(self, sweep: Sweep, records: list[Report], damaged: int) -> None:
        self.name, self.runs, self.batches = sweep.name, sweep.runs, len(sweep.batches)
        self.kept, self.damaged = len(records), damaged  # batches found in the store
        self.finished = self.lost = 0  # batches
        self.done = self.failed = self.fresh = 0  # runs; fresh: solved now
        self.running = self.workers = 0
        self.dashboard, self.error, self.begun = "", "", time.monotonic()
        self.seconds, self.processor_seconds = 0.0, 0.0
        self.first_start, self.last_commit = float("inf"), 0.0
        self._sums: dict[str, tuple[float, int]] = {}
        for record in records:
            self._count(record)

    def connect(self, dashboard: str, workers: int) -> None:
        """Note that so many workers are there; the clock starts."""
        self.dashboard, self.workers, self.begun = dashboard, workers, time.monotonic()

    def add(self, report: Report) -> None:
        """Count a batch that came back."""
        if report.get("lost"):
            self.lost += 1
            self.error = report["first_error"]
            return
        self._count(report)
        if report.get("new"):
            self.fresh += report["runs"]
            self.seconds += report["seconds"]
            self.processor_seconds += report["processor_seconds"]
            self.first_start = min(self.first_start, report["begun"])
            self.last_commit = max(self.last_commit, report["ended"])

    def _count(self, record: Report) -> None:
        self.finished += 1
        self.done += record["runs"] - record["failed"]
        self.failed += record["failed"]
        self.error = record["first_error"] or self.error
        for name, value in record["latest"].items():
            total, count = self._sums.get(name, (0.0, 0))
            if value is not None:
                self._sums[name] = total + value * record["runs"], count + record["runs"]

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
        return {name: total / count for name, (total, count) in self._sums.items()}

    def sentence(self) -> str:
        """Where the sweep stands, in one line."""
        failed = f", {self.failed} failed" if self.failed else ""
        lost = f", {self.lost} batches lost" if self.lost else ""
        rate = f", {self.rate:.3g} runs/s" if self.fresh else ""
        unfinished = self.fresh and self.finished < self.batches
        left = f", {duration(self.remaining)} left" if unfinished else ""
        return (
            f"{self.finished} of {self.batches} batches, {self.done} of {self.runs} runs done"
            f"{failed}{lost}{rate}{left}"
        )


def duration(seconds: float) -> str:
    """A stretch of time as people say it."""
    if seconds == float("inf"):
        return "unknown"
    hours, rest = divmod(int(seconds + 0.5), 3600)
    minutes, rest = divmod(rest, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
