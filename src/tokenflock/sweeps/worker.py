"""What a worker of the cluster does with a batch."""

import atexit
import functools
from collections.abc import Sequence
from typing import Any

import zarr.core.sync

from tokenflock.errors import InputError
from tokenflock.sweeps.cores import Cores, bind
from tokenflock.sweeps.sources import Source, use
from tokenflock.sweeps.store import stored_sweep


@functools.lru_cache(maxsize=4)
def sweep_text(url: str, checksum: str) -> str:
    """The sweep of a store as JSON, which must be the one that a client had in mind."""
    found = stored_sweep(url)
    if found is None or found.checksum != checksum:
        raise InputError(
            f"A worker finds {'no' if found is None else 'another'} sweep at `{url}`. All workers "
            "must see the store of the client: a shared folder, or a URL such as s3://."
        )
    return found.to_json()


def work(
    url: str, checksum: str, number: int, *, retry: bool, cores: Sequence[Cores] | None,
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

    return solve_batch(sweep_text(url, checksum), url, number, retry=retry, sources=sources)
