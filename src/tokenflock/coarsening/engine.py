"""Coarsening: paths over exponentially long times.

Tokens contract into clusters in a time of order one, and clusters meet after times of order
e^{c beta}.  The first part takes explicit steps of all tokens (`contraction`); as soon as few sites
are left they are followed by `slow_dynamics`, merge after merge, to t = 1e300 if need be.  Every
token keeps a place at every saved time, and a bound for how far it may be from it.
"""

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from tokenflock.coarsening.contraction import FEW, Explicit, is_over, tried
from tokenflock.coarsening.eligibility import masses_of
from tokenflock.coarsening.forces import Law, law_of
from tokenflock.coarsening.groups import Groups, groups_at
from tokenflock.coarsening.reduction import Reduction, reduction_of
from tokenflock.coarsening.sites import Settled
from tokenflock.coarsening.slow_dynamics import Chart, Moment, advance, meeting
from tokenflock.errors import SolveError
from tokenflock.fields import Flow
from tokenflock.observables.configuration import angle
from tokenflock.results.merges import MET
from tokenflock.solvers.problem import Cost, Problem, Progress, Saved, added

MOST_STEPS = 5000  # to the next merge or saved time: more means that tokens do not slow down
BRISK = -5.0  # log of the pace from which the wait for a merge is worth explicit steps


@dataclass(frozen=True)
class Dynamics:
    """What moves a run: its flow, the law of sites, how these become fewer, the tolerance."""

    flow: Flow
    law: Law
    reduction: Reduction
    tol: float


@dataclass(frozen=True)
class Slow:
    """Tokens at sites, at a moment of the slow dynamics; `idle` steps since something happened."""

    now: Settled
    moment: Moment
    idle: int = 0


@dataclass(frozen=True)
class Stage:
    """Where a run stands: in which phase, which groups have met, how many times are saved."""

    phase: Explicit | Slow
    groups: Groups
    saved: int = 1

    @property
    def t(self) -> float:
        """The time it has reached."""
        if isinstance(self.phase, Slow):
            return self.phase.moment.t
        return self.phase.origin + self.phase.spent


class Move(NamedTuple):
    """What one move of a run leads to: tokens saved on the way, their bounds, and the cost."""

    stage: Stage
    x: Any = ()
    bounds: Any = ()
    cost: Cost = {}  # noqa: RUF012


@dataclass(frozen=True)
class LongRuns:
    """All runs, one after the other: the stage of the present one, and what is known of others."""

    x: np.ndarray
    reached: np.ndarray
    run: int
    dynamics: Dynamics
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
        dynamics, stage = _beginning(problem, 0)
        return LongRuns(problem.x0.copy(), reached, 0, dynamics, stage, (_no_bound(problem),))

    def advance(self, problem: Problem, state: LongRuns, steps: int) -> tuple[LongRuns, Saved]:
        """One chunk of explicit steps, or one slow step, of the present run."""
        try:
            move = self._move(problem, state)
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

    def _move(self, problem: Problem, state: LongRuns) -> Move:
        dynamics, stage = state.dynamics, state.stage
        due = problem.times[stage.saved :]
        if isinstance(stage.phase, Explicit):
            if is_over(stage.phase, dynamics.reduction):
                return Move(_gathered(dynamics, stage, stage.phase))
            return _explicitly(dynamics, stage, stage.phase, due, self.progress)
        if _is_brisk(dynamics.law, stage.phase.now):
            return Move(_set_free(stage, stage.phase.now))
        return _slowly(dynamics, stage, stage.phase, due)


def _beginning(problem: Problem, run: int) -> tuple[Dynamics, Stage]:
    """What moves a run, and its first stage."""
    flow: Any = problem.family.field_of(run)
    attention, x0, tol = flow.attention.at(0.0), problem.x0[run], problem.stepping.tol
    law, mass = law_of(attention), masses_of(attention, len(x0))
    reduction = reduction_of(attention, law, mass, tol)
    explicit = Explicit(float(problem.times[0]), 0.0, x0, reduction.patience)
    return Dynamics(flow, law, reduction, tol), Stage(explicit, groups_at(x0, mass, law.beta))


