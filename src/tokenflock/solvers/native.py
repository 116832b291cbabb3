"""Native steps: runs by themselves, in the cache and without compiling.

Steps are chosen as `adaptive` chooses them, by the same tables; both ways differ where an estimated
error is all rounding, far below the tolerance.  A path depends on no other run, and on no number of
threads: a batch shares them run by run, a single run row by row.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tokenflock.errors import SolveError
from tokenflock.solvers import native_call, native_law
from tokenflock.solvers.compiled import evaluations
from tokenflock.solvers.failures import stuck_error
from tokenflock.solvers.problem import Cost, Problem, Saved
from tokenflock.solvers.runge_kutta import Tables, tables
from tokenflock.solvers.tableaus import ERROR_ORDERS, LONGEST, SAFETY, SHORTEST

PAGE = 2**21  # numbers that a call may save
FIRST = 1  # of the times to save: the start is saved already


@dataclass(frozen=True)
class Group:
    """Runs from `first` on that one call advances, among all runs of a problem."""

    first: int
    stand: native_call.State  # of the group
    law: native_call.Law
    page: int  # the first of the times that this call may save
    x: np.ndarray  # of all runs
    reached: np.ndarray
    steps: np.ndarray  # accepted, rejected, with values between, of all groups before
    failures: dict[int, SolveError]
    table: Tables
    tried: int = 0
    done: bool = False

    @property
    def cost(self) -> Cost:
        """Steps and evaluations of all runs, as far as they have come."""
        present = 0 if self.done else _counts(self.stand)
        return evaluations(self.table, *(self.steps + present))


class Native:
    """Adaptive steps by the kernels."""

    def serves(self, problem: Problem) -> bool:
        """True for what the kernels know."""
        stepping = problem.stepping
        return (
            stepping.is_adaptive
            and problem.x0.ndim == 3
            and not problem.family.first.is_noisy
            and tables(stepping.method).stages <= native_call.MOST_STAGES
            and native_law.is_known(problem.family, *problem.x0.shape[-2:])
        )

    def start(self, problem: Problem) -> Group:
        """The first group of runs at its beginning."""
        times, runs = problem.times, problem.runs
        width = int(np.clip(PAGE // (len(times) * problem.size), 1, runs))
        x, reached = problem.x0.copy(), np.full(runs, times[0])
        table = tables(problem.stepping.method)
        stand, law = _begun(problem, 0, width)
        return Group(0, stand, law, FIRST, x, reached, np.zeros(3, int), {}, table)

    def advance(self, problem: Problem, state: Group, steps: int) -> tuple[Group, Saved]:
        """Some steps of the present group, and the next page or group if it is through."""
        times = _page(problem, state)
        stand, values = native_call.advance(
            state.stand, state.law, kind=native_law.kind_of(problem.family.first), times=times,
            steps=steps, tables=state.table, control=_control(problem),
        )  # fmt: skip
        runs = _members(problem, state)
        saved = _new(runs, state.stand.saved, stand.saved, values, state.page)
        reached = state.reached.copy()
        reached[runs] = stand.t[: len(runs)]
        state = replace(state, stand=stand, reached=reached, tried=_tried(state.stand, stand))
        if not stand.unfinished(len(times)).any():
            state = _turned(problem, state, runs, len(times))
        return state, saved


def _page(problem: Problem, state: Group) -> np.ndarray:
    """The times that a call may save: all, unless a single run at all of them is too much."""
    count = max(PAGE // (len(state.stand.t) * problem.size), 1)
    return problem.times[state.page : state.page + count]


def _turned(problem: Problem, state: Group, runs: np.ndarray, count: int) -> Group:
    """The group at its next page, or the next group."""
    page, failed = state.page + count, state.stand.saved < count
    if page >= len(problem.times) or failed.all():
        return _closed(problem, state, runs, count)
    stand = replace(state.stand, saved=np.zeros_like(state.stand.saved))
    return replace(state, page=page, stand=stand)


def _control(problem: Problem) -> native_call.Control:
    """Step sizes as diffrax chooses them."""
    return native_call.Control(
        order=ERROR_ORDERS[problem.stepping.method], tol=problem.stepping.tol, safety=SAFETY,
        factor_min=SHORTEST, factor_max=LONGEST,
    )  # fmt: skip


def _begun(problem: Problem, first: int, width: int) -> tuple[native_call.State, native_call.Law]:
    """A group at its beginning; runs that only fill up the width are done already."""
    runs = np.resize(np.arange(first, min(first + width, problem.runs)), width)
    real = min(width, problem.runs - first)
    saved = np.where(np.arange(width) < real, 0, len(problem.times) - FIRST)
    stand = native_call.State.at(problem.x0[runs], problem.times[0])
    return replace(stand, saved=saved), native_law.law_of(
        problem.family, runs, *problem.x0.shape[1:]
    )


def _members(problem: Problem, state: Group) -> np.ndarray:
    """The runs of the present group, without those that fill it up."""
    return np.arange(state.first, min(state.first + len(state.stand.t), problem.runs))


def _tried(before: native_call.State, after: native_call.State) -> int:
    """How many steps the busiest run has tried."""
    return int((after.accepted + after.rejected - before.accepted - before.rejected).max())


def _new(
    runs: np.ndarray, before: np.ndarray, after: np.ndarray, values: np.ndarray, page: int
) -> Saved:
    """What a call has saved of some runs."""
    count = len(runs)
    values, index = values[:count], np.arange(values.shape[1])
    new = (before[:count, None] <= index) & (index < after[:count, None])
    lane, time = np.nonzero(new)
    whole = new.all()
    x = values.reshape(-1, *values.shape[2:]) if whole else values[new]
    return Saved(runs[lane], time + page, x)


def _closed(problem: Problem, state: Group, runs: np.ndarray, count: int) -> Group:
    """The next group, after the ends and failures of the present one are noted."""
    stand, x, width = state.stand, state.x.copy(), len(state.stand.t)
    x[runs] = stand.x[: len(runs)]
    tol = problem.stepping.tol
    failed = np.flatnonzero(stand.saved[: len(runs)] < count)
    failures = {int(runs[k]): _error(stand, k, tol) for k in failed}
    steps, first = state.steps + _counts(stand), state.first + width
    after = replace(state, x=x, steps=steps, failures=state.failures | failures, first=first)
    if first >= problem.runs:
        return replace(after, done=True)
    stand, law = _begun(problem, first, width)
    return replace(after, stand=stand, law=law, page=FIRST)


def _counts(stand: native_call.State) -> np.ndarray:
    """Steps of a group: accepted, rejected, with values between.  Who fills it up takes none."""
    return np.array([number.sum() for number in (stand.accepted, stand.rejected, stand.between)])


def _error(stand: native_call.State, k: Any, tol: float) -> SolveError:
    return stuck_error(stand.t[k], stand.x[k], stand.velocity[k], tol)
