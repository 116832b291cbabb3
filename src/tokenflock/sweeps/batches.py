"""Batches: runs of one shape that are solved together, and how a grid is cut into them.

The plan is a function of the sweep alone: never of workers, cores or free memory, since the last
digits of a run depend on the batch that it is solved in.
"""

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

OPERANDS = {"beta", "gamma", "kappa", "beta_end"}  # numbers: one compiled program serves all


class Batch(NamedTuple):
    """One batch: its number, its place among the chunks, and where it lies in the grid."""

    number: int
    chunk: tuple[int, ...]  # along the axes and the seeds
    start: tuple[int, ...]
    stop: tuple[int, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """How many values of every axis, and how many seeds, it holds."""
        return tuple(b - a for a, b in zip(self.start, self.stop, strict=True))

    @property
    def runs(self) -> int:
        """How many runs it holds."""
        return math.prod(self.shape)

    @property
    def points(self) -> list[tuple[int, ...]]:
        """The points of the grid that it holds, without seeds."""
        pairs = zip(self.start[:-1], self.stop[:-1], strict=True)
        return list(itertools.product(*(range(a, b) for a, b in pairs)))


def batches(shape: tuple[int, ...], chunks: tuple[int, ...]) -> tuple[Batch, ...]:
    """All batches of a grid that is cut into chunks, in the order of their numbers."""
    counts = [range(-(-size // chunk)) for size, chunk in zip(shape, chunks, strict=True)]
    return tuple(_batch(k, at, shape, chunks) for k, at in enumerate(itertools.product(*counts)))


def _batch(
    number: int, place: tuple[int, ...], shape: tuple[int, ...], chunks: tuple[int, ...]
) -> Batch:
    start = tuple(k * chunk for k, chunk in zip(place, chunks, strict=True))
    stop = tuple(min(a + c, s) for a, c, s in zip(start, chunks, shape, strict=True))
    return Batch(number, place, start, stop)


def chunks(
    shape: tuple[int, ...], shared: Sequence[bool], room: int, *, all_seeds: bool
) -> tuple[int, ...]:
    """How many values of every axis, and how many seeds, a batch with room for some runs holds.

    `shape` ends in the number of seeds; axes that are not `shared` start a batch with every value.
    """
    seeds = shape[-1] if all_seeds else block_size(shape[-1], room)
    sizes, room = [seeds], room // seeds
    for size, share in zip(reversed(shape[:-1]), reversed(shared), strict=True):
        sizes.append(block_size(size, room) if share else 1)
        room //= sizes[-1]
    return tuple(reversed(sizes))


def block_size(size: int, room: int) -> int:
    """How many of `size` values go into a block with room for some: a divisor, if one is near."""
    room = max(1, min(room, size))
    divisors = [c for c in range(room, 0, -1) if size % c == 0]
    return divisors[0] if 2 * divisors[0] >= room else room


def runs_per_batch(n: int) -> int:
    """How many runs of n tokens a batch holds, about: seconds of work, to be lost by a crash."""
    return min(512, max(64, 2**19 // n**2))


def runs_per_core(n: int, d: int) -> int:
    """How many runs of n tokens in R^d step together on one core: what its caches hold."""
    fitting = min(2**14 // (n * d), 2**19 // n**2)
    return 1 << (min(64, max(8, fitting)).bit_length() - 1)
