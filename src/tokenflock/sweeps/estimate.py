"""How long a sweep will take, from a few runs of some of its batches."""

import time

from tokenflock.sweeps.pinning import pin, shares
from tokenflock.sweeps.plan import Block, Sweep
from tokenflock.sweeps.work import solved

SAMPLES = 5  # batches that are tried
FEW = 64  # runs of each


def seconds(sweep: Sweep) -> float:
    """The seconds of one core that all runs take, compilation left out."""
    pin(shares(1)[0][:1], 1)
    blocks = sweep.blocks
    tried = sorted({round(k * (len(blocks) - 1) / (SAMPLES - 1)) for k in range(SAMPLES)})
    cost = {k: _per_run(sweep, blocks[k]) for k in tried}
    return sum(b.runs * cost[min(tried, key=lambda k: abs(k - b.number))] for b in blocks)


def _per_run(sweep: Sweep, block: Block) -> float:
    """The seconds of a run of a batch, from its second solve."""
    few = _few(block, FEW)
    solved(sweep, few)
    begun = time.perf_counter()
    solved(sweep, few)
    return (time.perf_counter() - begun) / few.runs


def _few(block: Block, most: int) -> Block:
    """The batch with at most so many seeds, and the first point of the grid."""
    stop = [a + 1 for a in block.start]
    stop[-1] = min(block.stop[-1], block.start[-1] + most)
    return block._replace(stop=tuple(stop))
