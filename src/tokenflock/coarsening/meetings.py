"""When tokens met, read off a path of all tokens that was looked at often enough to interpolate."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tokenflock.observables.configuration import angle
from tokenflock.results.merges import MET

STENCIL = 4


@dataclass(frozen=True)
class Trail:
    """Tokens x (times, n, d) at some times, from the last look at their groups on."""

    times: np.ndarray
    x: np.ndarray

    @classmethod
    def at(cls, time: float, x: np.ndarray) -> "Trail":
        """The trail that begins at a time."""
        return cls(np.array([time]), x[None])

    def followed_by(self, times: np.ndarray, x: np.ndarray) -> "Trail":
        """The trail with more of it."""
        return Trail(np.concatenate([self.times, times]), np.concatenate([self.x, x]))

    def up_to(self, k: int) -> "Trail":
        """The trail from the last look before time k to it."""
        return Trail(self.times[: k + 1], self.x[: k + 1])

    def crossing(self, a: int, b: int, finer: "Finer | None" = None) -> float:
        """When tokens a and b came within MET and stayed there to the end of the trail.

        `finer` may know the stretch before a time more closely.
        """
        apart = np.flatnonzero(angle(self.x[:, a], self.x[:, b]) > MET)
        k = int(apart[-1]) + 1 if len(apart) else 0
        if k == 0 or k == len(self.times):
            return float(self.times[min(k, len(self.times) - 1)])
        close = None if finer is None else finer(k)
        if close is not None:
            return close.crossing(a, b)
        return _crossing(self.times, self.x, k, a, b)


Finer = Callable[[int], Trail | None]  # the trail from the time before the k-th to the k-th


def _crossing(times: np.ndarray, x: np.ndarray, k: int, a: int, b: int) -> float:
    """When tokens a and b came within MET, between the times k - 1 and k.

    Close tokens approach exponentially: time is nearly linear in log gap, so a cubic does.
    """
    first = min(max(k - 2, 0), max(len(times) - STENCIL, 0))
    around = slice(first, first + STENCIL)
    log_gap = np.log(np.maximum(angle(x[around, a], x[around, b]), 1e-300))
    # Time since the first of the two: at 1e20 the differences are all there is.
    since, pair = times[around] - times[k - 1], slice(k - 1 - first, k + 1 - first)
    if (np.diff(log_gap) < 0).all():
        guess = _lagrange(log_gap, since, math.log(MET))
        if 0 < guess <= times[k] - times[k - 1]:
            return float(times[k - 1] + guess)
    return float(times[k - 1] + _lagrange(log_gap[pair], since[pair], math.log(MET)))


def _lagrange(z: np.ndarray, t: np.ndarray, at: float) -> float:
    """The polynomial through the points (z, t), at a place."""
    total = 0.0
    for i in range(len(z)):
        others = np.delete(z, i)
        total += t[i] * np.prod((at - others) / (z[i] - others))
    return float(total)
