"""The driver: the one loop that follows problems, whatever engine takes the steps.

It owns what all engines share: stretches between breaks, windows and their budgets, progress and
Ctrl-C between them, runs that fail while others go on, and handing what was saved to a sink.
"""

import time as clock
from collections.abc import Sequence
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
    Reached,
    Saved,
    Sink,
    Stretch,
    added,
    stretch,
    stretches,
)

ENGINES: tuple[Engine, ...] = (EqualSteps(), Native(), Compiled())
WINDOW_SECONDS = 0.2
FIRST_STEPS, MOST_STEPS, ALL_STEPS = 8, 10**6, 10**9


class Budget:
    """How many steps the next window may take, so that it lasts about WINDOW_SECONDS.

    `steady` windows take all steps: none ends by the clock.
    """

    def __init__(self, steady: bool) -> None:
        self.steady, self.steps = steady, ALL_STEPS if steady else FIRST_STEPS

    def spent(self, seconds: float, tried: int, *, compiled: bool) -> None:
        """Note how long a window took; one that may have compiled says nothing of a step."""
        if self.steady or tried == 0 or (compiled and seconds > WINDOW_SECONDS):
            return
        fitting = WINDOW_SECONDS * tried / max(seconds, 1e-6)
        self.steps = int(np.clip(fitting, 1, min(4 * self.steps, MOST_STEPS)))


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
    most_steps: int = ALL_STEPS,
) -> Outcome:
    """Every run through all times; the sink receives what is saved, the start first.

    Each stretch is followed by the first of the engines that serves it, for `most_steps` at most.
    `progress(t)` is told the time that runs have reached on average.  A run that fails is left out
    from there on.
    """
    alive = np.arange(problem.runs)
    sink(alive, np.zeros(problem.runs, int), problem.x0)
    outcome, budget = Outcome(problem.x0.copy()), Budget(problem.steady)
    for start, end in stretches(problem):
        some = problem if len(alive) == problem.runs else problem.some(alive)
        part = stretch(some, outcome.x[alive], start, end)
        engine = next(engine for engine in engines if engine.serves(part.problem))
        watch = Watch(sink, alive, budget, progress, on_failure, most_steps)
        state = _followed(part, engine, watch)
        outcome.x[alive] = state.x
        outcome = Outcome(outcome.x, added(outcome.cost, state.cost), state)
        alive = np.delete(alive, list(state.failures))
        if not len(alive):
            break
    return outcome


@dataclass(frozen=True)
class Watch:
    """What goes on between windows: who takes what is saved, under which numbers of runs."""

    sink: Sink
    runs: np.ndarray
    budget: Budget
    progress: Progress | None
    on_failure: OnFailure
    most_steps: int


def _followed(part: Stretch, engine: Engine, watch: Watch) -> Any:
    """The state at the end of a stretch, or after the most steps that it may take."""
    state, first, left = engine.start(part.problem), True, watch.most_steps
    while not state.done and left > 0:
        begun, failed = clock.perf_counter(), state.failures
        state, saved = engine.advance(part.problem, state, min(watch.budget.steps, left))
        left -= state.tried
        watch.budget.spent(clock.perf_counter() - begun, state.tried, compiled=first)
        _hand_over(saved, part, watch)
        for run in state.failures.keys() - failed.keys():
            watch.on_failure(int(watch.runs[run]), state.failures[run])
        if watch.progress is not None:
            watch.progress(Reached.at(state.reached.mean(), getattr(state, "note", "")))
        first = False
    return state


def _hand_over(saved: Saved, part: Stretch, watch: Watch) -> None:
    """Give the sink what was saved at times that were asked for."""
    index = part.index[saved.index]
    runs, index, x = _picked(index >= 0, watch.runs[saved.runs], index, saved.x)
    if len(runs):
        watch.sink(runs, index, x)


def _picked(chosen: np.ndarray, *arrays: np.ndarray) -> tuple[np.ndarray, ...]:
    """The chosen rows of arrays; without a copy if all are."""
    return arrays if chosen.all() else tuple(array[chosen] for array in arrays)


def path(
    field: VectorField,
    x0: np.ndarray,
    times: np.ndarray,
    stepping: Stepping,
    engines: Sequence[Engine] = ENGINES,
    *,
    progress: Progress | None = None,
    most_steps: int = ALL_STEPS,
) -> tuple[np.ndarray, Cost]:
    """The path of a single run, (times, ...), as far as so many steps lead, and its cost."""
    saved: list[np.ndarray] = []

    def keep(_: np.ndarray, index: np.ndarray, values: np.ndarray) -> None:
        saved.append(values)

    problem = Problem(Family.of(field, 1), x0[None], times, stepping)
    outcome = follow(problem, keep, engines, progress=progress, most_steps=most_steps)
    return np.concatenate(saved), outcome.cost
