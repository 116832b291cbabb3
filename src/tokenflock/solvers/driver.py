"""The driver: the one loop that follows problems, whatever engine takes the steps.

It owns what all engines share: stretches between breaks, windows and their budgets, progress and
Ctrl-C between them, runs that fail while others go on, and handing what was saved to a sink.
"""

import itertools
import time as clock
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tokenflock.errors import SolveError
from tokenflock.fields.vector_field import VectorField
from tokenflock.solvers.compiled import Compiled
from tokenflock.solvers.equal_steps import EqualSteps
from tokenflock.solvers.family import Family
from tokenflock.solvers.methods import Stepping
from tokenflock.solvers.native import Native
from tokenflock.solvers.problem import (
    Cost,
    Engine,
    OnFailure,
    Problem,
    Progress,
    Sink,
    Stretch,
    stretch,
    stretches,
)

ENGINES: tuple[Engine, ...] = (EqualSteps(), Native(), Compiled())
WINDOW_SECONDS = 0.2
ALL_STEPS = 10**9


@dataclass(frozen=True)
class Outcome:
    """Where all runs end, what they cost, and the last state of the engine."""

    x: np.ndarray
    cost: Cost = field(default_factory=dict)
    state: Any = None


def give_up(run: int, error: SolveError) -> None:
    """Raise: no run may fail."""
    raise error


def follow(
    problem: Problem,
    sink: Sink,
    engines: Sequence[Engine] = ENGINES,
    *,
    progress: Progress | None = None,
    on_failure: OnFailure = give_up,
) -> Outcome:
    """Every run through all times; the sink receives what is saved, the start first.

    Each stretch is followed by the first of the engines that serves it.  `progress(t)` is told the
    time that runs have reached on average.  A run that fails is left out from there on.
    """
    alive = np.arange(problem.runs)
    sink(alive, np.zeros(problem.runs, int), problem.x0)
    outcome, budgets = Outcome(problem.x0.copy()), windows(problem.steady)
    for start, end in stretches(problem):
        part = stretch(problem.some(alive), outcome.x[alive], start, end)
        engine = next(engine for engine in engines if engine.serves(part.problem))
        state = _followed(part, alive, engine, sink, budgets, progress)
        outcome.x[alive] = state.x
        outcome = Outcome(outcome.x, _sum(outcome.cost, state.cost), state)
        for run, error in state.failures.items():
            on_failure(int(alive[run]), error)
        alive = np.delete(alive, list(state.failures))
        if not len(alive):
            break
    return outcome


def _sum(a: Cost, b: Cost) -> Cost:
    return {name: a.get(name, 0) + b.get(name, 0) for name in {**a, **b}}


def _followed(
    part: Stretch, alive: np.ndarray, engine: Engine, sink: Sink, budgets: Iterator[int],
    progress: Progress | None,
) -> Any:  # fmt: skip
    """The state at the end of a stretch; `alive` are the numbers of its runs in the sink."""
    state = engine.start(part.problem)
    while not state.done:
        state, saved = engine.advance(part.problem, state, next(budgets))
        index = part.index[saved.index]
        runs, index, x = _picked(index >= 0, alive[saved.runs], index, saved.x)
        if len(runs):
            sink(runs, index, x)
        if progress is not None:
            progress(float(state.reached.mean()))
    return state


def _picked(chosen: np.ndarray, *arrays: np.ndarray) -> tuple[np.ndarray, ...]:
    """The chosen rows of arrays; without a copy if all are."""
    return arrays if chosen.all() else tuple(array[chosen] for array in arrays)


def windows(steady: bool) -> Iterator[int]:
    """Step budgets of successive windows: all steps, or those of WINDOW_SECONDS by the clock."""
    return itertools.repeat(ALL_STEPS) if steady else _by_the_clock()


def _by_the_clock() -> Iterator[int]:
    steps, last = 8, clock.perf_counter()
    while True:
        yield steps
        now = clock.perf_counter()
        aim = WINDOW_SECONDS / max(now - last, 1e-6)
        # The first windows compile, which says nothing of a step: never shrink below 8 at once.
        steps, last = int(np.clip(steps * min(aim, 4.0), 1 if now - last < 1 else 8, 1e6)), now


def path(
    field: VectorField,
    x0: np.ndarray,
    times: np.ndarray,
    stepping: Stepping,
    *,
    progress: Progress | None = None,
) -> tuple[np.ndarray, Cost]:
    """The path of a single run, (times, ...), and its cost."""
    x = np.empty((len(times), *x0.shape))

    def keep(_: np.ndarray, index: np.ndarray, values: np.ndarray) -> None:
        x[index] = values

    problem = Problem(Family.of(field, 1), x0[None], times, stepping)
    return x, follow(problem, keep, progress=progress).cost
