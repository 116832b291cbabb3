"""Merges read off a path of all tokens, saved often enough to interpolate."""

import math

import numpy as np
from scipy.spatial import cKDTree

from tokenflock.coarsening.groups import Groups
from tokenflock.observables.configuration import angle, chord
from tokenflock.results.merges import MET

CHORD = chord(MET)
STENCIL = 4


def groups_along(groups: Groups, times: np.ndarray, x: np.ndarray, beta: float) -> Groups:
    """The groups at the end of a path x (time, n, d), with the merges on the way."""
    for k in range(1, len(times)):
        led = groups.leaders
        met = led[cKDTree(x[k, led]).query_pairs(CHORD, output_type="ndarray")]
        for time, a, b in sorted((_crossing(times, x, k, a, b), a, b) for a, b in met.tolist()):
            # A leader that has just joined another one meets nobody any more.
            if {a, b} <= set(groups.leaders.tolist()):
                groups = groups.joined(time, a, b, x[k], beta)
    return groups


def _crossing(times: np.ndarray, x: np.ndarray, k: int, a: int, b: int) -> float:
    """When tokens a and b came within MET, between the saved times k - 1 and k.

    Close tokens approach exponentially: time is nearly linear in log gap, so a cubic does.
    """
    first = min(max(k - 2, 0), max(len(times) - STENCIL, 0))
    around = slice(first, first + STENCIL)
    log_gap = np.log(np.maximum(angle(x[around, a], x[around, b]), 1e-300))
    if not (np.diff(log_gap) < 0).all():
        around, log_gap = slice(k - 1, k + 1), log_gap[k - 1 - first : k + 1 - first]
    if log_gap[0] <= log_gap[-1]:
        return float(times[k])
    guess = _lagrange(log_gap, times[around], math.log(MET))
    return float(np.clip(guess, times[k - 1], times[k]))


def _lagrange(z: np.ndarray, t: np.ndarray, at: float) -> float:
    """The polynomial through the points (z, t), at a place."""
    total = 0.0
    for i in range(len(z)):
        others = np.delete(z, i)
        total += t[i] * np.prod((at - others) / (z[i] - others))
    return float(total)
