"""How tokens under full attention are followed: explicitly, then as few sites that merge.

Tokens that have met stay together, so they are one site of added mass; few sites are followed by
`slow_dynamics`, in units of their own pace.
"""

from dataclasses import dataclass, replace

import numpy as np

from tokenflock.coarsening.contraction import Explicit, tried
from tokenflock.coarsening.forces import Law, law_of, pairs, weights
from tokenflock.coarsening.groups import groups_at, looked_at
from tokenflock.coarsening.meetings import Trail
from tokenflock.coarsening.site_kernels import has_kernels
from tokenflock.coarsening.sites import Settled, decayed, merged, settled
from tokenflock.coarsening.slow_dynamics import TINY, Moment, Passage, advance
from tokenflock.coarsening.stage import Move, Stage
from tokenflock.errors import SolveError
from tokenflock.fields import Flow
from tokenflock.results.merges import MET
from tokenflock.solvers.problem import Progress

FEW = 48  # sites: from here on the slow dynamics is faster than explicit steps
MOST = 160  # sites that the slow dynamics accepts without kernels
LARGEST = 4000  # coordinates of sites that it accepts with them: their derivative is a full matrix
WAIT = 200.0  # time units of explicit steps, in which most tokens meet
LONGEST_WAIT = 4000.0  # and for which to wait if too many are apart
MOST_WORK = 3e7  # pairs of tokens, heads and time units of them, about a second
MOST_STEPS = 1000  # to the next merge, saved time or three times the time that is reached
ROWS = 512  # receivers at a time, so that many tokens fit into memory


@dataclass(frozen=True)
class Slow:
    """Tokens at sites, at a moment of the slow dynamics; `idle` steps since something happened.

    That is a merge, a saved time, or three times the `mark`: who slows down gets there in no time.
    """

    now: Settled
    moment: Moment
    idle: int = 0
    mark: float = 0.0

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
        explicit = Explicit.at(t, x0, time_unit(self.law, x0, self.mass), closely=True)
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
        phase = self._in_units(chunk.phase)
        after = Stage(phase, chunk.groups, chunk.trail, stage.saved + len(chunk.x))
        return Move(after, chunk.x, np.zeros(chunk.x.shape[:2]), chunk.cost)

    @property
    def _distance(self) -> float:
        """How close tokens must be to become one: four digits below the tolerance."""
        return max(1e-4 * self.tol, 1e-14)

    def _in_units(self, phase: Explicit) -> Explicit:
        """The phase, begun anew if tokens have become much faster: then all waiting does."""
        if self.law.normalized or len(phase.x) <= FEW:
            return phase
        unit = time_unit(self.law, phase.x, self.mass)
        return phase if 2 * unit > phase.unit else Explicit.at(phase.t, phase.x, unit, closely=True)

    def _patience(self, longest: float) -> float:
        """How many time units to wait for tokens to meet: less, if there are many of them."""
        heads = 1 if self.law.qk is None else len(self.law.qk)
        return longest * min(1.0, MOST_WORK / (WAIT * heads * len(self.mass) ** 2))

    def _is_over(self, phase: Explicit) -> bool:
        """Whether few enough sites are left for the slow dynamics to take over."""
        if len(phase.x) <= FEW:
            return True
        left, most = self._left(phase.x), _most_sites(phase.x.shape[1])
        waited = phase.waited
        if left > most and waited > self._patience(LONGEST_WAIT):
            raise SolveError(
                f"After {waited:.3g} time units {left} tokens are still apart, and "
                f"exponentially long times can be followed for at most {most} under full "
                "attention here. Ask for fewer tokens, a smaller `beta` or a smaller `t_end`.",
                time=phase.t, x=phase.x,
            )  # fmt: skip
        return left <= FEW or (left <= most and waited > self._patience(WAIT))

    def _left(self, x: np.ndarray) -> int:
        return len(settled(x, self.mass, self._distance).sites.y)

    def _slowly(self, stage: Stage, slow: Slow, due: np.ndarray) -> Move:
        """A slow step, at most to the next time that is due."""
        now, before = slow.now, slow.moment
        after = advance(self.law, before, float(due[0]), max(1e-3 * self.tol, 1e-12))
        there = replace(now, sites=after.sites)

        passage = Passage(self.law, before, after)

        def crossing(a: int, b: int) -> float:
            return passage.meeting(now.home[a], now.home[b], MET)

        groups = looked_at(stage.groups, after.t, there.x, self.law.beta, crossing)
        there = decayed(
            self.law, there, before.sites.y, after.t, after.t - before.t, self.tol
        )  # fmt: skip
        regrouped, changed = merged(self.law, there, self._distance)
        arrived = after.t >= due[0]
        moment = replace(after, sites=regrouped.sites)
        if changed or arrived or after.t > 3 * slow.mark:
            phase = Slow(regrouped, moment, 0, after.t)
        else:
            phase = Slow(regrouped, moment, slow.idle + 1, slow.mark)
        _refuse_if_restless(phase, float(due[-1]))
        cost = {"slow_steps": after.steps - before.steps}
        stage = Stage(phase, groups, stage.trail, stage.saved + arrived)
        if not arrived:
            return Move(stage, cost=cost)
        return Move(stage, [regrouped.x], [regrouped.bound], cost)


def _most_sites(d: int) -> int:
    """How many sites the slow dynamics accepts."""
    return max(MOST, LARGEST // (d - 1)) if has_kernels(d) else MOST


def time_unit(law: Law, x: np.ndarray, mass: np.ndarray) -> float:
    """The time that tokens at x need to approach each other when they are close,

        1 / max_a sum_h |V_h| sum_b w^h_ab:

    1 for V = I and softmax; unnormalized weights are far larger where <x, M y> is.
    """
    heads = 1 if law.qk is None else len(law.qk)
    sizes = np.ones(1) if law.ov is None else np.linalg.norm(law.ov, 2, axis=(-2, -1))
    sizes = np.broadcast_to(sizes, max(heads, len(sizes)))
    if law.normalized:
        return 1 / max(float(sizes.sum()), TINY)
    log_mass = np.log(mass / mass.sum())[None]
    return 1 / max(max(_rate(law, rows, x, log_mass, sizes) for rows in _blocks(x)), TINY)


def _blocks(x: np.ndarray) -> list[np.ndarray]:
    return [x[first : first + ROWS] for first in range(0, len(x), ROWS)]


def _rate(
    law: Law, receivers: np.ndarray, x: np.ndarray, log_mass: np.ndarray, sizes: np.ndarray
) -> float:
    """The largest sum of weights of some receivers, with the sizes (heads,) of V."""
    at = pairs(law, x, log_mass, receivers)
    return float((sizes[:, None] * weights(at, 0.0).sum(axis=-1)).sum(axis=0).max())


def _refuse_if_restless(slow: Slow, t_end: float) -> None:
    if slow.idle > MOST_STEPS:
        raise SolveError(
            f"The tokens do not slow down: {MOST_STEPS} steps without a merge lead from "
            f"t={slow.mark:.3g} to {slow.moment.t:.3g} only. Ask for a `t_end` of about that "
            f"instead of {t_end:g}.",
            time=slow.moment.t, x=slow.now.x,
        )  # fmt: skip
