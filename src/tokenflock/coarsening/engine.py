"""Coarsening: paths over exponentially long times.

Tokens contract into clusters in a time of order one, and clusters meet after times of order
e^{c beta}.  The first part takes explicit steps of all tokens (`contraction`).  Then causal tokens
drift by implicit steps of all of them (`causal_motion`), and tokens under full attention that have
met move as one (`full_motion`), merge after merge, to t = 1e300 if need be.
"""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from tokenflock.coarsening.causal_motion import CausalMotion
from tokenflock.coarsening.eligibility import is_causal
from tokenflock.coarsening.full_motion import FullMotion
from tokenflock.coarsening.stage import Motion, Move, Stage
from tokenflock.errors import SolveError
from tokenflock.solvers.problem import Cost, Problem, Progress, Saved, added


@dataclass(frozen=True)
class LongRuns:
    """All runs, one after the other: the stage of the present one, and what is known of others."""

    x: np.ndarray
    reached: np.ndarray
    run: int
    motion: Motion
    stage: Stage
    bounds: tuple[np.ndarray, ...]  # of the present run, by saved time
    tried: int = 1  # a chunk or a slow step at a time, whatever the budget
    done: bool = False
    failures: dict[int, SolveError] = field(default_factory=dict)
    cost: Cost = field(default_factory=dict)


class Coarsening:
    """The engine of exponentially long times, for fields that `eligibility` lets through."""

    def __init__(self, progress: Progress | None = None) -> None:
        self.progress = progress  # inside a chunk of explicit steps, which may take seconds

    def serves(self, problem: Problem) -> bool:
        """True: whoever asks for coarsening has checked."""
        return True

    def start(self, problem: Problem) -> LongRuns:
        """The first run at its beginning."""
        reached = np.full(problem.runs, problem.times[0])
        motion, stage = _beginning(problem, 0)
        return LongRuns(problem.x0.copy(), reached, 0, motion, stage, (_no_bound(problem),))

    def advance(self, problem: Problem, state: LongRuns, steps: int) -> tuple[LongRuns, Saved]:
        """One chunk of explicit steps, or one slow step, of the present run."""
        try:
            due = problem.times[state.stage.saved :]
            move = state.motion.move(state.stage, due, self.progress)
        except SolveError as error:
            failures = state.failures | {state.run: error}
            return _next_run(problem, replace(state, failures=failures)), _saved(state, ())
        reached = state.reached.copy()
        reached[state.run] = move.stage.t
        after = replace(
            state, stage=move.stage, reached=reached, bounds=(*state.bounds, *move.bounds),
            cost=added(state.cost, move.cost),
        )  # fmt: skip
        if move.stage.saved == len(problem.times):
            after.x[state.run] = move.x[-1]
            after = _next_run(problem, after)
        return after, _saved(state, move.x)


def _beginning(problem: Problem, run: int) -> tuple[Motion, Stage]:
    """What moves a run, and its first stage."""
    flow: Any = problem.family.field_of(run)
    x0, tol = problem.x0[run], problem.stepping.tol
    kind = CausalMotion if is_causal(flow, len(x0)) else FullMotion
    motion: Motion = kind.of(flow, len(x0), tol)
    return motion, motion.start(float(problem.times[0]), x0)


def _next_run(problem: Problem, state: LongRuns) -> LongRuns:
    """The next run at its beginning, or the end."""
    if state.run + 1 == problem.runs:
        return replace(state, done=True)
    motion, stage = _beginning(problem, state.run + 1)
    bounds = (_no_bound(problem),)
    return replace(state, run=state.run + 1, motion=motion, stage=stage, bounds=bounds)


def _no_bound(problem: Problem) -> np.ndarray:
    return np.zeros(problem.x0.shape[1])


def _saved(state: LongRuns, x: Any) -> Saved:
    first, count = state.stage.saved, len(x)
    values = np.asarray(x).reshape(count, *state.x.shape[1:])
    return Saved(np.full(count, state.run), np.arange(first, first + count), values)
