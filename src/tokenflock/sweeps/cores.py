"""Every worker computes on its own share of the cores.

XLA starts one thread per core that its process may use, or NPROC of them, once and for all when
JAX starts: two workers with two threads each would fight over two cores.  OMP variables change
nothing about it.
"""

import itertools
import os
import sys
from collections.abc import Sequence

Cores = tuple[int, ...]


def shares(workers: int) -> tuple[Cores, ...]:
    """The cores of this process dealt out to a number of workers; some share a core if need be."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
    if cores is None:
        count = os.cpu_count() or 1
        return ((0,) * max(1, count // workers),) * workers
    if workers >= len(cores):
        return tuple((cores[k % len(cores)],) for k in range(workers))
    ends = [k * len(cores) // workers for k in range(workers + 1)]
    return tuple(tuple(cores[a:b]) for a, b in itertools.pairwise(ends))


def one_per_core() -> int:
    """How many workers there are by default."""
    return len(shares(os.cpu_count() or 1))


def bind(cores: Sequence[int] | None, threads: int) -> None:
    """Bind the calling thread, and so the threads that JAX will start from it, to some cores.

    Without cores only their number is limited.  Does nothing once JAX has started.
    """
    if "jax" in sys.modules:
        return
    os.environ["NPROC"] = str(threads)
    if cores and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, set(cores))
