"""A statement about many systems at once, as a function to be maximized: by how much it fails."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from tokenflock.papers.search.box import Box, Part, Point
from tokenflock.spec import Spec
from tokenflock.spec.times import saved_times

if TYPE_CHECKING:
    import xarray as xr

Excess = Callable[[np.ndarray, Spec], float]


def _always(run: "xr.Dataset", spec: Spec) -> bool:
    return True


@dataclass(frozen=True)
class Quantified:
    """For all values of the parts, the system `spec(**values)` has an excess of at most zero.

    `excess(x, spec)` of a path x (time, n, d) is positive where the statement is violated, and
    else how far it is from that, negative.  `lasts(run, spec)` tells a violation that stays from
    one that more time would mend.
    """

    parts: Mapping[str, Part]
    spec: Callable[..., Spec]
    excess: Excess
    lasts: "Callable[[xr.Dataset, Spec], bool]" = _always

    @property
    def box(self) -> Box:
        """What the statement quantifies over."""
        return Box(self.parts)

    def system(self, point: Point) -> Spec:
        """The system of a point of the box."""
        return self.spec(**self.box.values(point))

    def excesses(self, points: np.ndarray) -> np.ndarray:
        """The excess at points (count, dimension); minus infinity where a solve fails."""
        return excesses(self.excess, [self.system(point) for point in points])


def excesses(excess: Excess, specs: Sequence[Spec]) -> np.ndarray:
    """The excess of every system; those of one size and the same times are one batch."""
    found = np.full(len(specs), -np.inf)
    order = sorted(range(len(specs)), key=lambda k: _kind(specs[k]))
    for _, members in groupby(order, key=lambda k: _kind(specs[k])):
        group = list(members)
        x = _paths([specs[k] for k in group])
        found[group] = [_number(excess(path, specs[k])) for path, k in zip(x, group, strict=True)]
    return found


def _kind(spec: Spec) -> tuple[Any, ...]:
    return spec.n, spec.d, saved_times(spec)


def _paths(specs: Sequence[Spec]) -> np.ndarray:
    """The paths of a batch, (run, time, n, d)."""
    from tokenflock.simulation import simulate  # late: claims are listed without JAX

    return np.asarray(simulate(specs).x.data)


def _number(value: float) -> float:
    return float(value) if np.isfinite(value) else -np.inf
