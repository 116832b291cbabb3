"""Contraction: stretches of a long path by explicit steps of all tokens.

In a time of order one tokens fall into clusters; explicit steps are the fastest way through it, and
through the moments when one cluster runs into another, at t = 1e20 as well.
"""

import functools
from dataclasses import dataclass, replace

import numpy as np

from tokenflock.coarsening.groups import FAR, Groups, looked_at
from tokenflock.coarsening.meetings import Finer, Trail
from tokenflock.errors import SolveError
from tokenflock.fields import Flow
from tokenflock.results.merges import MET
from tokenflock.solvers.driver import ALL_STEPS, path
from tokenflock.solvers.methods import Stepping
from tokenflock.solvers.problem import Cost, Progress

COARSE = 0.1  # time units between looks: fewer looks say too little of when tokens met
LONGEST = 100.0  # time units of a stretch that is worth following once more
RESOLVED = 1e-9  # of the time of a meeting, relative
CUT = 0.1  # of a chunk that could not be followed to its end
RASH = 1e-9  # time units: where steps are stuck that soon, it is not for their length
CHUNK, LOOKS = 4.0, 64  # time units of explicit steps at a time, and looks at the tokens in them
MOST_STEPS = 500  # in a chunk: one may begin slowly and end a million times as fast


@dataclass(frozen=True)
class Explicit:
    """Tokens x (n, d) some time after `origin`, which may be 1e20, and the chunk to try.

    Merges are interpolated between looks at the tokens, which must be close together when tokens
    meet; as long as none do, the chunks grow and the looks grow rare.  Groups are looked at
    `closely`, at every look; or only when tokens are saved, so that those who lag behind while
    their cluster runs into another are not said to have left.
    """

    origin: float
    spent: float
    x: np.ndarray
    unit: float  # of time: what tokens need to approach their leaders
    chunk: float
    closely: bool = True
    speed: float = np.inf  # of the fastest token, in the end
    effort: float = 0.0  # evaluations in a unit of `spent`, in the last chunk
    waited: float = 0.0  # time units since the origin, each as long as it was then

    @classmethod
    def at(cls, t: float, x: np.ndarray, unit: float, *, closely: bool) -> "Explicit":
        """Explicit steps that begin at a time."""
        return cls(t, 0.0, x, unit, CHUNK * unit, closely)

    @property
    def t(self) -> float:
        """The time that is reached."""
        return self.origin + self.spent

    @property
    def shortest(self) -> float:
        """The chunk in which tokens that meet are seen to; float64 tells its looks apart."""
        return max(CHUNK * self.unit, self.finest)

    @property
    def finest(self) -> float:
        """The shortest chunk whose looks float64 tells apart."""
        return 4 * LOOKS * float(np.spacing(self.spent))


@dataclass(frozen=True)
class Chunk:
    """Explicit steps that were tried: tokens at the times that were due, and at the end."""

    phase: Explicit
    x: np.ndarray
    groups: Groups
    trail: Trail
    cost: Cost


def tried(
    flow: Flow, phase: Explicit, due: np.ndarray, tol: float, groups: Groups, trail: Trail,
    progress: Progress | None,
) -> Chunk:  # fmt: skip
    """One chunk of explicit steps; `due` are the times to save, the last one where all ends.

    A long chunk in which tokens have met is taken once more, and closely; one in whose course some
    begin to run at a pace that its clock does not tell is cut short before that; one that takes too
    many steps ends where they have led.
    """
    left = due - phase.origin
    end = min(phase.spent + phase.chunk, left[-1])
    grid = _grid(phase.spent, end, left[left <= end])
    report = None if progress is None else lambda t: progress(phase.t + t)
    short, nothing = _cut_short(phase, phase.chunk / LOOKS), phase.x[None][:0]
    try:
        # By a clock of its own: after 1e13 time units float64 tells no short steps apart.
        x, cost = path(
            flow, phase.x, grid - grid[0], Stepping("dopri8", tol), progress=report,
            most_steps=ALL_STEPS if short is None else MOST_STEPS,
        )  # fmt: skip
    except SolveError as stuck:
        shorter = _cut_short(phase, stuck.time)
        if shorter is None:
            raise
        return Chunk(shorter, nothing, groups, trail, {})
    if short is not None and len(x) == 1:  # not even the first look was reached
        return Chunk(short, nothing, groups, trail, cost)
    ahead = _ahead(phase, grid[: len(x)], x, cost, whole=len(x) == len(grid))
    saved = np.searchsorted(grid, left[left <= ahead.spent])
    gone, before = trail.followed_by(phase.origin + grid[1 : len(x)], x[1:]), len(trail.times) - 1
    looks = np.arange(1, len(x)) if phase.closely else saved
    reach = np.where(np.isin(looks, saved), MET, FAR)
    finer = followed_closely(flow, gone, phase.unit, tol)
    after, rest = _looked_along(groups, gone, looks + before, reach, _beta(flow), finer)
    if phase.closely and not after.told.keys() <= groups.told.keys():
        if phase.chunk > phase.shortest:
            return Chunk(replace(phase, chunk=phase.shortest), nothing, groups, trail, cost)
        ahead = replace(ahead, chunk=phase.shortest)
    return Chunk(ahead, x[saved], after, rest, cost)


