"""A problem: runs of one family through given times, and what engines and sinks agree on."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from tokenflock.errors import SolveError
from tokenflock.solvers.family import Family
from tokenflock.solvers.methods import Stepping

Progress = Callable[[float], None]  # told a time, mostly a `Reached`
Cost = dict[str, int]


class Reached(float):
    """The time that runs have reached on average, with a `note` of what goes on there."""

    note: str = ""

    @classmethod
    def at(cls, t: float, note: str) -> "Reached":
        """A time with a note."""
        reached = cls(t)
        reached.note = note
        return reached


def added(a: Cost, b: Cost) -> Cost:
    """The sum of two costs, name by name."""
    return {name: a.get(name, 0) + b.get(name, 0) for name in {**a, **b}}


@dataclass(frozen=True)
class Problem:
    """Runs x0 (runs, n, d) of a family, to be saved at all of `times`.

    A single run is a batch of one.  `seeds` (runs, 2) draw the noise of each.  At most `width` runs
    step together; a batch with `steady` windows ends none by the clock, so that equal batches give
    equal bits.
    """

    family: Family
    x0: np.ndarray
    times: np.ndarray
    stepping: Stepping
    seeds: np.ndarray | None = None
    width: int | None = None
    steady: bool = False

    @property
    def runs(self) -> int:
        """How many runs there are."""
        return len(self.x0)

    @property
    def size(self) -> int:
        """How many numbers a run has at one time."""
        return int(self.x0[0].size)

    def some(self, runs: np.ndarray) -> "Problem":
        """The problem of some of the runs."""
        seeds = None if self.seeds is None else self.seeds[runs]
        return replace(self, family=self.family.some(runs), x0=self.x0[runs], seeds=seeds)


@dataclass(frozen=True)
class Saved:
    """Tokens (m, n, d) of some runs at the `index`-th times."""

    runs: np.ndarray
    index: np.ndarray
    x: np.ndarray


Sink = Callable[[np.ndarray, np.ndarray, np.ndarray], None]  # takes runs, index and x of `Saved`
OnFailure = Callable[[int, SolveError], None]


class State(Protocol):
    """Where all runs of a problem stand, in whatever form an engine keeps them."""

    @property
    def x(self) -> np.ndarray:
        """The tokens of all runs, as far as they have come."""

    @property
    def reached(self) -> np.ndarray:
        """The times that runs have reached."""

    @property
    def tried(self) -> int:
        """How many steps of a run the last window has tried."""

    @property
    def done(self) -> bool:
        """Whether every run has saved all times, or failed."""

    @property
    def failures(self) -> dict[int, SolveError]:
        """The runs that cannot go on, and why."""

    @property
    def cost(self) -> Cost:
        """What all runs have cost."""


class Engine(Protocol):
    """A way to follow a problem, some steps at a time."""

    def serves(self, problem: Problem) -> bool:
        """Whether it can follow the problem, and should."""

    def start(self, problem: Problem) -> Any:
        """The state at the first of the times, which is saved already."""

    def advance(self, problem: Problem, state: Any, steps: int) -> tuple[Any, Saved]:
        """The state after at most so many steps of every run, and what was saved on the way.

        The state that is given may be used up: its memory is written to again.
        """


@dataclass(frozen=True)
class Stretch:
    """A part of a problem on which its fields are smooth.

    `index` says which of the times of the whole problem those of the part are; -1 for none.
    """

    problem: Problem
    index: np.ndarray


def stretches(problem: Problem) -> Iterator[tuple[float, float]]:
    """The ends of the stretches between breaks, one after the other."""
    start, end = float(problem.times[0]), float(problem.times[-1])
    breaks = _breaks(problem, start, end) if problem.stepping.is_smooth else ()
    for stop in (*breaks, end) if end > start else ():
        yield start, stop
        start = stop


def _breaks(problem: Problem, start: float, end: float) -> tuple[float, ...]:
    """The times at which fields jump, which all fields of a problem must share."""
    found = {field.breaks(start, end) for field in problem.family.fields}
    if len(found) > 1:
        raise ValueError("The fields of a problem must jump at the same times.")
    return found.pop()


def stretch(problem: Problem, x: np.ndarray, start: float, end: float) -> Stretch:
    """The part of a problem between two breaks, from tokens x on.

    A break is a time of both parts, and counted in the first, if it is asked for at all.
    """
    times = problem.times
    inside = np.array([start, *times[(times > start) & (times < end)], end])
    index = np.where(np.isin(inside, times), np.searchsorted(times, inside), -1)
    index[0] = -1
    whole = start == times[0] and end == times[-1]
    family = problem.family if whole else problem.family.during((start + end) / 2)
    return Stretch(replace(problem, family=family, x0=x, times=inside), index)
