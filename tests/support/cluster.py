"""Schedulers, workers and clients as processes that a test may kill.

They are forked from one server that has imported what they need.  It never computes: JAX, which may
not be forked once it does, has no threads yet.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import socket
from pathlib import Path

MODULES = [
    "distributed", "tokenflock.observables", "tokenflock.simulation", "tokenflock.sweeps.engine",
    "tokenflock.sweeps.runs", "tokenflock.sweeps.solving", "tokenflock.sweeps.worker", "xarray",
]  # fmt: skip


def forkserver():
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(MODULES)
    return context


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def started(context, target, *args):
    process = context.Process(target=target, args=args, daemon=True)
    process.start()
    return process


def kill(process):
    if process.is_alive():
        os.kill(process.pid, signal.SIGKILL)
    process.join()


def scheduler(port):
    from distributed import Scheduler

    async def serve():
        async with Scheduler(host="127.0.0.1", port=port, dashboard=False) as made:
            await made.finished()

    _quiet()
    asyncio.run(serve())


def worker(address, folder, name, threads=1):
    """A worker that outlives schedulers, and notes which batches it begins and has committed."""
    import dask
    from distributed import Worker

    from tokenflock.sweeps import solving
    from tokenflock.sweeps.store import Store

    solved, commit = solving.solved, Store.commit

    def noted_solved(sweep, batch):
        _note(folder, f"begun {batch.number}")
        return solved(sweep, batch)

    def noted_commit(store, batch, *rest):
        record = commit(store, batch, *rest)
        _note(folder, f"done {batch.number}")
        return record

    solving.solved, Store.commit = noted_solved, noted_commit

    async def serve():
        async with Worker(address, nthreads=threads, name=name, dashboard=False) as made:
            await made.finished()

    _quiet()
    with dask.config.set({"distributed.comm.timeouts.connect": "2s"}):
        while True:
            try:
                asyncio.run(serve())
            except (OSError, TimeoutError):
                continue


def _quiet():
    logging.disable(logging.CRITICAL)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


def _note(folder, line):
    with open(Path(folder, "journal"), "ab", buffering=0) as journal:
        journal.write(f"{line}\n".encode())


def client(address, sweep, url, folder):
    _quiet()
    sweep.run(url, scheduler=address)
    Path(folder, "complete").touch()
