"""How long a sweep will take, from a few runs of some of its batches."""

import time

from tokenflock.sweeps.batches import Batch
from tokenflock.sweeps.cores import bind, shares
from tokenflock.sweeps.solving import solved
from tokenflock.sweeps.sweep import Sweep

SAMPLES = 5  # batches that are tried
FEW = 64  # runs of each


def seconds(sweep: Sweep) -> float:
    """The seconds of one core that all runs take, compilation left out."""
    bind(shares(1)[0][:1], 1)
    batches = sweep.batches
    tried = sorted({round(k * (len(batches) - 1) / (SAMPLES - 1)) for k in range(SAMPLES)})
    cost = {k: _per_run(sweep, batches[k]) for k in tried}
    return sum(b.runs * cost[min(tried, key=lambda k: abs(k - b.number))] for b in batches)


def _per_run(sweep: Sweep, batch: Batch) -> float:
    """The seconds of a run of a batch, from its second solve."""
    few = _few(batch, FEW)
    solved(sweep, few)
    begun = time.perf_counter()
    solved(sweep, few)
    return (time.perf_counter() - begun) / few.runs


def _few(batch: Batch, most: int) -> Batch:
    """The batch with at most so many seeds, and the first point of the grid."""
    stop = [a + 1 for a in batch.start]
    stop[-1] = min(batch.stop[-1], batch.start[-1] + most)
    return batch._replace(stop=tuple(stop))
