"""Drifting: causal tokens by implicit steps, between the moments when clusters run into each other.

Leaders move at speeds like 1e-20 and decide the length of a step; followers, which rest close to
their leaders and relax there in a time of order one, ride along.
"""

import functools
import math
from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import brentq

from tokenflock.coarsening.causal_law import CausalLaw
from tokenflock.coarsening.causal_steps import Trial, step
from tokenflock.observables.configuration import angle
from tokenflock.results.merges import MET

SHORTEST = 25.0  # time units: shorter steps are cheaper explicitly, whatever those cost
SAFETY, SHRINK, GROW = 0.8, 0.1, 8.0
CAREFUL, BOLDER = 1.0, 1.5  # how much a step may grow after one that was too long, and later on
ORDER = 8
NOISE = 5e-13  # of a place, in an extrapolated step
LATE = 5e-12  # of its time, relative
MOST_CHANGE = 18.0  # of a logit in a step: weights grow by e^18 (NEGLIGIBLE in implicit_kernels.h)
RESOLVED = 1e-9  # of the time of a meeting, relative
HELD = 4  # steps that could not grow, after which a longer one is tried: noise may hold them back
DETERRED = 12  # steps more, after that was in vain


@dataclass(frozen=True)
class Tolerances:
    """How far a step may lead leaders and followers astray.

    An error of a leader adds to all later ones and shifts merges by beta times as much, relatively;
    one of a follower is forgotten.
    """

    leaders: float
    followers: float

    @classmethod
    def of(cls, tol: float) -> "Tolerances":
        """Those of a run with a tolerance."""
        return cls(max(1e-3 * tol, 1e-11), max(0.1 * tol, 1e-10))


@dataclass(frozen=True)
class Drift:
    """Tokens x (n, d) at a time, the step to try, and `idle` steps since anything happened.

    That is a merge, a saved time, or three times the `mark`: who slows down gets there in no time.
    `noise` is the error that no shorter step would lessen; `held` counts steps that did not grow;
    steps shorter than `worth` time units are cheaper explicitly, each of them `unit` long where
    tokens were last looked at.  The next step is at most `grow` times as long: an error below the
    noise does not tell how much longer a step may be.
    """

    t: float
    x: np.ndarray
    h: float
    idle: int = 0
    noise: float = NOISE
    held: int = 0
    worth: float = SHORTEST
    unit: float = 1.0
    mark: float = 0.0
    grow: float = GROW


@dataclass(frozen=True)
class Stride:
    """A step that was taken: from where, its length, by which clock, and the tokens it led to."""

    before: Drift
    h: float
    paced: bool
    trial: Trial

    @property
    def moved(self) -> float:
        """How far the fastest token came, along its fastest coordinate."""
        return float(np.abs(self.trial.x - self.before.x).max())

    @property
    def speed(self) -> float:
        """How fast the fastest token was on average."""
        return self.moved / self.trial.tau


def stride(
    law: CausalLaw, now: Drift, until: float, tol: Tolerances, shortest: float
) -> tuple[Drift, Stride | None]:
    """One step, at `until` at the latest; none, if it would have to be shorter than `shortest`."""
    h, left, longer = now.h, until - now.t, None
    while True:
        tried = _tried(law, now, h, left)
        now = replace(now, noise=_noise(now.noise, longer, tried, tol))
        fits, factor = _judged(tried, law.steepness, now, tol)
        if fits:
            # By noise alone, steps would become shorter and shorter.
            factor = min(factor if longer else max(factor, 1.0), now.grow)
            return _arrived(now, until, h, factor, tried), tried
        longer, now = tried, replace(now, grow=CAREFUL)
        h = min(tried.h, h) * min(factor, 0.9)  # the step by the clock may be the longer one
        if h < min(shortest, left):
            return replace(now, h=h), None


def _tried(law: CausalLaw, now: Drift, h: float, left: float) -> Stride:
    """A step at the pace of the leaders; by the clock, if it would not end by then."""
    if h < left:
        trial = step(law, now.x, h, paced=True)
        if not trial.tau > left:
            return Stride(now, h, True, trial)
    return Stride(now, left, False, step(law, now.x, left, paced=False))


def _noise(known: float, longer: Stride | None, tried: Stride, tol: Tolerances) -> float:
    """The noise of an error, higher where that falls more slowly than the length of the step."""
    if longer is None or not (tried.trial.is_finite and longer.trial.is_finite):
        return known
    before, error = float(longer.trial.error.max()), float(tried.trial.error.max())
    falls = error < before * tried.h / longer.h
    return known if falls or error > tol.followers else max(known, 2 * error)


def _arrived(now: Drift, until: float, h: float, factor: float, taken: Stride) -> Drift:
    t = now.t + taken.trial.tau if taken.paced else until
    if taken.paced:
        # The leaders' pace was h / tau times the first one on average, so at the end its square.
        ahead = taken.h * factor * min(taken.trial.tau / taken.h, 1.0) ** 2
    else:  # a step cut short by the end says little of the next
        ahead = max(taken.h * factor, h)
    held = now.held + 1 if factor <= 1 else 0
    if held > HELD:
        ahead, held = GROW * ahead, -DETERRED
    noise = max(NOISE, 0.9 * now.noise)
    x, idle = taken.trial.x, now.idle + 1
    grow = min(GROW, BOLDER * now.grow)
    return replace(now, t=t, x=x, h=ahead, idle=idle, noise=noise, held=held, grow=grow)


def _judged(tried: Stride, steepness: float, now: Drift, tol: Tolerances) -> tuple[bool, float]:
    """Whether a step may be taken, and how much longer, or shorter, the next one should be."""
    trial, h = tried.trial, tried.h
    if not (trial.is_finite and trial.tau > 0):
        return False, SHRINK
    # Beyond the time in which a token leaves an unstable place an implicit step holds it there.
    stays = 1 / max(trial.growth * h, 1e-300)
    # Steps leave out weights that count for nothing as long as logits change by less than that.
    calm = MOST_CHANGE / max(2 * steepness * tried.moved, 1e-300)
    allowed = np.where(trial.leads, tol.leaders, tol.followers)
    off = float((np.maximum(trial.error - now.noise, 0.0) / allowed).max())
    late = max(trial.late - LATE * trial.tau, 0.0) / (now.t + trial.tau) / tol.leaders
    error = max(off, late)
    fitting = SAFETY * max(error, 1e-300) ** (-1 / ORDER)
    fits = error <= 1 and stays > 1 / 1.01 and calm > 1
    return fits, min(GROW, max(SHRINK, min(fitting, stays, calm)))


def met_during(law: CausalLaw, taken: Stride, a: int, b: int) -> float | None:
    """The time of a step when tokens a and b came within MET; None if they were before."""
    now, tau = taken.before, taken.trial.tau

    @functools.cache
    def part(h: float) -> Trial:
        known = h == taken.h
        return taken.trial if known else step(law, now.x, h, paced=taken.paced)

    def excess(h: float) -> float:
        x = part(h).x if h > 0 else now.x
        return math.log(max(float(angle(x[a], x[b])), 1e-300) / MET)

    if excess(0.0) <= 0:
        return None
    if tau <= RESOLVED * (now.t + tau) or excess(taken.h) >= 0:
        return now.t + tau
    share = min(RESOLVED * (now.t + tau) / tau, 1e-3)
    h = brentq(excess, 0.0, taken.h, xtol=share * taken.h, rtol=1e-11)
    return now.t + part(float(h)).tau
