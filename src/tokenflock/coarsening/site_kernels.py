"""Sites under full attention by the native kernels: velocities of many sites without pair arrays.

The same formulas as `forces` and `derivatives`, summed pair by pair in C++ (`native/implicit.h`,
`native/site_handlers.cpp`), for the eight rows of an extrapolated step at once.
"""

import ctypes
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from tokenflock.attention import native
from tokenflock.coarsening.forces import Law, positive

MOST_DIMENSIONS = 8  # that the kernels are made for
FEWEST = 8  # sites: fewer are as fast by arrays, if nothing moves them but each other


@dataclass(frozen=True)
class Tangents:
    """At the sites: du/dt, its derivative J, the pace and its gradient, by the clock.

    `top` are the logits that later velocities are measured from.
    """

    top: np.ndarray
    J: np.ndarray
    velocity: np.ndarray
    pace: np.ndarray
    gradient: np.ndarray


@dataclass(frozen=True)
class SiteKernels:
    """Sites y (m, d) of masses (m,) with bases (m, d, d - 1) of their tangent spaces."""

    law: Law
    y: np.ndarray
    mass: np.ndarray
    bases: np.ndarray

    @cached_property
    def here(self) -> Tangents:
        """Everything at the sites themselves."""
        m, d = self.y.shape
        size, qk = m * (d - 1), self._matrices[0]
        heads = 1 if qk is None else len(qk)
        shapes = ((m, heads), (size, size), (size,), (m,), (size,))
        found = Tangents(*(np.zeros(shape) for shape in shapes))
        library = native.library()
        library.tokenflock_sites_linearize(*self._given, *map(_pointer, vars(found).values()))
        return found

    def rates(self, u: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """du/dt (rows, m (d - 1)) at the rows u, and the pace of each."""
        u = np.ascontiguousarray(u)
        rate, pace = np.empty_like(u), np.empty(len(u))
        library, top = native.library(), _pointer(self.here.top)
        parts = map(_pointer, (u, rate, pace))
        library.tokenflock_sites_move(*self._given, top, ctypes.c_int64(len(u)), *parts)
        return rate, pace

    @property
    def log_pace(self) -> float:
        """The logarithm of the pace; no site is faster.  See `forces.log_pace`."""
        size = 1.0 if self.law.ov is None else float(np.linalg.norm(self.law.ov, 2, (-2, -1)).max())
        own = 0.0 if self.law.ov is None else float(np.abs(self.here.velocity).sum())
        with np.errstate(divide="ignore"):
            return float(np.log(self.here.pace.sum() * size + own))

    @cached_property
    def _matrices(self) -> tuple[np.ndarray | None, np.ndarray | None]:
        """M and V, one of each for every head; heads of equal weights have their V added up."""
        qk, ov = self.law.qk, self.law.ov
        if qk is None:
            return None, None if ov is None else ov.sum(axis=0, keepdims=True)
        heads = max(len(qk), 1 if ov is None else len(ov))
        spread = (
            None if a is None else np.broadcast_to(a, (heads, *a.shape[1:])) for a in (qk, ov)
        )
        qk, ov = (None if a is None else np.ascontiguousarray(a) for a in spread)
        return qk, ov

    @cached_property
    def _log_seen(self) -> np.ndarray | None:
        if self.law.normalized:
            return None
        seen = np.log(self.mass.sum()) + self.law.beta - self.law.log_unit
        return np.full(len(self.mass), seen)

    @cached_property
    def _arrays(self) -> tuple[np.ndarray | None, ...]:
        """What is handed over, kept alive."""
        arrays = (*self._matrices, self.mass, self._log_seen, self.y, self.bases)
        return tuple(None if a is None else np.ascontiguousarray(a) for a in arrays)

    @cached_property
    def _given(self) -> tuple[Any, ...]:
        qk = self._matrices[0]
        numbers = (*self.y.shape, 1 if qk is None else len(qk))
        beta = ctypes.c_double(self.law.beta)
        return (*map(ctypes.c_int64, numbers), beta, *map(_pointer, self._arrays))


def has_kernels(d: int) -> bool:
    """Whether the kernels can serve sites of d coordinates."""
    return 2 <= d <= MOST_DIMENSIONS and native.available()


def site_kernels(
    law: Law, y: np.ndarray, mass: np.ndarray, bases: np.ndarray
) -> SiteKernels | None:
    """The sites for the kernels; None where arrays must do."""
    m, d = y.shape
    in_units = law.normalized and law.log_unit != 0  # of time, which the kernels know nothing of
    alone = law.ov is not None and d > 2  # drifts that arrays do not tell from rounding
    if (m < FEWEST and not alone) or in_units or not has_kernels(d):
        return None
    beta, qk = positive(law.beta, law.qk, d)
    log_unit = law.log_unit if law.normalized else law.log_unit + beta - law.beta
    law = replace(law, beta=beta, qk=qk, log_unit=log_unit)
    return SiteKernels(law, y, np.array(mass), bases)


def _pointer(array: np.ndarray | None) -> Any:
    return None if array is None else array.ctypes.data_as(ctypes.POINTER(ctypes.c_double))
