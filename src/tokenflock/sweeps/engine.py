"""The engine: all batches of a sweep that its store lacks, solved by workers and counted."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tokenflock.errors import InputError
from tokenflock.sweeps.batches import Batch
from tokenflock.sweeps.cluster import connected
from tokenflock.sweeps.cores import Cores, one_per_core, shares
from tokenflock.sweeps.dispatch import Submit, reports
from tokenflock.sweeps.displays import Silent
from tokenflock.sweeps.resuming import continued
from tokenflock.sweeps.sources import check_portable, sources
from tokenflock.sweeps.status import announce
from tokenflock.sweeps.store import (
    Store,
    damaged_batches,
    stored_sweep,
    unwritable,
    whole_records,
)
from tokenflock.sweeps.sweep import Sweep
from tokenflock.sweeps.tally import Display, Report, Tally
from tokenflock.sweeps.validation import check_names, validate
from tokenflock.sweeps.worker import work


class Job(NamedTuple):
    """What is left to do of a sweep in its store."""

    store: Store
    todo: list[Batch]
    tally: Tally
    retry: bool


def prepared(sweep: Sweep, url: str, *, extend: bool = False, retry: bool = False) -> Job:
    """The batches of a sweep that its store does not hold yet; `retry` takes those that failed."""
    store = _opened(sweep, url, extend=extend)
    known = store.committed()
    whole = whole_records(store, known)
    kept = {k: record for k, record in whole.items() if not (retry and record["failed"])}
    todo = [batch for batch in store.sweep.batches if batch.number not in kept]
    tally = Tally(store.sweep, list(kept.values()), damaged=damaged_batches(store, known, whole))
    return Job(store, todo, tally, retry)


def solve(
    job: Job,
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    display: Display | None = None,
) -> None:
    """Solve all batches of a job, and count and show them as they come back.

    By one local worker per core, or as many as are asked for, or by those of a running cluster;
    with `workers=0` in this process.
    """
    if workers is not None and workers < 0:
        raise InputError(f"`workers` must be at least 0. Got {workers}.")
    display = Silent() if display is None else display
    display.opened(job.tally)
    if job.todo:
        check_names(job.store.sweep)
        if workers == 0 and scheduler is None:
            _count(_solved_here(job), job, display)
        else:
            _solve_on_cluster(job, display, workers, scheduler)
    display.finished(job.tally)


def _opened(sweep: Sweep, url: str, *, extend: bool) -> Store:
    """The store of a sweep with all its arrays, made or continued."""
    stored = stored_sweep(url)
    sweep = sweep if stored is None else continued(stored, sweep, url, extend=extend)
    if sweep != stored:
        validate(sweep)
    store = Store(url, sweep)
    store.prepare()
    return store


def _solve_on_cluster(
    job: Job, display: Display, workers: int | None, scheduler: str | None
) -> None:
    check_portable(job.store.sweep)
    cores = shares(workers or one_per_core())
    with connected(scheduler, len(cores)) as client:
        job.tally.connect(client.dashboard_link, len(client.nthreads()))
        announce(job.store, client)
        display.connected(job.tally)
        submit = _submit(client, job, None if scheduler else cores)
        _count(reports(client, job.todo, submit), job, display)
        announce(job.store, None)


def _count(arriving: Iterator[tuple[int, Report | None]], job: Job, display: Display) -> None:
    """Count what comes back, and show it."""
    for running, report in arriving:
        job.tally.running = running
        if report is None:
            display.waiting(job.tally)
        elif "unwritable" in report:
            raise unwritable(job.store.url, OSError(None, report["unwritable"]))
        else:
            job.tally.add(report)
            display.batch_done(job.tally, report)


def _submit(client: Any, job: Job, cores: Sequence[Cores] | None) -> Submit:
    """What hands a batch to a cluster."""
    # Workers read the sweep from its store: with a hundred thousand values it would fill a task.
    store, sweep, files = job.store, job.store.sweep.checksum, sources(job.store.sweep)
    label = hashlib.sha256(f"{store.url} {sweep} {job.retry} {files}".encode()).hexdigest()[:16]

    def submit(batch: Batch, deaths: int) -> Any:
        # The same for every client: one that comes after a crash joins the task that still runs.
        name = f"{store.sweep.name}-{label}-{batch.number}" + (f"-{deaths}" if deaths else "")
        return client.submit(
            work, store.url, sweep, batch.number, retry=job.retry, cores=cores, sources=files,
            key=name, pure=False,
        )  # fmt: skip

    return submit


def _solved_here(job: Job) -> Iterator[tuple[int, Report]]:
    """The batches solved in this process, one after another."""
    # It imports JAX, which a client of a cluster has no need of.
    from tokenflock.sweeps.solving import solve_batch

    sweep, files = job.store.sweep.to_json(), sources(job.store.sweep)
    for batch in job.todo:
        yield 1, solve_batch(sweep, job.store.url, batch.number, retry=job.retry, sources=files)
