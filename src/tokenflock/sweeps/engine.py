"""The engine: batches as tasks of Dask, on this machine or on a running cluster."""

import atexit
import hashlib
import logging
import os
import queue
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import zarr.core.sync

from tokenflock.errors import InputError
from tokenflock.sweeps.pinning import Cores, pin, shares
from tokenflock.sweeps.plan import Block, Sweep
from tokenflock.sweeps.progress import Silent, Watch
from tokenflock.sweeps.resuming import continued
from tokenflock.sweeps.store import Record, Store, key, stored_sweep, unwritable
from tokenflock.sweeps.validation import validate

MOST_TASKS = 1000  # handed to the scheduler at a time
DEATHS = 3  # a batch whose worker has died this often, time and again, is given up


class ClusterGoneError(Exception):
    """The cluster is gone; what was finished is in the store."""


def run_sweep(
    sweep: Sweep,
    url: str,
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    extend: bool = False,
    retry: bool = False,
    watch: Watch | None = None,
) -> Store:
    """Solve all batches of a sweep that its store does not hold yet; the store.

    By default on a local cluster with one worker per core; with `scheduler`, tcp://host:port, on a
    running one.  Finished batches are never solved again; `retry` takes those with failed runs.
    """
    watch = Silent() if watch is None else watch
    found = stored_sweep(url)
    sweep = sweep if found is None else continued(found, sweep, url, extend=extend)
    if sweep != found:
        validate(sweep)
    store = Store(url, sweep)
    store.prepare()
    records = _records(store)
    todo = [b for b in sweep.blocks if b.number not in records or _again(records, b, retry)]
    watch.begin(sweep, list(records.values()), _damaged(store, records))
    if todo:
        cores = shares(workers or len(shares(os.cpu_count() or 1)))
        with _cluster(scheduler, cores) as (client, address):
            watch.connected(address, len(client.nthreads()))
            _work(client, store, todo, None if scheduler else cores, retry, watch)
    watch.end()
    return store


def _records(store: Store) -> dict[int, Record]:
    """The records of all batches that are whole, by their numbers."""
    known = store.committed()
    blocks = [block for block in store.sweep.blocks if key(block) in known]
    with ThreadPoolExecutor(8) as pool:
        pairs = zip(blocks, pool.map(store.record, blocks), strict=True)
        return {block.number: record for block, record in pairs if record is not None}


def _again(records: dict[int, Record], block: Block, retry: bool) -> bool:
    return retry and bool(records[block.number]["failed"])


def _damaged(store: Store, records: dict[int, Record]) -> int:
    known = store.committed()
    return sum(key(b) in known and b.number not in records for b in store.sweep.blocks)


@contextmanager
def _cluster(scheduler: str | None, cores: Sequence[Cores]) -> Iterator[tuple[Any, str]]:
    """A client of a running or of our own cluster, and the address of its dashboard."""
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise InputError(
            f"Sweeps need Dask ({error}). Install it with `pip install 'tokenflock[sweeps]'`."
        ) from None

    for name in ("distributed", "distributed.client", "distributed.nanny", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    settings = {
        "distributed.scheduler.allowed-failures": DEATHS,
        "distributed.worker.daemon": True,
        "distributed.comm.timeouts.connect": "20s",
    }
    with dask.config.set(settings):
        if scheduler is not None:
            with _connected(Client, scheduler) as client:
                yield client, client.dashboard_link
            return
        with (
            LocalCluster(
                n_workers=len(cores), threads_per_worker=1, dashboard_address="127.0.0.1:0",
                silence_logs=logging.CRITICAL, host="127.0.0.1",
                preload=["tokenflock.sweeps.undisturbed"],
            ) as cluster,
            Client(cluster) as client,
        ):  # fmt: skip
            yield client, client.dashboard_link


def _connected(client: Any, address: str) -> Any:
    try:
        return client(address, timeout="20s")
    except (OSError, ValueError) as error:
        raise InputError(f"No scheduler answers at {address}: {error}.") from error


def _work(
    client: Any, store: Store, todo: Sequence[Block], cores: Sequence[Cores] | None, retry: bool,
    watch: Watch,
) -> None:  # fmt: skip
    """Hand out batches until none is left; what comes back goes to `watch`."""
    arrived: queue.Queue[Any] = queue.Queue()
    text, waiting = store.sweep.to_json(), list(reversed(todo))
    label = hashlib.sha256(f"{store.url} {text} {retry}".encode()).hexdigest()[:16]
    running: dict[str, tuple[Block, Any]] = {}
    deaths: dict[int, int] = {}

    def hand_out(block: Block) -> None:
        # The same for every client: one that comes after a crash joins the task that still runs.
        name = f"{store.sweep.name}-{label}-{block.number}"
        again = f"-{deaths[block.number]}" if block.number in deaths else ""
        future = client.submit(
            task, text, store.url, block.number, retry, cores, key=name + again, pure=False
        )
        running[future.key] = block, future
        future.add_done_callback(arrived.put)

    while waiting or running:
        while waiting and len(running) < MOST_TASKS:
            hand_out(waiting.pop())
        done = _next(arrived, client, watch, len(running))
        if done is None or done.key not in running:
            continue
        block, _ = running.pop(done.key)
        if _died(done):
            deaths[block.number] = deaths.get(block.number, 0) + 1
            if deaths[block.number] < DEATHS:
                waiting.append(block)
                continue
        _tell(store, block, done, watch)


def _next(arrived: "queue.Queue[Any]", client: Any, watch: Watch, running: int) -> Any:
    """The next future that is done, or None after a moment; raises when the cluster is gone."""
    if client.status not in ("running", "connecting"):
        raise ClusterGoneError
    watch.tick(running)
    try:
        done = arrived.get(timeout=0.25)
    except queue.Empty:
        return None
    if done.status in ("cancelled", "lost"):
        raise ClusterGoneError
    return done


def _died(future: Any) -> bool:
    from distributed import KilledWorker

    return future.status == "error" and isinstance(future.exception(), KilledWorker)


def _tell(store: Store, block: Block, done: Any, watch: Watch) -> None:
    if done.status == "error":
        why = f"{type(done.exception()).__name__}: {done.exception()}"
        watch.batch({"batch": block.number, "runs": block.runs, "lost": True, "first_error": why})
        return
    report = done.result()
    if "unwritable" in report:
        raise unwritable(store.url, OSError(None, report["unwritable"]))
    watch.batch(report)


def task(
    text: str, url: str, number: int, retry: bool, cores: Sequence[Cores] | None
) -> dict[str, Any]:
    """What a worker does: take its share of the cores, then finish a batch."""
    from distributed import get_worker

    worker = get_worker()
    mine = None if cores is None else cores[int(worker.name) % len(cores)]
    pin(mine, len(mine) if mine else worker.state.nthreads)
    # Zarr's own farewell may meet a loop that still runs, and says so at length.
    atexit.unregister(getattr(zarr.core.sync, "cleanup_resources", print))
    # After pinning: this imports JAX.
    from tokenflock.sweeps.work import finish

    return finish(text, url, number, retry)
