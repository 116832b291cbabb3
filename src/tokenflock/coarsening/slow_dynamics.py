"""Slow dynamics: sites followed at any speed, step by step, in time windows as long as they last.

Every step measures time in units of the present speed e^-L (see `pulls`) and moves the sites in
coordinates u of their tangent spaces, y(u) = (y + E u) / |y + E u|; on the circle u is the tangent
of the angle.  A pair that will meet at t = 1e30 takes no more steps than one that meets now.
"""

import math
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

import numpy as np
from scipy.optimize import brentq

from tokenflock.coarsening.derivatives import (
    jacobian,
    own_blocks,
    pace_gradient,
    without_rounding_within,
)  # fmt: skip
from tokenflock.coarsening.forces import Law, Pairs, frames, length, log_pace, pairs, velocity
from tokenflock.coarsening.site_kernels import site_kernels
from tokenflock.errors import SolveError
from tokenflock.numerics import extrapolation
from tokenflock.observables.configuration import angle

FIRST, SMALLEST = 1e-2, 1e-14  # steps, in units of the present pace
SAFETY, SHRINK, GROW = 0.8, 0.1, 8.0
HARDLY = 1.5  # a step that grows by less may be held back by noise
HELD = 4  # such steps, after which a longer one is tried
DETERRED = 12  # steps more, after that was in vain
LOG_STILL = -70.0  # e^-70 rad is no motion
TINY = 1e-300
FORGOTTEN = 100.0  # times the tolerance is allowed of errors that do not last
KEEPS_UP = 3.0  # in units of the pace of the leaders
CLOSE = 1e-2  # radians: causal tokens closer than that are leader and follower
STRONG = 1e4  # rates of a site, in units of the pace, that would cost slow motion its digits
RESOLVED = 1e-9  # of the time of a meeting, relative
FOREVER = 1e200  # in units of the first pace
MOST_STEPS = 5000


@dataclass(frozen=True)
class Sites:
    """Places y (m, d) and the mass counts[a, b] that a receiver at a sees at b.

    `causal` says that no site sees a later one, which makes the linearization block triangular.
    """

    y: np.ndarray
    counts: np.ndarray
    causal: bool = False

    @property
    def log_counts(self) -> np.ndarray:
        with np.errstate(divide="ignore"):
            return np.log(self.counts)


@dataclass(frozen=True)
class Moment:
    """Where a slow path stands: time, sites, and the step to try next in units of their pace."""

    t: float
    sites: Sites
    h: float = FIRST
    stride: "Stride | None" = None  # that led here
    steps: int = 0
    layout: "Layout | None" = None  # of the pace that h is measured by
    scale: float = math.inf  # its logarithm
    held: int = 0  # steps that hardly grew


@dataclass(frozen=True)
class Stride:
    """A step of length h, in units of the first pace, by the clock or at the pace of the sites."""

    h: float
    paced: bool


