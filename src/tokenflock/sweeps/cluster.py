"""The Dask cluster that solves a sweep: one of our own on this machine, or a running one."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tokenflock.errors import InputError

DEATHS = 3  # a batch whose worker has died this often, time and again, is given up
UNGUARDED = (
    'Workers import the script that runs a sweep: call `run` below `if __name__ == "__main__":`.'
)


class ClusterGoneError(RuntimeError):
    """The cluster is gone; what was finished is in the store."""

    def __init__(self) -> None:
        super().__init__("The scheduler is gone. What was finished is in the store; run it again.")


@contextmanager
def connected(scheduler: str | None, workers: int) -> Iterator[Any]:
    """A client of the scheduler at an address, or of a local cluster with so many workers."""
    try:
        import dask
        import distributed
    except ImportError as error:
        raise InputError(
            f"Sweeps need Dask ({error}). Install it with `pip install 'tokenflock[sweeps]'`."
        ) from None

    if _is_worker(distributed):
        raise InputError(f"A worker cannot run a sweep. {UNGUARDED}")
    for name in ("distributed", "distributed.client", "distributed.nanny", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    settings = {
        "distributed.scheduler.allowed-failures": DEATHS,
        "distributed.worker.daemon": True,
        "distributed.comm.timeouts.connect": "20s",
    }
    cluster = _local(workers) if scheduler is None else _running(scheduler)
    with dask.config.set(settings), cluster as client:
        yield client


def _is_worker(distributed: Any) -> bool:
    try:
        distributed.get_worker()
    except ValueError:
        return False
    return True


@contextmanager
def _local(workers: int) -> Iterator[Any]:
    from distributed import Client, LocalCluster

    try:
        cluster = LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL, host="127.0.0.1",
            preload=["tokenflock.sweeps.interrupts"],
        )  # fmt: skip
    except RuntimeError as error:
        raise InputError(f"The workers do not start: {error} {UNGUARDED}") from error
    with cluster, Client(cluster) as client:
        yield client


@contextmanager
def _running(address: str) -> Iterator[Any]:
    from distributed import Client

    try:
        client = Client(address, timeout="20s")
    except (OSError, ValueError) as error:
        raise InputError(f"No scheduler answers at {address}: {error}.") from error
    with client:
        yield client
