"""Telling a page of a run: begin, rows of the path as they are saved, their measures, end."""

import math
import time as clock
from dataclasses import asdict
from typing import Any

import numpy as np
import xarray as xr

from tokenflock.analysis.summaries import centers_of
from tokenflock.coarsening.merging import merges
from tokenflock.explorer import messages, predictions, weights
from tokenflock.explorer.frames import frame
from tokenflock.explorer.jobs import Job
from tokenflock.explorer.measures import Measures, joined, measures, norm_error
from tokenflock.explorer.overlays import NOTHING, overlay
from tokenflock.papers import bibliography
from tokenflock.simulation import tokens_of
from tokenflock.spec import Spec

EVERY = 0.03  # seconds between frames
PATIENCE = 0.5  # seconds after which clusters are measured on the way, not at the end
SOLVER = ("method", "tol", "step", "layers", "steps_accepted", "steps_rejected", "evaluations",
          "slow_steps", "wall_time")  # fmt: skip


class Teller:
    """Sends the rows of a path as they are saved, and their measures after them."""

    def __init__(
        self, job: Job, head: dict[str, Any], spec: Spec, total: int, stride: int = 1
    ) -> None:
        self._job, self._head, self._spec = job, head, spec
        self._total, self._stride = total, stride
        self._times: list[np.ndarray] = []
        self._rows: list[np.ndarray] = []
        self._unmeasured: list[np.ndarray] = []
        self._told: list[Measures] = []
        self._saved = self._sent = self._measured = 0
        self._begun = self._last = clock.monotonic()

    def saved(self, times: np.ndarray, x: np.ndarray) -> None:
        """Told by the solver: rows at these times."""
        self._times.append(times.copy())
        self._rows.append(x.copy())
        self._saved += len(times)
        now = clock.monotonic()
        if self._sent == 0 or self._saved == self._total or now - self._last > EVERY:
            self.send()
        if now - self._begun > PATIENCE:
            self.measure()

    def send(self) -> None:
        """Send the rows that were not sent yet."""
        if not self._rows:
            return
        times, x = np.concatenate(self._times), np.concatenate(self._rows)
        head = self._head | {"type": "path", "first": self._sent}
        self._job.outbox.put(frame(head, times=times, x=x.astype(np.float32)))
        self._unmeasured.append(x)
        self._sent += len(x)
        self._times, self._rows, self._last = [], [], clock.monotonic()

    def measure(self) -> None:
        """Send the measures of the rows that were not measured yet, or every so manieth."""
        if not self._unmeasured:
            return
        x = np.concatenate(self._unmeasured)
        self._unmeasured = []
        # Counted from the end: of all rows the last one is looked at most.
        chosen = np.arange(len(x) - 1, -1, -self._stride)[::-1]
        for some in np.split(chosen, range(64, len(chosen), 64)):
            told = {"rows": (self._measured + some).astype(np.int32)}
            told |= measures(x[some], self._spec)
            self._told.append(told)
            self._job.outbox.put(frame(self._head | {"type": "marks"}, **told))
            self._job.breathe()
        self._measured += len(x)

    @property
    def told(self) -> Measures:
        """All measures that were sent."""
        return joined(self._told)


def begin(
    head: dict[str, Any], spec: Spec, samples: int, *, preview: bool = False, words: Any = None
) -> dict[str, Any]:
    """What the page must know before the first frame; tokens of a sentence have words."""
    centers = centers_of(spec, tokens_of(spec))
    return head | {
        "type": "begin",
        "preview": preview,
        "spec": messages.fields_of(spec),
        "bibtex": bibliography.bibtex(bibliography.used_by(spec)),
        "samples": samples,
        "n": spec.n,
        "d": spec.d,
        "beta": spec.beta,
        "beta_end": spec.beta_end,
        "space": spec.space.partition(":")[0],
        "labels": words,
        "matrices": weights.matrices(spec),
        "weights": weights.weights_of(spec),
        "spectrum": predictions.spectrum(spec),
        "centers": None if centers is None else asdict(centers) | _parking(spec, centers.delta),
    }


def _parking(spec: Spec, delta: float) -> dict[str, Any]:
    return {"predicted": predictions.parking(spec, delta)}


def words_of(run: xr.Dataset) -> list[str] | None:
    """The names of tokens that are words, not numbers."""
    names = run.coords["token"].data if "token" in run.coords else np.arange(0)
    return None if names.dtype.kind in "iuf" else [str(name) for name in names]


def end(head: dict[str, Any], spec: Spec, run: xr.Dataset, told: Measures | None) -> dict[str, Any]:
    """What is known when a run is complete; without measures no theory is laid over them."""
    found = [asdict(m) for m in merges(run)] if "merge_time" in run else None
    return head | {
        "type": "ended",
        "status": "done",
        "solver": {name: run.attrs[name] for name in SOLVER if name in run.attrs},
        "norm_error": norm_error(run.x.data, spec),
        "merges": finite(found),
        "theory": NOTHING if told is None else overlay(spec, run.time.data, run.x.data, told),
    }


def finite(value: Any) -> Any:
    """The same with None for what JSON cannot hold."""
    if isinstance(value, list):
        return [finite(item) for item in value]
    if isinstance(value, dict):
        return {name: finite(item) for name, item in value.items()}
    return None if isinstance(value, float) and not math.isfinite(value) else value
