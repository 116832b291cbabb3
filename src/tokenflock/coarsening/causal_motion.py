"""How causal tokens are followed: explicit steps while they are fast, implicit ones while slow."""

from dataclasses import dataclass, replace

import numpy as np

from tokenflock.coarsening.causal_law import CausalLaw, causal_law, time_unit
from tokenflock.coarsening.contraction import Explicit, followed_closely, tried
from tokenflock.coarsening.drifting import SHORTEST, Drift, Stride, Tolerances, met_during, stride
from tokenflock.coarsening.groups import FAR, groups_at, looked_at
from tokenflock.coarsening.meetings import Trail
from tokenflock.coarsening.stage import Move, Stage
from tokenflock.errors import SolveError
from tokenflock.fields import Flow
from tokenflock.results.merges import MET
from tokenflock.solvers.problem import Progress, added

FIRST_LOOK = 16.0  # time units of explicit steps before implicit ones are tried
LONGEST_WAIT = 40000.0  # time units of explicit steps for tokens to slow down
TRIAL = 120.0  # evaluations that an implicit step costs, some of them in vain
BRISK = 0.025  # radians in the shortest implicit step that pays: none will be that long
QUIET = 1e-5  # radians in a time unit: nobody lags far behind its leader then
AHEAD = 8.0  # implicit steps that would have been too short: the first chunk of explicit ones
MANY = 1500  # tokens: explicit steps take linear time from here on
MOST_STEPS = 5000  # to the next merge, saved time or three times the time that is reached