class Chart:
    """The sites around their present places, in tangent coordinates u and their own time tau.

    States are rows (u, tau), with tau in units of e^-scale, the present pace.
    """

    def __init__(self, law: Law, sites: Sites) -> None:
        self.law, self.sites, self.bases = law, sites, frames(sites.y)
        self.size = sites.y.shape[0] * (sites.y.shape[1] - 1)
        mass = None if sites.causal else sites.counts[0]
        self.kernels = None if mass is None else site_kernels(law, sites.y, mass, self.bases)
        if self.kernels is not None:
            plain = law.qk is None and law.ov is None and law.beta >= 0
            self.layout, self.scale = Layout.FREE if plain else Layout.STIFF, self.kernels.log_pace
        else:
            self.log_counts = sites.log_counts
            self.here = pairs(law, sites.y, self.log_counts)
            self.layout, self.apart = _layout(law, sites, self.here)
            self.scale = float(log_pace(law, self.here, self.apart))
        self.stiff = self.layout is not Layout.FREE
        if law.ov is not None and self.bases.shape[-1] > 1:
            self._align()

    def _align(self) -> None:
        """Turn the bases to the principal directions of what the strongest sites do by themselves.

        V may hold a site to a subspace at a rate of order one while the site moves along it at a
        rate like 1e-13.  Where coordinates mix both, a solution with J has no digits left of that.
        """
        own = own_blocks(self._J, self.bases.shape[-1])
        strong = np.isfinite(own).all() and np.abs(own).max(initial=0.0) > STRONG
        if not strong:
            return
        self.bases = self.bases @ np.linalg.eigh((own + own.mT) / 2)[1]
        del self._J
        if self.kernels is not None:
            self.kernels = replace(self.kernels, bases=self.bases)

    def at_rest(self) -> bool:
        """Whether all pulls cancel."""
        if self.kernels is not None:
            return not self.kernels.here.velocity.any()
        return not velocity(self.here, np.asarray(self.scale)).any()

    def place(self, u: np.ndarray) -> np.ndarray:
        """The sites at u, on the sphere."""
        z = self._raised(u)
        return z / length(z)[..., None]

    def clocked(self, state: np.ndarray) -> np.ndarray:
        """d(u, tau)/d tau: with r = |y + E u|, du/d tau = r (E' v - u <y, v>)."""
        return self._field(state, paced=False)

    def paced(self, state: np.ndarray) -> np.ndarray:
        """d(u, tau)/ds, where s runs at the pace that the sites have at u: ds = pace(u) dt."""
        return self._field(state, paced=True)

    def _field(self, state: np.ndarray, *, paced: bool) -> np.ndarray:
        u = state[..., :-1]
        if self.kernels is not None:
            rates, pace = self.kernels.rates(u)
            scale = np.log(pace) if paced else np.full(len(state), self.scale)
            clock = np.exp(self.scale - scale)
            return np.column_stack([rates * np.exp(-scale)[:, None], clock])
        z = self._raised(u)
        r = length(z)[..., None]
        at = pairs(self.law, z / r, self.log_counts)
        scale = log_pace(self.law, at, self.apart) if paced else np.full(len(state), self.scale)
        v = velocity(at, scale)
        turned = np.einsum("akp,...ak->...ap", self.bases, v)
        outward = np.einsum("ak,...ak->...a", self.sites.y, v)
        velocities = (r * (turned - self._blocks(u) * outward[..., None])).reshape(u.shape)
        return np.concatenate([velocities, np.exp(self.scale - scale)[..., None]], axis=-1)

    def proposed(self, now: Moment) -> float:
        """The step to try: as planned, or for as long as planned if others set the pace now."""
        if now.layout is self.layout:
            return now.h
        return max(FIRST, now.h * math.exp(min(self.scale - now.scale, 300.0)))

    def stride(self, h: float, left: float) -> "Stride":
        """A step of length h, if possible at the sites' own pace, that ends by `left`."""
        paced = self.law.ov is None and h < left
        return Stride(h if paced else min(h, left), paced)

    def step(self, stride: "Stride") -> "Trial":
        """Where a stride leads."""
        field, h = self.paced if stride.paced else self.clocked, stride.h
        with np.errstate(all="ignore"):
            solver = self._solver(stride)
            state, error = extrapolation.step(field, solver, self.size + 1, h)
            first, later = self._sizes(error), self._sizes(self._kept(error, solver))
            finite = np.isfinite(state).all() and np.isfinite(first).all()
            off = np.maximum(later, first / FORGOTTEN) if finite else np.full(len(first), np.inf)
            y, tau, late = self.place(state[:-1]), float(state[-1]), abs(float(error[-1]))
            return Trial(y, tau, float(off.max(initial=0.0)), late, first)

    def _kept(self, error: np.ndarray, solver: extrapolation.Solve) -> np.ndarray:
        """What is left of an error after a step.

        Stable modes that are fast against a step carry rounding, which a shorter one would not
        lessen; they forget it.
        """
        return solver(np.tile(error, (extrapolation.ORDER, 1)), 0)[0] if self.stiff else error

    def _sizes(self, error: np.ndarray) -> np.ndarray:
        """How far an error leads every site astray, (m,)."""
        return np.linalg.norm(self._blocks(error[:-1]), axis=-1)

    def _solver(self, stride: "Stride") -> extrapolation.Solve:
        if not self.stiff:
            return extrapolation.explicit()
        lower = self.sites.causal and self.bases.shape[-1] == 1
        solve = (extrapolation.triangular if lower else extrapolation.coupled)(self._J, stride.h)
        if not stride.paced:
            return solve
        velocities = np.append(self.clocked(np.zeros((1, self.size + 1)))[0, :-1], 0.0)
        return extrapolation.lowered(solve, velocities, np.append(self._gradient, 0.0), stride.h)

    @cached_property
    def _J(self) -> np.ndarray:
        if self.kernels is not None:
            J = self.kernels.here.J * np.exp(-self.scale)
            return without_rounding_within(J, self.bases.shape[-1])
        return jacobian(self.law, self.sites.y, self.log_counts, self.bases, self.scale)

    @cached_property
    def _gradient(self) -> np.ndarray:
        """Of the logarithm of the pace."""
        if self.kernels is not None:
            return self.kernels.here.gradient / self.kernels.here.pace.sum()
        return pace_gradient(self.law, self.here, self.bases, self.apart)

    def _blocks(self, u: np.ndarray) -> np.ndarray:
        return u.reshape(*u.shape[:-1], len(self.sites.y), -1)

    def _raised(self, u: np.ndarray) -> np.ndarray:
        return self.sites.y + np.einsum("akp,...ap->...ak", self.bases, self._blocks(u))


