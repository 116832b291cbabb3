"""Compiled steps: runs of any field, through a fixed number of lanes.

All lanes take a step at once, each of its own length; a run that is done makes room for the next.
The compiled program (`lanes`) depends on the number of lanes, not on the number of runs: here
Python sorts out who sits where, and what each of them has saved.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tokenflock._jax import jnp
from tokenflock.errors import SolveError
from tokenflock.solvers import lanes
from tokenflock.solvers.adaptive import Adaptive, Cursor
from tokenflock.solvers.failures import stuck_error
from tokenflock.solvers.problem import Cost, Problem, Saved
from tokenflock.solvers.runge_kutta import Tables, tables

EMPTY = -1
MOST_LANES, LEAST_LANES = 256, 16
SLOTS = 64  # values a lane saves per window: a fixed shape, whatever the number of output times
LARGEST_PAGE = 2**20  # numbers that a lone lane saves per window: 8 MB
LARGEST_BATCH = 2**21  # numbers that all lanes do
LARGEST_LOG = 2**26  # numbers that memory for them may hold


@dataclass(frozen=True)
class Batch:
    """Which run sits in which lane, and how far every run has come."""

    occupant: np.ndarray  # (lanes,), the run in each; EMPTY for none
    entering: np.ndarray  # (lanes,), whether that run has yet to begin
    next_run: int  # the first that has no lane yet
    saved: np.ndarray  # (runs,), how many times are saved
    reached: np.ndarray
    x: np.ndarray
    steps: np.ndarray  # (runs, 3): accepted, rejected, and with values saved between their ends
    failures: dict[int, SolveError]
    table: Tables
    tried: int = 0  # steps of the last window
    cursors: Cursor | None = None
    values: Any = None  # memory that windows write to

    @property
    def done(self) -> bool:
        """Whether no lane is taken any more."""
        return bool((self.occupant == EMPTY).all())

    @property
    def cost(self) -> Cost:
        """Steps and evaluations of all runs."""
        return evaluations(self.table, *self.steps.sum(axis=0))


def evaluations(table: Tables, accepted: int, rejected: int, between: int) -> Cost:
    """What a number of tried steps cost, and of those with values saved between their ends."""
    count = (
        (table.tried - 1) * (accepted + rejected)
        + (table.accepted - table.tried) * accepted
        + (table.stages - table.accepted) * between
    )
    return {
        "steps_accepted": int(accepted),
        "steps_rejected": int(rejected),
        "evaluations": int(count),
    }


class Compiled:
    """Adaptive steps of any field, compiled by XLA."""

    def serves(self, problem: Problem) -> bool:
        """True for adaptive steps."""
        return problem.stepping.is_adaptive

    def start(self, problem: Problem) -> Batch:
        """The first runs in their lanes."""
        runs, width = problem.runs, _lane_count(problem)
        occupant = np.where(np.arange(width) < runs, np.arange(width), EMPTY)
        return Batch(
            occupant, entering=occupant != EMPTY, next_run=min(width, runs),
            saved=np.ones(runs, int), reached=np.full(runs, problem.times[0]),
            x=problem.x0.copy(), steps=np.zeros((runs, 3), int), failures={},
            table=tables(problem.stepping.method),
            values=lanes.empty_values(width, _slot_count(problem), problem.x0.shape[1:]),
        )  # fmt: skip

    def advance(self, problem: Problem, state: Batch, steps: int) -> tuple[Batch, Saved]:
        """One window: its lanes filled up, advanced, and what they saved sorted by run."""
        method = Adaptive(jnp.asarray(problem.stepping.tol), problem.stepping.method)
        runs = np.maximum(state.occupant, 0)
        system = lanes.System(problem.family.shared, problem.family.arrays_of(runs), method)
        cursors = _entered(problem, state, system, runs)
        targets = _targets(problem, state)
        window = lanes.Window(
            jnp.asarray(targets), jnp.asarray(problem.times[-1]), jnp.asarray(steps),
            jnp.asarray(_patience(problem, state, targets)),
        )  # fmt: skip
        cursors, log = lanes.advance((system, window), cursors, state.values)
        saved = _sorted(state, log)
        after = _noted(problem, state, cursors, log)
        return _refilled(problem, after), saved


def _lane_count(problem: Problem) -> int:
    """How many runs step together: enough work for all cores, little to wait for."""
    n = problem.x0.shape[-2]
    most = problem.width or int(np.clip(2**18 // n**2, LEAST_LANES, MOST_LANES))
    return most if problem.width and problem.runs > 1 else min(problem.runs, most)


def _slot_count(problem: Problem) -> int:
    """How many values a lane saves per window: a power of two, few if they are large."""
    if problem.runs == 1 and not problem.width:
        return max(1, min(SLOTS, 2 ** (LARGEST_PAGE // problem.size).bit_length() // 2))
    most = SLOTS
    if problem.width:
        most = max(8, LARGEST_BATCH // (problem.width * problem.size))
    held = max(1, LARGEST_LOG // (4 * _lane_count(problem) * problem.size))
    return min(most, held, power_of_two(len(problem.times)))


def power_of_two(count: int) -> int:
    """The smallest power of two that is not less."""
    return 1 << max(0, count - 1).bit_length()


def _entered(problem: Problem, state: Batch, system: lanes.System, runs: np.ndarray) -> Cursor:
    """The cursors with those of new runs put to their beginning."""
    if state.cursors is not None and not state.entering.any():
        return state.cursors
    start, x = jnp.asarray(problem.times[0]), jnp.asarray(problem.x0[runs])
    return lanes.enter(system, start, x, jnp.asarray(state.entering), state.cursors)


def _targets(problem: Problem, state: Batch) -> np.ndarray:
    """The next times of every lane; infinity where there are none."""
    slots = lanes.slots_of(state.values)
    targets = np.full((len(state.occupant), slots), np.inf)
    for lane, run in _taken(state):
        due = problem.times[state.saved[run] : state.saved[run] + slots]
        targets[lane, : len(due)] = due
    return targets


def _taken(state: Batch) -> list[tuple[int, int]]:
    """All pairs of a lane and its run."""
    return [(lane, int(run)) for lane, run in enumerate(state.occupant) if run != EMPTY]


def _patience(problem: Problem, state: Batch, targets: np.ndarray) -> int:
    """How many idle lanes end a window: a quarter, or all when there is nothing else for them."""
    width = len(state.occupant)
    more = state.next_run < problem.runs or (targets[:, -1] < problem.times[-1]).any()
    return width // 4 + 1 if more else width + 1


def _sorted(state: Batch, log: lanes.Log) -> Saved:
    """What a window has saved, by run and time."""
    used = int(log.used)
    values, count = np.asarray(log.values)[:used], np.asarray(log.count)[:used]
    place = np.arange(values.shape[2])
    valid = place < count[..., None]
    index = (state.saved[state.occupant] + np.asarray(log.slot)[:used])[..., None] + place
    runs = np.broadcast_to(state.occupant[:, None], valid.shape)
    return Saved(runs[valid], index[valid], values[valid])


def _noted(problem: Problem, state: Batch, cursors: Cursor, log: lanes.Log) -> Batch:
    """The batch after a window, with the runs closed that cannot go on."""
    busy = state.occupant != EMPTY
    runs = state.occupant[busy]
    saved, reached, x, steps = (
        array.copy() for array in (state.saved, state.reached, state.x, state.steps)
    )
    saved[runs] += np.asarray(log.filled)[busy]
    x[runs], reached[runs] = np.asarray(cursors.x)[busy], np.asarray(cursors.t)[busy]
    counts = (cursors.accepted, cursors.rejected, cursors.between)
    steps[runs] = np.stack(counts, axis=1)[busy]
    stuck, velocity = runs[np.asarray(cursors.stuck)[busy]], np.zeros_like(x)
    velocity[runs] = np.asarray(cursors.velocity)[busy]
    tol = problem.stepping.tol
    failures = {int(run): stuck_error(reached[run], x[run], velocity[run], tol) for run in stuck}
    saved[stuck] = len(problem.times)
    return replace(
        state, saved=saved, reached=reached, x=x, steps=steps, cursors=cursors,
        values=log.values, failures=state.failures | failures, tried=int(log.tried),
    )  # fmt: skip


def _refilled(problem: Problem, state: Batch) -> Batch:
    """The batch with the next runs in the lanes of those that are done."""
    occupant, entering, upcoming = (
        state.occupant.copy(),
        np.zeros_like(state.entering),
        state.next_run,
    )
    for lane, run in _taken(state):
        if state.saved[run] == len(problem.times):
            entering[lane] = upcoming < problem.runs
            occupant[lane] = upcoming if entering[lane] else EMPTY
            upcoming += int(entering[lane])
    return replace(state, occupant=occupant, entering=entering, next_run=upcoming)