@dataclass(frozen=True)
class CausalMotion:
    """A flow in which no token sees a later one, and the tolerance."""

    flow: Flow
    law: CausalLaw
    tol: float

    @classmethod
    def of(cls, flow: Flow, n: int, tol: float) -> "CausalMotion":
        """The motion of n tokens."""
        return cls(flow, causal_law(flow, n), tol)

    def start(self, t: float, x0: np.ndarray) -> Stage:
        """Tokens begin by explicit steps, and are looked at closely."""
        explicit = Explicit.at(t, x0, time_unit(self.law, x0), closely=True)
        return Stage(explicit, groups_at(t, x0, self._masses, self.law.beta), Trail.at(t, x0))

    def move(self, stage: Stage, due: np.ndarray, progress: Progress | None) -> Move:
        """A chunk of explicit steps, or an implicit step."""
        if isinstance(stage.phase, Drift):
            shortest = stage.phase.worth * stage.phase.unit
            move = self._drifted(stage, stage.phase, due, shortest)
            return move or Move(replace(stage, phase=self._sped_up(stage.phase)))
        assert isinstance(stage.phase, Explicit)
        return self._contracted(stage, stage.phase, due, progress)

    @property
    def _masses(self) -> np.ndarray:
        masses = self.flow.attention.at(0.0).masses
        return np.ones(len(self.law.mass)) if masses is None else np.asarray(masses)

    def _contracted(
        self, stage: Stage, explicit: Explicit, due: np.ndarray, progress: Progress | None
    ) -> Move:
        """A chunk of explicit steps, and an implicit one if that can be long."""
        chunk = tried(self.flow, explicit, due, self.tol, stage.groups, stage.trail, progress)
        phase = replace(chunk.phase, unit=time_unit(self.law, chunk.phase.x))
        count = len(chunk.x)
        after = Stage(phase, chunk.groups, chunk.trail, stage.saved + count)
        move = Move(after, chunk.x, np.zeros(chunk.x.shape[:2]), chunk.cost)
        waited = phase.waited >= min(FIRST_LOOK, self._worth(phase))
        waited = waited and phase.spent > explicit.spent
        if count == len(due) or not waited:
            return move
        slowed = self._slowed(after, phase, due[count:])
        if slowed is None:
            _refuse_if_restless(phase)
            return move
        x, bounds = ([*a, *b] for a, b in zip(move[1:3], slowed[1:3], strict=True))
        return Move(slowed.stage, x, bounds, added(move.cost, slowed.cost))

    def _slowed(self, stage: Stage, phase: Explicit, due: np.ndarray) -> Move | None:
        """An implicit step after explicit ones; None if it cannot be long."""
        worth = self._worth(phase)
        shortest = worth * phase.unit
        if phase.speed * min(shortest, SHORTEST * phase.unit) > BRISK:
            return None
        first = max(phase.chunk, shortest)
        begun = Drift(phase.t, phase.x, first, worth=worth, unit=phase.unit)
        return self._drifted(stage, begun, due, shortest)

    def _worth(self, phase: Explicit) -> float:
        """The shortest implicit step that pays, in time units.

        Many tokens have explicit steps in linear time.  Unnormalized weights let some tokens rest
        that are far faster than others; explicit steps have to follow them all the same, and
        implicit ones pay much earlier.
        """
        longest = SHORTEST if len(self.law.mass) <= MANY else 5 * SHORTEST
        if self.law.log_seen is None or len(self.law.mass) > MANY or phase.effort == 0:
            return longest
        return min(longest, TRIAL / (phase.effort * phase.unit))

    def _drifted(self, stage: Stage, drift: Drift, due: np.ndarray, shortest: float) -> Move | None:
        """An implicit step, at most to the next time that is due; None if it would be short."""
        if drift.h < min(shortest, due[0] - drift.t):
            return None
        ahead, taken = stride(self.law, drift, float(due[0]), Tolerances.of(self.tol), shortest)
        if taken is None:
            return None
        arrived = bool(ahead.t >= due[0])
        after = self._looked_at(stage, ahead, taken, arrived)
        after, cost = replace(after, saved=stage.saved + arrived), {"slow_steps": 1}
        if not arrived:
            return Move(after, cost=cost)
        return Move(after, [ahead.x], [np.zeros(len(ahead.x))], cost)

    @staticmethod
    def _sped_up(drift: Drift) -> Explicit:
        """Explicit steps from here on: few at first, as nobody knows what they cost by now."""
        phase = Explicit.at(drift.t, drift.x, drift.unit, closely=False)
        return replace(phase, chunk=min(phase.chunk, AHEAD * drift.h))

    def _looked_at(self, stage: Stage, drift: Drift, taken: Stride, saved: bool) -> Stage:
        """The stage after an implicit step, with what has met if tokens are saved, or at rest."""
        trail = stage.trail.followed_by(np.array([drift.t]), drift.x[None])
        unit = taken.trial.unit
        quiet = saved or taken.speed * unit <= QUIET
        finer = followed_closely(self.flow, trail, unit, self.tol)

        def crossing(a: int, b: int) -> float:
            return met_during(self.law, taken, a, b) or trail.crossing(a, b, finer)

        reach = MET if quiet else FAR
        groups = looked_at(stage.groups, drift.t, drift.x, self.law.beta, crossing, reach)
        met = groups.told.keys() != stage.groups.told.keys()
        drift = replace(drift, unit=unit)
        if met or saved or drift.t > 3 * drift.mark:
            drift = replace(drift, idle=0, mark=drift.t)
        _refuse_if_idle(drift)
        return Stage(drift, groups, Trail.at(drift.t, drift.x), stage.saved)


def _refuse_if_idle(drift: Drift) -> None:
    if drift.idle > MOST_STEPS:
        raise SolveError(
            f"The tokens do not slow down: {MOST_STEPS} implicit steps without a merge lead from "
            f"t={drift.mark:.3g} to {drift.t:.3g} only. Ask for a `t_end` of about that.",
            time=drift.t, x=drift.x,
        )  # fmt: skip


def _refuse_if_restless(phase: Explicit) -> None:
    if phase.waited > LONGEST_WAIT:
        raise SolveError(
            f"The tokens do not slow down: after {phase.waited:.3g} time units of explicit steps "
            f"they still change within {SHORTEST * phase.unit:.2g}. Ask for a `t_end` of about "
            f"{phase.t:.2g}, or for explicit steps with `coarsen=False`.",
            time=phase.t, x=phase.x,
        )  # fmt: skip
