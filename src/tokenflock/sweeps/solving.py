"""One batch: its runs solved together, measured, and committed to the store."""

import functools
import platform
import time
import traceback
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tokenflock.errors import InputError
from tokenflock.sweeps.batches import Batch
from tokenflock.sweeps.layout import DONE, FAILED, Errors
from tokenflock.sweeps.sources import Source
from tokenflock.sweeps.statistics import statistics
from tokenflock.sweeps.store import Record, Store
from tokenflock.sweeps.sweep import Sweep
from tokenflock.sweeps.tally import Report

REPORTED = ("runs", "failed", "first_error", "seconds", "processor_seconds", "latest", "ended")


@functools.lru_cache(maxsize=4)
def opened(sweep: str, url: str) -> Store:
    """The store of a sweep, kept open between batches."""
    return Store(url, Sweep.from_json(sweep))


def solve_batch(
    sweep: str, url: str, number: int, *, retry: bool = False, sources: Sequence[Source] = ()
) -> Report:
    """Solve and commit the batch of a number, unless that is done already; what became of it."""
    begun = time.time()
    store = opened(sweep, url)
    batch = store.sweep.batches[number]
    try:
        before = store.record(batch)
        if before is not None and not (retry and before["failed"]):
            return {"batch": number, "new": False} | _reported(before)
        arrays, about = solved(store.sweep, batch)
        about |= {"begun": begun, "ended": time.time()}
        about |= {"sources": {Path(one.path).name: one.checksum for one in sources}}
        record = store.commit(batch, arrays, about)
    except OSError as error:
        return {"batch": number, "unwritable": error.strerror or str(error)}
    return {"batch": number, "new": True, "begun": begun} | _reported(record)


def _reported(record: Record) -> Report:
    return {name: record.get(name) for name in REPORTED}


def solved(sweep: Sweep, batch: Batch) -> tuple[dict[str, np.ndarray], Record]:
    """The arrays of a batch, and what goes into its record."""
    begun = time.perf_counter(), time.process_time()
    errors: Errors = {}
    values = _measured(sweep, batch, errors)
    arrays = _states(batch, errors) | _kept(sweep, batch, values)
    seconds, processor = time.perf_counter() - begun[0], time.process_time() - begun[1]
    return arrays, _about(values, errors, seconds, processor)


def _measured(sweep: Sweep, batch: Batch, errors: Errors) -> dict[str, np.ndarray]:
    """All measures of all runs, (run, time), NaN where there are none."""
    # It imports JAX, which a worker may only do on its own cores.
    from tokenflock.sweeps.runs import measured, runs_of

    values = {name: np.full((batch.runs, len(sweep.saved)), np.nan) for name in sweep.measure}
    runs = runs_of(sweep, batch, errors)
    if runs is None:
        return values
    try:
        for name, of_runs in measured(sweep, runs, errors).items():
            values[name][runs.places] = of_runs
    except Exception as error:  # a failed batch is a result too, and never stops the sweep
        why = _reason(error)
        errors |= {int(place): why for place in runs.places if place not in errors}
    for of_runs in values.values():
        of_runs[list(errors)] = np.nan
    return values


def _kept(sweep: Sweep, batch: Batch, values: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The statistics of all measures at the times they ask for."""
    kept: dict[str, np.ndarray] = {}
    for name, measure in sweep.measure.items():
        at = values[name][:, measure.places(sweep.saved)].reshape(*batch.shape, -1)
        kept |= statistics(sweep, name, measure, at[..., 0] if measure.at == "last" else at)
    return kept


def _states(batch: Batch, errors: Errors) -> dict[str, np.ndarray]:
    """The completion map of a batch, and why runs have failed."""
    state, error = np.full(batch.runs, DONE, np.int8), np.full(batch.runs, "", object)
    for run, why in errors.items():
        state[run], error[run] = FAILED, why
    return {"state": state.reshape(batch.shape), "error": error.reshape(batch.shape)}


def _about(
    values: dict[str, np.ndarray], errors: Errors, seconds: float, processor: float
) -> Record:
    from tokenflock.results.provenance import facts

    known = facts()
    return {
        "failed": len(errors),
        "first_error": next(iter(errors.values()), ""),
        "seconds": round(seconds, 4),
        "processor_seconds": round(processor, 4),
        "latest": {name: _mean(of_runs[:, -1]) for name, of_runs in values.items()},
        "host": platform.node(),
        "engine": known["engine"],
        "versions": {name: known[name] for name in ("tokenflock", "jax", "jaxlib", "numpy")},
    }


def _mean(values: np.ndarray) -> float | None:
    finite = values[np.isfinite(values)]
    return float(finite.mean()) if finite.size else None


def _reason(error: Exception) -> str:
    if isinstance(error, InputError):
        return str(error)
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({where.name}, line {where.lineno})"
