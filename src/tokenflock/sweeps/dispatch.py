"""Batches handed to the workers of a cluster, and again where a worker has died."""

import queue
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tokenflock.errors import InputError
from tokenflock.sweeps.batches import Batch
from tokenflock.sweeps.cluster import DEATHS, ClusterGoneError
from tokenflock.sweeps.tally import Report

MOST_TASKS = 1000  # handed to the scheduler at a time
MOMENT = 0.25  # seconds to wait for a batch before the display is drawn again

Submit = Callable[[Batch, int], Any]  # a batch, and how often its worker has died -> its future


def reports(
    client: Any, todo: Sequence[Batch], submit: Submit
) -> Iterator[tuple[int, Report | None]]:
    """How many batches are out, and what came back of one; None when a moment has passed.

    Raises `ClusterGoneError` when no scheduler answers any more, and what is wrong with the sweep
    where a worker cannot even begin.
    """
    arrived: queue.Queue[Any] = queue.Queue()
    waiting, deaths = list(reversed(todo)), Counter[int]()
    running: dict[str, tuple[Batch, Any]] = {}  # futures must be held, or Dask forgets the task
    while waiting or running:
        while waiting and len(running) < MOST_TASKS:
            batch = waiting.pop()
            future = submit(batch, deaths[batch.number])
            running[future.key] = batch, future
            future.add_done_callback(arrived.put)
        future = _next(client, arrived)
        if future is None or future.key not in running:
            yield len(running), None
            continue
        batch, _ = running.pop(future.key)
        deaths[batch.number] += _died(future)
        if _died(future) and deaths[batch.number] < DEATHS:
            waiting.append(batch)
            continue
        yield len(running), _report(batch, future)


def _next(client: Any, arrived: "queue.Queue[Any]") -> Any:
    """The next future that is done, or None after a moment; raises when the cluster is gone."""
    if client.status not in ("running", "connecting"):
        raise ClusterGoneError
    try:
        done = arrived.get(timeout=MOMENT)
    except queue.Empty:
        return None
    if done.status in ("cancelled", "lost"):
        raise ClusterGoneError
    return done


def _died(future: Any) -> bool:
    """Whether the worker of a future was killed."""
    from distributed import KilledWorker

    return future.status == "error" and isinstance(future.exception(), KilledWorker)


def _report(batch: Batch, future: Any) -> Report:
    if future.status != "error":
        return dict(future.result())
    error = future.exception()
    if isinstance(error, InputError):
        raise error  # no other batch will fare better
    why = f"{type(error).__name__}: {error}"
    return {"batch": batch.number, "runs": batch.runs, "lost": True, "first_error": why}
