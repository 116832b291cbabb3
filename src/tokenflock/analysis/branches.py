"""Continuation: how an equilibrium moves with a parameter, and where its stability changes.

Pseudo-arclength: from a point (x, p) with unit tangent (u, q) the next solves

    f_p(x) = 0,     <u, x - x_0> + q (p - p_0) = s,     <S x_0, x - x_0> = 0

for the rotations S that the field does not notice.  A branch passes folds, where p turns back.
Sorted real parts of eigenvalues are continuous along it, so that a change of sign is bracketed and
located by Brent's method: a fold, a branch point, or for a complex pair a Hopf point.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import xarray as xr
from scipy.optimize import brentq

from tokenflock._jax import jnp
from tokenflock.analysis.conditioning import refuse_noise
from tokenflock.analysis.equilibria import equilibrium, linearized, motions, moved, rates
from tokenflock.analysis.linearization import velocity
from tokenflock.analysis.symmetry import moving, rotations
from tokenflock.errors import InputError, SolveError
from tokenflock.fields import VectorField

Family = Callable[[float], VectorField]
NEUTRAL = 1e-10  # real parts below count as negative
CORRECTIONS = 8
CONVERGED = 1e-11
TURNS = 1e-6  # imaginary part of a pair that crosses as a pair


class Point(NamedTuple):
    """A point of a branch with the unit tangent (u, q) there, and its eigenvalues."""

    x: np.ndarray
    parameter: float
    u: np.ndarray
    q: float
    rates: np.ndarray
    kind: str = ""


def continuation(
    family: Family,
    x: Any,
    start: float,
    end: float,
    *,
    step: float | None = None,
    points: int = 500,
) -> xr.Dataset:
    """The branch of equilibria of fields family(p) from p = start towards end.

    `x` (n, d) is close to an equilibrium at `start`.  Points are at most `step` apart, a fiftieth
    of the way by default, and closer where the branch bends.  It ends where p is `start` or `end`,
    or after so many points.  The dataset has for every `point` the `parameter`, tokens `x`, the
    largest `rate` of a perturbation, how many grow (`unstable`), all `rates`, and a `kind`: '' or
    what happens there, one of 'fold', 'branch point', 'hopf', located to rounding.

    >>> angle = 2 * np.pi * np.arange(3) / 3
    >>> corners = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    >>> def field(beta):  # <x, M y> with M = -I: as beta < 0
    ...     return tkf.Flow(tkf.SelfAttention(beta, qk=-np.eye(2)))
    >>> branch = tkf.continuation(field, corners, 0.2, 1.0)
    >>> branch.parameter.data[branch.kind == "branch point"].round(9)  # stable beyond 2/3
    array([0.66666667])
    """
    _check(start, end, step, points)
    longest = abs(end - start) / 50 if step is None else float(step)
    walk = _Walk(family, x, start, end)
    branch, length = [walk.first], longest
    while len(branch) < points:
        following, length = walk.after(branch[-1], length, longest)
        if following is None:
            break
        branch += [*walk.bifurcations(branch[-1], following, length), following]
        if following.parameter in (start, end):
            break
        length = min(1.4 * length, longest)
    return _dataset(branch, family(start))


def _check(start: float, end: float, step: float | None, points: int) -> None:
    if not np.isfinite([start, end]).all() or start == end:
        raise InputError(
            f"`start` and `end` must be two finite numbers. Got {start!r} and {end!r}."
        )
    if step is not None and not 0 < step < np.inf:
        raise InputError(f"`step` must be positive. Got {step!r}.")
    if points < 2:
        raise InputError(f"`points` must be at least 2. Got {points!r}.")


class _Walk:
    """What stays the same along a branch: fields, rotations, and the ends."""

    def __init__(self, family: Family, x: Any, start: float, end: float) -> None:
        self.family, self.low, self.high = family, min(start, end), max(start, end)
        if not callable(family):
            raise InputError(
                "`family` must be a function that gives the field of a parameter, as "
                f"`lambda beta: tkf.Flow(tkf.SelfAttention(beta))`. Got {type(family).__name__}."
            )
        self.field = family(start)  # for what all fields share: the space, and who is frozen
        refuse_noise(self.field, "continuation")
        found = equilibrium(self.field, x)
        self.turns = rotations(self.field, found.x)
        flat = Point(
            found.x, start, np.zeros_like(found.x), float(np.sign(end - start)), found.spectrum
        )
        self.first = self._with_tangent(flat, flat)

    def _system(
        self, x: np.ndarray, p: float
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Velocity, its derivatives by tokens and parameter, and frames."""
        r, J, E = linearized(self.family(p), x)
        h = 1e-6 * max(1.0, abs(p))
        at = jnp.asarray(0.0), jnp.asarray(x)
        ahead, behind = (np.asarray(velocity(self.family(p + s), *at)) for s in (h, -h))
        slope = np.einsum("ika,ia->ik", E, (ahead - behind) / (2 * h)).ravel()
        return r, J, slope[self._free(E)], E

    def _free(self, E: np.ndarray) -> np.ndarray:
        return np.repeat(moving(self.field, len(E)), E.shape[1])

    def _conditions(
        self, base: Point, J: np.ndarray, slope: np.ndarray, E: np.ndarray
    ) -> np.ndarray:
        """The derivative of all equations by (tokens, parameter)."""
        free = self._free(E)
        along = np.append(np.einsum("ika,ia->ik", E, base.u).ravel()[free], base.q)
        phases = motions(self.turns, base.x, E, free).T
        top = np.column_stack([J, slope])
        return np.vstack([top, np.column_stack([phases, np.zeros(len(phases))]), along])

    def _with_tangent(self, at: Point, base: Point) -> Point:
        """The point with its unit tangent, in the direction of the one before."""
        _, J, slope, E = self._system(at.x, at.parameter)
        free = self._free(E)
        A = self._conditions(base._replace(x=at.x), J, slope, E)
        z = np.linalg.lstsq(A, np.append(np.zeros(len(A) - 1), 1.0), rcond=1e-9)[0]
        z /= np.linalg.norm(z)
        whole = np.zeros(len(free))
        whole[free] = z[:-1]
        u = np.einsum("ika,ik->ia", E, whole.reshape(E.shape[:2]))
        return at._replace(u=u, q=float(z[-1]))

    def corrected(self, base: Point, s: float, fixed: float | None = None) -> Point | None:
        """The point of the branch at arclength s from `base`, or at a fixed parameter, if any."""
        x, p = base.x + s * base.u, base.parameter + s * base.q
        x = np.asarray(self.field.retract(jnp.asarray(x)))
        p = p if fixed is None else fixed
        for _ in range(CORRECTIONS):
            r, J, slope, E = self._system(x, p)
            A = self._conditions(base, J, slope, E)
            gone = (base.u * (x - base.x)).sum() + base.q * (p - base.parameter)
            phase = np.einsum("sab,ib,ia->s", self.turns, base.x, x - base.x)
            if fixed is not None:
                A[-1], gone = np.append(np.zeros(A.shape[1] - 1), 1.0), s
            wanted = -np.concatenate([r, phase, [gone - s]])
            if np.abs(wanted).max() < CONVERGED:
                return Point(x, p, base.u, base.q, rates(self.family(p), x, self.turns))
            z = np.linalg.lstsq(A, wanted, rcond=1e-9)[0]
            x, p = moved(self.field, x, E, z[:-1]), p + float(z[-1])
            if not (np.isfinite(p) and np.abs(z).max() < 1.0):
                return None
        return None

    def after(self, base: Point, length: float, longest: float) -> tuple[Point | None, float]:
        """The next point and the arclength to it; None where the branch cannot be followed."""
        while length > 1e-6 * longest:
            found = self.corrected(base, length)
            if found is not None and not self.low <= found.parameter <= self.high:
                found, length = self._at_the_end(base, found, length)
            if found is not None:
                ahead = self._with_tangent(found, base)
                if (ahead.u * base.u).sum() + ahead.q * base.q > 0.9:  # bends too much otherwise
                    return ahead, length
            length /= 2
        return None, length

    def _at_the_end(self, base: Point, beyond: Point, length: float) -> tuple[Point | None, float]:
        """The point where the branch leaves the interval of parameters."""
        end = self.low if beyond.parameter < self.low else self.high
        share = (end - base.parameter) / (beyond.parameter - base.parameter)
        found = self.corrected(base, share * length, fixed=end)
        return found, share * length

    def bifurcations(self, base: Point, following: Point, length: float) -> list[Point]:
        """Points between two at which eigenvalues cross, in their order along the branch."""
        before, behind = (int((p.rates.real > NEUTRAL).sum()) for p in (base, following))
        reach = (base.u * (following.x - base.x)).sum() + base.q * (
            following.parameter - base.parameter
        )
        places: list[float] = []
        for k in range(min(before, behind), max(before, behind)):
            place = self._crossing(base, float(reach), k)
            if place is not None and not any(
                abs(place - known) < 1e-5 * length for known in places
            ):
                places.append(place)
        return [self._described(base, following, place) for place in sorted(places)]

    def _crossing(self, base: Point, reach: float, k: int) -> float | None:
        """The arclength at which the k-th real part changes sign."""

        def part(s: float) -> float:
            found = base if s == 0 else self.corrected(base, s)
            if found is None:
                raise SolveError("lost", time=s, x=base.x)
            return float(found.rates.real[k]) - NEUTRAL

        try:
            return float(brentq(part, 0.0, reach, xtol=1e-13, rtol=1e-14))
        except (SolveError, ValueError):
            return None

    def _described(self, base: Point, following: Point, place: float) -> Point:
        found = self.corrected(base, place)
        if found is None:
            raise SolveError("A bifurcation was lost.", time=0.0, x=base.x)
        crossing = found.rates[np.abs(found.rates.real).argmin()]
        folded = base.q * following.q < 0
        kind = "hopf" if abs(crossing.imag) > TURNS else "fold" if folded else "branch point"
        return found._replace(kind=kind)


def _dataset(branch: list[Point], field: VectorField) -> xr.Dataset:
    """Points of a branch, labeled."""
    values = np.array([p.rates for p in branch])
    return xr.Dataset(
        {
            "x": (("point", "token", "coord"), np.array([p.x for p in branch])),
            "rate": ("point", values.real.max(axis=1, initial=-np.inf)),
            "unstable": ("point", (values.real > NEUTRAL).sum(axis=1)),
            "rates": (("point", "mode"), values),
        },
        coords={
            "parameter": ("point", np.array([p.parameter for p in branch])),
            "kind": ("point", np.array([p.kind for p in branch])),
        },
        attrs=field.about(),
    )
