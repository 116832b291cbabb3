"""Lanes: independent runs followed together, each handed over as it is saved.

Compiled windows advance all lanes at once (`ensembles`); here Python collects what they saved, and
puts the next run into a lane that is done.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tokenflock._jax import jnp
from tokenflock.errors import InputError
from tokenflock.fields.flow import Flow
from tokenflock.solvers import ensembles, native_runs, paths, windows
from tokenflock.solvers.ensembles import Family
from tokenflock.solvers.paths import Cost, Progress, Saved
from tokenflock.solvers.stages import WrittenOut

Keep = Callable[[np.ndarray, np.ndarray, np.ndarray], None]  # runs, indices of times, tokens
Refuse = Callable[[int, InputError], None]  # run, why it cannot go on
EMPTY = -1
MOST_ALONE = 256  # tokens of a single run: with more, all cores are needed


def adaptive_run(
    flow: Flow,
    solver: Any,
    x0: np.ndarray,
    times: np.ndarray,
    tol: float,
    progress: Progress | None = None,
    told: Saved | None = None,
) -> tuple[np.ndarray, Cost]:
    """The path of a single run, as by `paths.adaptive`; native steps need no compiling."""
    family = Family([flow], np.zeros(1, int))
    small = len(x0) <= MOST_ALONE and len(times) * x0.size <= native_runs.PAGE
    if not (small and native_runs.serve(family, solver, *x0.shape)):
        return paths.adaptive(flow, solver, x0, times, tol, progress, told=told)
    x = np.empty((len(times), *x0.shape))

    def keep(_: np.ndarray, index: np.ndarray, values: np.ndarray) -> None:
        x[index] = values
        new = index[index > 0]  # the first is known before
        if told is not None and len(new):
            told(times[new], x[new])

    given = (family, solver, x0[None], times, tol, keep, give_up, progress)
    return x, native_runs.follow(*given)[1]


def adaptive_runs(
    flow: Flow,
    solver: Any,
    x0: np.ndarray,
    times: np.ndarray,
    tol: float,
    progress: Progress | None = None,
) -> tuple[np.ndarray, Cost]:
    """The paths of independent runs, the first axis of x0, with steps of their own.

    `progress` is told the time all runs have reached on average.
    """
    x = np.empty((len(x0), len(times), *x0.shape[1:]))

    def keep(runs: np.ndarray, index: np.ndarray, values: np.ndarray) -> None:
        x[runs, index] = values

    family = Family([flow], np.zeros(len(x0), int))
    if native_runs.serve(family, solver, *x0.shape[1:]):
        _, cost = native_runs.follow(family, solver, x0, times, tol, keep, give_up, progress)
        return x, cost
    lanes = min(len(x0), ensembles.lanes_for(x0.shape[1]))
    slots = min(windows.SLOTS, power_of_two(len(times)))
    _, cost = follow(
        family, solver, x0, times, tol, keep,
        lanes=lanes, slots=slots, progress=progress, budgets=paths.budgets(),
    )  # fmt: skip
    return x, cost


def power_of_two(count: int) -> int:
    """The smallest power of two that is not less."""
    return 1 << max(0, count - 1).bit_length()


def picked(wanted: np.ndarray, *arrays: np.ndarray) -> tuple[np.ndarray, ...]:
    """The rows of arrays that are wanted; without a copy if all are."""
    return arrays if wanted.all() else tuple(array[wanted] for array in arrays)


def give_up(run: int, why: InputError) -> None:
    """Raise: no run may fail."""
    raise why


def follow(
    family: Family,
    solver: Any,
    x0: np.ndarray,
    times: np.ndarray,
    tol: float,
    keep: Keep,
    *,
    lanes: int,
    slots: int,
    budgets: Iterator[int],
    refuse: Refuse = give_up,
    progress: Progress | None = None,
) -> tuple[np.ndarray, Cost]:
    """Where all runs end, and the cost; `keep` receives what they save on the way.

    The path of a run depends on the number of lanes and slots, and on no other run.
    """
    control, solver = paths.controller(tol, windows.token_norm), WrittenOut(solver)
    start, t_end = jnp.asarray(times[0]), jnp.asarray(times[-1])
    book, seats = Book(x0, times), Seats(lanes, len(x0))
    cursors: Any = None
    fresh = seats.who != EMPTY
    values = ensembles.empty_values(lanes, slots, *x0.shape[1:])
    keep(np.arange(len(x0)), np.zeros(len(x0), int), x0)
    while seats.any_taken() and len(times) > 1:
        who = np.maximum(seats.who, 0)
        own = family.in_lanes(who)
        if fresh.any():
            x, new = jnp.asarray(x0[who]), jnp.asarray(fresh)
            cursors = ensembles.enter(family.shared, own, solver, control, start, x, new, cursors)
        targets = book.targets(seats, slots)
        patience = _patience(targets, times[-1], seats)
        bounds = jnp.asarray(next(budgets)), jnp.asarray(patience)
        given = (family.shared, own, solver, control, jnp.asarray(targets), t_end, *bounds)
        cursors, log = ensembles.advance_lanes(given, cursors, values)
        book.enter(seats, cursors, log, keep)
        values = log.values
        for run in book.stuck(seats, cursors):
            refuse(run, paths.stuck(book.reached[run], book.last[run], tol))
        fresh = seats.refill(book.saved == len(times))
        if progress is not None:
            progress(float(book.reached.mean()))
    return book.last, paths.evaluations(solver, *book.spent.sum(axis=0))


class Book:
    """How far every run has come: times saved and reached, its last tokens, steps spent."""

    def __init__(self, x0: np.ndarray, times: np.ndarray) -> None:
        self.times, self.last = times, x0.copy()
        self.saved, self.reached = np.ones(len(x0), int), np.full(len(x0), times[0])
        self.spent = np.zeros((len(x0), 2), int)

    def targets(self, seats: "Seats", slots: int) -> np.ndarray:
        """The next times of every lane; infinity where there are none."""
        targets = np.full((len(seats.who), slots), np.inf)
        for lane, run in seats.taken():
            due = self.times[self.saved[run] : self.saved[run] + slots]
            targets[lane, : len(due)] = due
        return targets

    def enter(
        self, seats: "Seats", cursors: windows.Cursor, log: ensembles.Log, keep: Keep
    ) -> None:
        """Note what a window has done, and hand over what it saved."""
        used = int(log.used)
        values, count = np.asarray(log.values)[:used], np.asarray(log.count)[:used]
        some = np.arange(values.shape[2])
        valid = some < count[..., None]
        index = (self.saved[seats.who] + np.asarray(log.slot)[:used])[..., None] + some
        runs = np.broadcast_to(seats.who[:, None], valid.shape)
        keep(runs[valid], index[valid], values[valid])
        lanes = seats.who != EMPTY
        runs = seats.who[lanes]
        self.saved[runs] += np.asarray(log.filled)[lanes]
        self.last[runs] = np.asarray(cursors.x)[lanes]
        self.reached[runs] = np.asarray(cursors.t)[lanes]
        self.spent[runs] = np.stack([cursors.accepted, cursors.rejected], axis=1)[lanes]

    def stuck(self, seats: "Seats", cursors: windows.Cursor) -> list[int]:
        """The runs that cannot go on; they are closed."""
        stuck = np.asarray(cursors.stuck)
        runs = [run for lane, run in seats.taken() if stuck[lane]]
        self.saved[runs] = len(self.times)
        return runs


class Seats:
    """Which run sits in which lane, and who is next."""

    def __init__(self, lanes: int, runs: int) -> None:
        self.runs, self.next = runs, min(lanes, runs)
        self.who = np.where(np.arange(lanes) < runs, np.arange(lanes), EMPTY)

    def any_taken(self) -> bool:
        """Whether a run is still on its way."""
        return bool((self.who != EMPTY).any())

    def taken(self) -> list[tuple[int, int]]:
        """All pairs of a lane and its run."""
        return [(lane, int(run)) for lane, run in enumerate(self.who) if run != EMPTY]

    def waiting(self) -> int:
        """How many runs have not begun."""
        return self.runs - self.next

    def refill(self, done: np.ndarray) -> np.ndarray:
        """Seat the next runs where one is done; True for the lanes with a new run."""
        fresh = np.zeros(len(self.who), bool)
        for lane, run in self.taken():
            if done[run]:
                fresh[lane] = self.next < self.runs
                self.who[lane] = self.next if fresh[lane] else EMPTY
                self.next += int(fresh[lane])
        return fresh


def _patience(targets: np.ndarray, t_end: float, seats: Seats) -> int:
    """How many idle lanes end a window: a quarter, or all when there is nothing else for them."""
    more = seats.waiting() or (targets[:, -1] < t_end).any()
    return len(seats.who) // 4 + 1 if more else len(seats.who) + 1
