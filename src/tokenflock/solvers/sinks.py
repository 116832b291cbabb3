"""Sinks: where saved tokens go."""

from collections.abc import Callable, Sequence

import numpy as np

from tokenflock.solvers.problem import Sink

OnSave = Callable[[np.ndarray, np.ndarray], None]  # takes times and tokens, as they are saved


class Paths:
    """A sink that keeps everything, x (runs, times, n, d)."""

    def __init__(self, runs: int, times: int, shape: tuple[int, ...]) -> None:
        self.x = np.full((runs, times, *shape), np.nan)

    def __call__(self, runs: np.ndarray, index: np.ndarray, x: np.ndarray) -> None:
        """Keep tokens (m, n, d) of some runs at the index-th times."""
        self.x[runs, index] = x


def callback(on_save: OnSave, times: np.ndarray) -> Sink:
    """A sink that calls back with the times and tokens of a single run."""
    return lambda runs, index, x: on_save(times[index], x)


def several(sinks: Sequence[Sink]) -> Sink:
    """A sink that hands on to others."""

    def each(runs: np.ndarray, index: np.ndarray, x: np.ndarray) -> None:
        for sink in sinks:
            sink(runs, index, x)

    return each
