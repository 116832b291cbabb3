"""What a worker of the cluster does with a batch."""

import atexit
from collections.abc import Sequence
from typing import Any

import zarr.core.sync

from tokenflock.sweeps.cores import Cores, bind
from tokenflock.sweeps.sources import Source, use


def work(
    sweep: str, url: str, number: int, *, retry: bool, cores: Sequence[Cores] | None,
    sources: Sequence[Source],
) -> dict[str, Any]:  # fmt: skip
    """Take a share of the cores, import the user's files, then solve the batch of a number."""
    from distributed import get_worker

    worker = get_worker()
    mine = None if cores is None else cores[int(worker.name) % len(cores)]
    bind(mine, len(mine) if mine else worker.state.nthreads)
    # Zarr's own farewell may meet a loop that still runs, and says so at length.
    atexit.unregister(getattr(zarr.core.sync, "cleanup_resources", print))
    # Only now, on its own cores: both of these import JAX.
    for source in sources:
        use(source)
    from tokenflock.sweeps.solving import solve_batch

    return solve_batch(sweep, url, number, retry=retry, sources=sources)
