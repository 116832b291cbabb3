"""The work behind a message: follow a spec and tell of it, judge its end, sweep beta."""

import math
import threading
import time as clock
from dataclasses import asdict
from typing import Any

import numpy as np
import xarray as xr

from tokenflock import live
from tokenflock.errors import InputError
from tokenflock.explorer import messages, predictions
from tokenflock.explorer.frames import frame
from tokenflock.explorer.measures import measures, norm_error
from tokenflock.explorer.outbox import Outbox, StoppedError
from tokenflock.explorer.turns import Turns
from tokenflock.merging import merges
from tokenflock.simulation import flow_of, times_of, tokens_of
from tokenflock.spec import Spec
from tokenflock.summaries import centers_of
from tokenflock.verdicts import verdict

PREVIEW_TOL = 1e-4
PREVIEW_SAMPLES = 161
PREVIEW_STRIDE = 8  # one row in eight is measured
EVERY = 0.03  # seconds between frames
PATIENCE = 0.5  # seconds after which clusters are measured on the way, not at the end
MOST_JUDGED = 2000  # tokens
SOLVER = ("method", "tol", "step", "layers", "steps_accepted", "steps_rejected", "evaluations",
          "slow_steps", "wall_time")  # fmt: skip


class Job:
    """One piece of work in a thread: where it tells, whether it is still wanted, its turns."""

    def __init__(self, outbox: Outbox, turns: Turns, seconds: float) -> None:
        self.outbox, self.turns = outbox, turns
        self.cancelled = threading.Event()
        self._seconds, self._deadline = seconds, clock.monotonic() + seconds

    def breathe(self, _: float = 0.0) -> None:
        """Between two windows: stop if nobody waits, let others have a turn."""
        if self.cancelled.is_set():
            raise StoppedError
        if clock.monotonic() > self._deadline:
            raise InputError(
                f"The page follows a run for at most {self._seconds:g} s, and this one takes "
                "longer. Ask for a smaller `t_end` or fewer tokens, or use `tokenflock run`."
            )
        self.turns.pass_on()
        while self.outbox.crowded and not self.cancelled.is_set():
            self.outbox.wait(0.1)


def preview_of(spec: Spec) -> Spec:
    """The spec as it is followed while a hand still moves."""
    samples = min(spec.samples, PREVIEW_SAMPLES)
    if spec.t_end > live.LONGEST or spec.coarsen:
        return spec.replace(samples=samples)
    return spec.replace(tol=max(spec.tol, PREVIEW_TOL), samples=samples)


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
            told = measures(x[some], self._spec)
            rows = (self._measured + some).astype(np.int32)
            self._job.outbox.put(frame(self._head | {"type": "marks"}, rows=rows, **told))
            self._job.breathe()
        self._measured += len(x)


def begin(
    head: dict[str, Any], spec: Spec, samples: int, *, preview: bool = False, words: Any = None
) -> dict[str, Any]:
    """What the page must know before the first frame; tokens of a sentence have words."""
    centers = centers_of(spec, tokens_of(spec))
    return head | {
        "type": "begin",
        "preview": preview,
        "spec": messages.fields_of(spec),
        "samples": samples,
        "n": spec.n,
        "d": spec.d,
        "beta": spec.beta,
        "beta_end": spec.beta_end,
        "space": spec.space.partition(":")[0],
        "labels": words,
        "matrices": predictions.matrices(spec),
        "spectrum": predictions.spectrum(spec),
        "centers": None if centers is None else asdict(centers) | _parking(spec, centers.delta),
    }


def _parking(spec: Spec, delta: float) -> dict[str, Any]:
    return {"predicted": predictions.parking(spec, delta)}


def follow(job: Job, head: dict[str, Any], spec: Spec, *, preview: bool) -> xr.Dataset:
    """Follow a spec and tell of it: begin, rows, measures, end."""
    asked, spec = spec, preview_of(spec) if preview else spec
    total = len(times_of(spec))
    job.outbox.put(begin(head, asked, total, preview=preview))
    teller = Teller(job, head, spec, total, PREVIEW_STRIDE if preview else 1)
    with job.turns.turn():
        run = live.follow(spec, progress=job.breathe, saved=teller.saved)
        teller.send()
        teller.measure()
        job.outbox.put(end(head, spec, run))
    return run


def show(job: Job, head: dict[str, Any], run: xr.Dataset) -> xr.Dataset:
    """Tell of a run that was opened."""
    spec = Spec.from_json(run.attrs["spec"])
    job.outbox.put(begin(head, spec, run.sizes["time"], words=words_of(run)))
    teller = Teller(job, head, spec, run.sizes["time"])
    for start in range(0, run.sizes["time"], 64):
        part = run.isel(time=slice(start, start + 64))
        teller.saved(part.time.data, part.x.data)
    teller.send()
    teller.measure()
    job.outbox.put(end(head, spec, run))
    return run


def words_of(run: xr.Dataset) -> list[str] | None:
    """The names of tokens that are words, not numbers."""
    names = run.coords["token"].data if "token" in run.coords else np.arange(0)
    return None if names.dtype.kind in "iuf" else [str(name) for name in names]


def end(head: dict[str, Any], spec: Spec, run: xr.Dataset) -> dict[str, Any]:
    """What is known when a run is complete."""
    found = [asdict(m) for m in merges(run)] if "merge_time" in run else None
    return head | {
        "type": "ended",
        "status": "done",
        "solver": {name: run.attrs[name] for name in SOLVER if name in run.attrs},
        "norm_error": norm_error(run.x.data, spec),
        "merges": _finite(found),
        "theory": predictions.curves(spec, run.time.data),
    }


def _finite(value: Any) -> Any:
    """The same with None for what JSON cannot hold."""
    if isinstance(value, list):
        return [_finite(item) for item in value]
    if isinstance(value, dict):
        return {name: _finite(item) for name, item in value.items()}
    return None if isinstance(value, float) and not math.isfinite(value) else value


def judge(job: Job, head: dict[str, Any], run: xr.Dataset) -> None:
    """Tell what the end of a run is."""
    with job.turns.turn():
        job.breathe()
        told = judged(run)
    job.outbox.put(head | {"type": "verdict", "verdict": told})


def judged(run: xr.Dataset) -> dict[str, Any]:
    """What the end of a run is, with the reason."""
    spec = Spec.from_json(run.attrs["spec"])
    if spec.n > MOST_JUDGED:
        return {"state": "undecided", "reason": f"{spec.n} tokens are too many to judge here"}
    last = run.isel(time=-1)
    return dict(_finite(asdict(verdict(flow_of(spec), last.x.data, float(last.time)))))


def sweep(job: Job, head: dict[str, Any], specs: list[Spec]) -> None:
    """Follow specs that differ in beta, and send one row of the phase diagram for each."""
    for index, spec in enumerate(specs):
        with job.turns.turn():
            job.breathe()
            run = live.follow(spec, progress=job.breathe)
            told = measures(run.x.data, spec)
        row = {name: told[name] for name in ("count", "alignment", "energy")}
        about = {"type": "row", "row": index, "rows": len(specs), "beta": spec.beta}
        job.outbox.put(frame(head | about, times=run.time.data, **row))
    job.outbox.put(head | {"type": "swept"})
