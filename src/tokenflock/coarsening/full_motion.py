"""How tokens under full attention are followed: explicitly, then as few sites that merge.

Tokens that have met stay together, so they are one site of added mass; few sites are followed by
`slow_dynamics`, in units of their own pace.
"""

from dataclasses import dataclass, replace

import numpy as np

from tokenflock.coarsening.contraction import Explicit, tried
from tokenflock.coarsening.forces import Law, law_of
from tokenflock.coarsening.groups import groups_at, looked_at
from tokenflock.coarsening.meetings import Trail
from tokenflock.coarsening.sites import Settled, decayed, merged, settled
from tokenflock.coarsening.slow_dynamics import Moment, advance, meeting
from tokenflock.coarsening.stage import Move, Stage
from tokenflock.errors import SolveError
from tokenflock.fields import Flow
from tokenflock.results.merges import MET
from tokenflock.solvers.problem import Progress

FEW = 48  # sites: from here on the slow dynamics is faster than explicit steps
MOST = 160  # sites that the slow dynamics accepts at all
LONGEST_WAIT = 4000.0  # time units of explicit steps for tokens to meet
MOST_STEPS = 5000  # to the next merge or saved time: more means that tokens do not slow down


@dataclass(frozen=True)
class Slow:
    """Tokens at sites, at a moment of the slow dynamics; `idle` steps since something happened."""

    now: Settled
    moment: Moment
    idle: int = 0

    @property
    def t(self) -> float:
        """The time that is reached."""
        return self.moment.t


@dataclass(frozen=True)
class FullMotion:
    """A flow in which all tokens see each other, its law, the masses, the tolerance."""

    flow: Flow
    law: Law
    mass: np.ndarray
    tol: float

    @classmethod
    def of(cls, flow: Flow, n: int, tol: float) -> "FullMotion":
        """The motion of n tokens."""
        attention = flow.attention.at(0.0)
        mass = np.ones(n) if attention.masses is None else np.asarray(attention.masses)
        return cls(flow, law_of(attention), mass, tol)

    def start(self, t: float, x0: np.ndarray) -> Stage:
        """Tokens begin by explicit steps, and are looked at closely."""
        explicit = Explicit.at(t, x0, np.exp(-self.law.log_unit), closely=True)
        return Stage(explicit, groups_at(t, x0, self.mass, self.law.beta), Trail.at(t, x0))

    def move(self, stage: Stage, due: np.ndarray, progress: Progress | None) -> Move:
        """A chunk of explicit steps, or one slow step."""
        if isinstance(stage.phase, Slow):
            return self._slowly(stage, stage.phase, due)
        assert isinstance(stage.phase, Explicit)
        if self._is_over(stage.phase):
            now = settled(stage.phase.x, self.mass, self._distance)
            return Move(replace(stage, phase=Slow(now, Moment(stage.t, now.sites))))
        chunk = tried(self.flow, stage.phase, due, self.tol, stage.groups, stage.trail, progress)
        after = Stage(chunk.phase, chunk.groups, chunk.trail, stage.saved + len(chunk.x))
        return Move(after, chunk.x, np.zeros(chunk.x.shape[:2]), chunk.cost)

    @property
    def _distance(self) -> float:
        """How close tokens must be to become one: four digits below the tolerance."""
        return max(1e-4 * self.tol, 1e-14)

    def _is_over(self, phase: Explicit) -> bool:
        """Whether few enough sites are left for the slow dynamics to take over."""
        if len(phase.x) <= FEW:
            return True
        left, waited = (
            len(settled(phase.x, self.mass, self._distance).sites.y),
            phase.spent / phase.unit,
        )
        if left > MOST and waited > LONGEST_WAIT:
            raise SolveError(
                f"After {phase.spent:.3g} time units {left} tokens are still apart, and "
                f"exponentially long times can be followed for at most {MOST} under full "
                "attention. Ask for fewer tokens, a smaller `beta` or a smaller `t_end`.",
                time=phase.t, x=phase.x,
            )  # fmt: skip
        return left <= FEW or waited > LONGEST_WAIT

    def _slowly(self, stage: Stage, slow: Slow, due: np.ndarray) -> Move:
        """A slow step, at most to the next time that is due."""
        now, before = slow.now, slow.moment
        after = advance(self.law, before, float(due[0]), max(1e-3 * self.tol, 1e-12))
        there = replace(now, sites=after.sites)

        def crossing(a: int, b: int) -> float:
            return meeting(self.law, before, after, now.home[a], now.home[b], MET)

        groups = looked_at(stage.groups, after.t, there.x, self.law.beta, crossing)
        there = decayed(self.law, there, after.t, after.t - before.t, self.tol)
        regrouped, changed = merged(self.law, there, self._distance)
        arrived = after.t >= due[0]
        idle = 0 if changed or arrived else slow.idle + 1
        phase = Slow(regrouped, replace(after, sites=regrouped.sites), idle)
        _refuse_if_restless(phase, float(due[-1]))
        cost = {"slow_steps": after.steps - before.steps}
        stage = Stage(phase, groups, stage.trail, stage.saved + arrived)
        if not arrived:
            return Move(stage, cost=cost)
        return Move(stage, [regrouped.x], [regrouped.bound], cost)


def _refuse_if_restless(slow: Slow, t_end: float) -> None:
    if slow.idle > MOST_STEPS:
        raise SolveError(
            f"The tokens do not slow down: {MOST_STEPS} steps without a merge lead to "
            f"t={slow.moment.t:.3g} only. Ask for a smaller `t_end` than {t_end:g}.",
            time=slow.moment.t, x=slow.now.x,
        )  # fmt: skip
