"""A run as it is sent to a page: rows of the path as they are saved, their measures after them."""

import time as clock
from typing import Any

import numpy as np

from tokenflock.explorer.frames import frame
from tokenflock.explorer.jobs import Job
from tokenflock.explorer.measures import Measures, joined, measures
from tokenflock.spec import Spec

FRAME_TIME = 0.03  # seconds between frames
PATIENCE = 0.5  # seconds after which rows are measured on the way, not at the end
ROWS_AT_ONCE = 64  # that are measured between two checkpoints


class RunStream:
    """Sends the rows of a path as they are saved, and their measures after them."""

    def __init__(
        self, job: Job, header: dict[str, Any], spec: Spec, total: int, stride: int = 1
    ) -> None:
        self._job, self._header, self._spec = job, header, spec
        self._total, self._stride = total, stride  # rows of the path; one in `stride` is measured
        self._times: list[np.ndarray] = []
        self._rows: list[np.ndarray] = []
        self._unmeasured: list[np.ndarray] = []
        self._measures: list[Measures] = []
        self._saved = self._sent = self._measured = 0
        self._began = self._last_sent = clock.monotonic()

    def on_save(self, times: np.ndarray, x: np.ndarray) -> None:
        """Take rows from the solver; send them now, or with the next ones."""
        self._times.append(times.copy())
        self._rows.append(x.copy())
        self._saved += len(times)
        now = clock.monotonic()
        is_due = self._sent == 0 or self._saved == self._total
        if is_due or now - self._last_sent > FRAME_TIME:
            self.send()
        if now - self._began > PATIENCE:
            self.measure()

    def send(self) -> None:
        """Send the rows that were not sent yet."""
        if not self._rows:
            return
        times, x = np.concatenate(self._times), np.concatenate(self._rows)
        header = self._header | {"type": "path", "first": self._sent}
        self._job.queue.put(frame(header, times=times, x=x.astype(np.float32)))
        self._unmeasured.append(x)
        self._sent += len(x)
        self._times, self._rows, self._last_sent = [], [], clock.monotonic()

    def measure(self) -> None:
        """Send the measures of the rows that were not measured yet, of one in `stride`."""
        if not self._unmeasured:
            return
        x = np.concatenate(self._unmeasured)
        self._unmeasured = []
        # Counted from the end: of all rows the last one is looked at most.
        chosen = np.arange(len(x) - 1, -1, -self._stride)[::-1]
        for some in np.split(chosen, range(ROWS_AT_ONCE, len(chosen), ROWS_AT_ONCE)):
            found = {"rows": (self._measured + some).astype(np.int32)}
            found |= measures(x[some], self._spec)
            self._measures.append(found)
            self._job.queue.put(frame(self._header | {"type": "measures"}, **found))
            self._job.checkpoint()
        self._measured += len(x)

    @property
    def measures(self) -> Measures:
        """All measures that were sent."""
        return joined(self._measures)
