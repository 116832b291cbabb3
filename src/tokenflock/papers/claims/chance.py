"""Random numbers of claims, all of which an offset exchanges for others at once.

A verdict that another offset changes is luck: `tokenflock check NAME --seed-offset K` tells.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

import numpy as np

APART = 100_000  # seeds of one offset: more than a claim has
_offset: ContextVar[int] = ContextVar("offset", default=0)


@contextmanager
def offset_by(offset: int) -> Iterator[None]:
    """Within, all seeds of claims are others."""
    token = _offset.set(offset)
    try:
        yield
    finally:
        _offset.reset(token)


def seed_of(seed: int) -> int:
    """A seed for a spec or a noisy solve, under the offset in force."""
    return seed + APART * _offset.get()


def generator(seed: int | Sequence[int]) -> np.random.Generator:
    """The random numbers of a seed, or of several numbers that stand for one."""
    offset = _offset.get()
    if not offset:
        return np.random.default_rng(seed)
    return np.random.default_rng([offset, *np.atleast_1d(seed)])