def _ahead(
    phase: Explicit, times: np.ndarray, x: np.ndarray, cost: Cost, *, whole: bool
) -> Explicit:
    """The phase at the last of some times with tokens x; a chunk followed whole is doubled."""
    spent = float(times[-1] - phase.spent)
    return replace(
        phase, spent=float(times[-1]), x=x[-1], chunk=2 * phase.chunk if whole else spent,
        speed=float(np.abs(x[-1] - x[-2]).max() / (times[-1] - times[-2])),
        effort=cost["evaluations"] / spent, waited=phase.waited + spent / phase.unit,
    )  # fmt: skip


def _cut_short(phase: Explicit, before: float) -> Explicit | None:
    """The phase with a chunk that ends before a moment; None where that is in vain.

    A token under unnormalized weights may rest for 1e9 time units and run within one: every cut
    comes ten times nearer to that moment, by a clock begun anew where the old one is too coarse.
    """
    chunk = (1 - CUT) * before
    if not RASH * phase.unit < chunk < phase.chunk:
        return None
    if chunk > phase.finest:
        return replace(phase, chunk=chunk)
    return replace(phase, origin=phase.t, spent=0.0, chunk=chunk)


def _grid(start: float, end: float, inside: np.ndarray) -> np.ndarray:
    """Times from start to end, `inside` among them, and as many as ever: others compile anew."""
    grid = np.linspace(start, end, LOOKS + 1)
    nearest = np.rint((inside - start) / (end - start) * LOOKS).astype(int)
    free = np.clip(nearest, 1, LOOKS - 1)
    if len(np.unique(free)) < len(free) - (inside == end).sum():
        return np.union1d(grid, inside)
    within = inside < end
    grid[free[within]] = inside[within]
    return grid


def _beta(flow: Flow) -> float:
    return float(flow.attention.at(0.0).beta)


def followed_closely(flow: Flow, trail: Trail, unit: float, tol: float) -> Finer:
    """Stretches of a trail by explicit steps once more, unless they are too short or too long."""

    @functools.cache
    def finer(k: int) -> Trail | None:
        start, stop = trail.times[k - 1], trail.times[k]
        if not max(COARSE * unit, RESOLVED * stop) < stop - start < LONGEST * unit:
            return None
        grid = np.linspace(0.0, stop - start, LOOKS + 1)
        x, _ = path(flow, trail.x[k - 1], grid, Stepping("dopri8", tol))
        return Trail(start + grid, x)

    return finer


def _looked_along(
    groups: Groups, trail: Trail, looks: np.ndarray, reach: np.ndarray, beta: float, finer: Finer
) -> tuple[Groups, Trail]:
    """The groups after some looks at a trail, and what is left of it after the last."""
    for k, far in zip(looks.tolist(), reach.tolist(), strict=True):
        crossing = functools.partial(trail.up_to(k).crossing, finer=finer)
        groups = looked_at(groups, trail.times[k], trail.x[k], beta, crossing, far)
    kept = max(int(looks[-1]) - LOOKS, 0) if len(looks) else 0  # who met then may be told later
    return groups, Trail(trail.times[kept:], trail.x[kept:])