@dataclass(frozen=True)
class Trial:
    """What a stride leads to: places, the time tau it takes, and the errors of both."""

    y: np.ndarray
    tau: float
    off: float  # of the site that is farthest off, for good
    late: float
    error: np.ndarray  # (m,): of every site, at first


class Layout(Enum):
    """Which pairs set the pace, and whether stable modes may be fast against it."""

    FREE = "all pairs; nothing is stiff"
    STIFF = "all pairs"
    LED = "pairs apart: followers are close to their leaders and keep up"


def _layout(law: Law, sites: Sites, at: Pairs) -> tuple[Layout, np.ndarray]:
    """The layout of sites, and the pairs that set their pace.

    For Q = K = V = I and beta >= 0 under full attention only tokens about to merge attract each
    other stably, and they set the pace themselves.  Causal followers do so close to their leaders,
    which is not what the leaders wait for; unless they have still to catch up.
    """
    others = ~np.eye(len(sites.y), dtype=bool)
    if law.qk is not None or law.ov is not None or law.beta < 0:
        return Layout.STIFF, others
    if not sites.causal:
        return Layout.FREE, others
    seen = others & (sites.counts > 0)
    apart = seen & (angle(sites.y[:, None], sites.y) > CLOSE)
    if (seen == apart).all():
        return Layout.FREE, others
    led = apart.any() and length(velocity(at, log_pace(law, at, apart))).max() < KEEPS_UP
    return (Layout.LED, apart) if led else (Layout.STIFF, others)