def _next_run(problem: Problem, state: LongRuns) -> LongRuns:
    """The next run at its beginning, or the end."""
    if state.run + 1 == problem.runs:
        return replace(state, done=True)
    dynamics, stage = _beginning(problem, state.run + 1)
    bounds = (_no_bound(problem),)
    return replace(state, run=state.run + 1, dynamics=dynamics, stage=stage, bounds=bounds)


def _no_bound(problem: Problem) -> np.ndarray:
    return np.zeros(problem.x0.shape[1])


def _gathered(dynamics: Dynamics, stage: Stage, explicit: Explicit) -> Stage:
    """The stage with tokens gathered at sites, to be followed by the slow dynamics."""
    now = dynamics.reduction.gather(explicit.x)
    return replace(stage, phase=Slow(now, Moment(stage.t, now.sites)))


def _set_free(stage: Stage, now: Settled) -> Stage:
    """The stage with all tokens on their own again, to be followed by explicit steps."""
    return replace(stage, phase=Explicit(stage.t, 0.0, now.x, patience=0.0))


def _explicitly(
    dynamics: Dynamics, stage: Stage, explicit: Explicit, due: np.ndarray,
    progress: Progress | None,
) -> Move:  # fmt: skip
    """A chunk of explicit steps."""
    chunk = tried(dynamics.flow, explicit, due, dynamics.tol, stage.groups, progress)
    after = replace(stage, phase=chunk.phase, groups=chunk.groups, saved=stage.saved + len(chunk.x))
    return Move(after, chunk.x, np.zeros(chunk.x.shape[:2]), chunk.cost)


def _is_brisk(law: Law, now: Settled) -> bool:
    """Whether many sites will be fewer so soon that explicit steps are cheaper."""
    if len(now.sites.y) <= FEW or not now.sites.causal:
        return False
    return Chart(law, now.sites).scale > BRISK


def _slowly(dynamics: Dynamics, stage: Stage, slow: Slow, due: np.ndarray) -> Move:
    """A slow step, at most to the next time that is due."""
    now, before = slow.now, slow.moment
    after = advance(dynamics.law, before, float(due[0]), max(1e-3 * dynamics.tol, 1e-12))
    there = replace(now, sites=after.sites)
    released = dynamics.reduction.freed(now, there)
    if released is not None:  # the step once more, without those who could not follow
        moment = replace(before, sites=released.sites)
        return Move(replace(stage, phase=Slow(released, moment, slow.idle)))
    groups = _met(dynamics.law, stage.groups, now, before, after)
    regrouped, changed = dynamics.reduction.regroup(there, before.t, after.t)
    arrived = after.t >= due[0]
    idle = 0 if changed or arrived else slow.idle + 1
    phase = Slow(regrouped, replace(after, sites=regrouped.sites), idle)
    _refuse_if_restless(phase, float(due[-1]))
    cost = {"slow_steps": after.steps - before.steps}
    stage = Stage(phase, groups, stage.saved + arrived)
    return (
        Move(stage, [regrouped.x], [regrouped.bound], cost) if arrived else Move(stage, cost=cost)
    )


def _met(law: Law, groups: Groups, now: Settled, before: Moment, after: Moment) -> Groups:
    """The groups with those joined whose leaders met during a step."""
    led = groups.leaders
    y = after.sites.y[now.home[led]]
    near = np.argwhere(np.triu(angle(y[:, None], y) <= MET, k=1))
    found = []
    for a, b in led[near].tolist():
        time = meeting(law, before, after, now.home[a], now.home[b], MET)
        found.append((time, a, b))
    for time, a, b in sorted(found):
        if {a, b} <= set(groups.leaders.tolist()):
            groups = groups.joined(time, a, b, after.sites.y[now.home], law.beta)
    return groups


def _saved(state: LongRuns, x: Any) -> Saved:
    first, count = state.stage.saved, len(x)
    values = np.asarray(x).reshape(count, *state.x.shape[1:])
    return Saved(np.full(count, state.run), np.arange(first, first + count), values)


def _refuse_if_restless(slow: Slow, t_end: float) -> None:
    if slow.idle > MOST_STEPS:
        raise SolveError(
            f"The tokens do not slow down: {MOST_STEPS} steps without a merge lead to "
            f"t={slow.moment.t:.3g} only. Ask for a smaller `t_end` than {t_end:g}.",
            time=slow.moment.t, x=slow.now.x,
        )  # fmt: skip