def advance(law: Law, now: Moment, until: float, tol: float) -> Moment:
    """The moment after one step that keeps the estimated error below tol, at `until` at the latest.

    tol bounds the error of places, in radians, and of the time, relative to it.
    """
    chart = Chart(law, now.sites)
    if chart.size == 0 or chart.scale + _log(until - now.t) < LOG_STILL or chart.at_rest():
        return replace(now, t=until)
    left, past = _units(until - now.t, chart.scale), _units(now.t, chart.scale)
    h = chart.proposed(now)
    while h > SMALLEST:
        stride = chart.stride(h, left)
        trial = chart.step(stride)
        if stride.paced and trial.tau > left:  # only strides by the clock end where they should
            stride = Stride(left, paced=False)
            trial = chart.step(stride)
        error = max(trial.off, trial.late / max(past + abs(trial.tau), TINY)) / tol
        factor = min(GROW, max(SHRINK, SAFETY * max(error, TINY) ** (-1 / extrapolation.ORDER)))
        if error <= 1:
            arrived = not stride.paced and stride.h >= left
            t = until if arrived else now.t + _time(trial.tau, chart.scale)
            # A stride cut short by the end says little of the next.
            h = max(stride.h * factor, h if arrived else 0.0)
            sites, held = replace(now.sites, y=trial.y), now.held + 1 if factor < HARDLY else 0
            if held > HELD:
                h, held = GROW * h, -DETERRED
            return Moment(t, sites, h, stride, now.steps + 1, chart.layout, chart.scale, held)
        # The stride by the clock that ends a long one at its pace may be far longer than h.
        h = min(stride.h, h) * min(factor, 0.9)
    raise SolveError(
        f"`tol={tol:g}` cannot be met in slow motion: at t={now.t:.6g} even the smallest step has "
        "a larger error. Ask for a larger `tol`.",
        time=now.t, x=now.sites.y,
    )  # fmt: skip


def _log(value: float) -> float:
    return math.log(value) if value > 0 else -math.inf


def _units(h: float, scale: float) -> float:
    """A length of time in units of e^-scale."""
    return math.exp(min(_log(h) + scale, 700.0))


def _time(h: float, scale: float) -> float:
    return math.exp(min(_log(h) - scale, 700.0))


class Passage:
    """What happens between two moments, one step apart."""

    def __init__(self, law: Law, before: Moment, after: Moment) -> None:
        self.law, self.before, self.after = law, before, after

    def meeting(self, a: int, b: int, near: float) -> float:
        """The time when sites a and b are `near` apart; that of the end if they were before."""
        before, after = self.before, self.after
        if after.stride is None or after.steps != before.steps + 1:
            return after.t
        passed = after.t - before.t
        ends = [_log_apart(moment.sites.y, a, b, near) for moment in (before, after)]
        if passed <= RESOLVED * after.t or ends[0] <= 0 or ends[1] >= 0:
            return after.t
        whole = after.stride.h
        known = {0.0: ends[0], whole: ends[1]}

        def excess(h: float) -> float:
            return known[h] if h in known else _log_apart(self._part(h).y, a, b, near)

        share = min(RESOLVED * after.t / passed, 1e-3)
        h = float(brentq(excess, 0.0, whole, xtol=share * whole, rtol=1e-11))
        return before.t + _time(self._part(h).tau, self._chart.scale)

    @cached_property
    def _chart(self) -> Chart:
        return Chart(self.law, self.before.sites)

    def _part(self, h: float) -> Trial:
        """The first part of the step, of a length h."""
        assert self.after.stride is not None
        return self._chart.step(replace(self.after.stride, h=h))


def _log_apart(y: np.ndarray, a: int, b: int, near: float) -> float:
    return math.log(max(float(angle(y[a], y[b])), TINY) / near)


def first_meeting(law: Law, sites: Sites, near: float, tol: float = 1e-10) -> float:
    """The logarithm of the time until any two sites are `near` apart; infinite if none meet.

    Time runs in units of the first pace, so that the answer may lie beyond floating point.
    """
    unit = -float(log_pace(law, pairs(law, sites.y, sites.log_counts)))
    law = replace(law, log_unit=law.log_unit + unit)
    now, met = Moment(0.0, sites), _closest(sites.y)
    while met[0] > near:
        before, now = now, advance(law, now, FOREVER, tol)
        if now.t >= FOREVER or now.steps > MOST_STEPS:
            return math.inf
        met = _closest(now.sites.y)
    if not now.steps:
        return -math.inf
    return _log(Passage(law, before, now).meeting(met[1], met[2], near)) + unit


def _closest(y: np.ndarray) -> tuple[float, int, int]:
    """The smallest angle between two sites, and who they are."""
    angles = angle(y[:, None], y) + np.where(np.eye(len(y), dtype=bool), np.inf, 0.0)
    a, b = np.unravel_index(angles.argmin(), angles.shape)
    return float(angles[a, b]), int(a), int(b)
