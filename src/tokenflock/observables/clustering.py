"""Clusters: which tokens have met, who leads them, and when that changes.

A cluster is a set of tokens linked by steps of at most `threshold` and no wider than `size`.
Without the second condition many scattered tokens would be one cluster.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from tokenflock.errors import InputError, did_you_mean
from tokenflock.observables.configuration import chord, directions, one_by_one, polar_angles
from tokenflock.observables.decorator import observable
from tokenflock.observables.labels import is_labeled
from tokenflock.observables.linkage import compact, components, first_members

METRICS = ("angle", "euclidean")
TURN = 2 * np.pi


@dataclass(frozen=True)
class Epoch:
    """The clusters from `time` until the next epoch: how many, their sizes, their leaders.

    A leader is the smallest token number of its cluster; `sizes` stand in the order of `leaders`.
    """

    time: float
    count: int
    sizes: tuple[int, ...]
    leaders: tuple[int, ...]
    unclustered: int


@observable(axes=("token",), traceable=False)
def clusters(
    x: Any,
    *,
    beta: float | None = None,
    threshold: float | None = None,
    size: float | None = None,
    metric: str = "angle",
) -> np.ndarray:
    """Cluster labels (..., n), numbered by leader: 0 holds the first clustered token, and so on.

    Tokens linked by steps of at most `threshold` form a cluster if no two of them are farther
    apart than `size`; the others get -1.  Distances are angles, where

        size = min(1, |beta|^(-1/2)),     threshold = size / 10

    by default, the range of the interaction and a tenth of it (for beta < 0 logits vary by one over
    that distance as well, so that such tokens are seen as one); with `metric="euclidean"` they are
    Euclidean, and the defaults a tenth and a hundredth of the diagonal of the tokens' box.
    Exact; O(n log n) on the circle.  Not traceable: the result is a NumPy array.

    >>> tokens = [[1.0, 0.0], [0.0, 1.0], [0.0, 1.0]]
    >>> tkf.clusters(tokens, beta=4.0)
    array([0, 1, 1])
    """
    _check_lengths(threshold=threshold, size=size)
    if check_metric(metric) == "euclidean":
        return one_by_one(lambda tokens: _flat(tokens, threshold, size), x)
    reach = _interaction_range(beta) if size is None else size
    return one_by_one(lambda tokens: _by_angle(tokens, threshold, reach), x)


@observable(traceable=False)
def count_clusters(
    x: Any,
    *,
    beta: float | None = None,
    threshold: float | None = None,
    size: float | None = None,
    metric: str = "angle",
) -> np.ndarray:
    """The number of `clusters`, a lone token being one; tokens in none are not counted."""
    labels = clusters(x, beta=beta, threshold=threshold, size=size, metric=metric)
    return labels.max(axis=-1) + 1


@observable(traceable=False)
def unclustered(
    x: Any,
    *,
    beta: float | None = None,
    threshold: float | None = None,
    size: float | None = None,
    metric: str = "angle",
) -> np.ndarray:
    """The number of tokens in no cluster: linked, but strung out farther than `size`."""
    labels = clusters(x, beta=beta, threshold=threshold, size=size, metric=metric)
    return (labels < 0).sum(axis=-1)


def leaders(labels: Any) -> np.ndarray:
    """The smallest token number of each cluster, for the labels (n,) of one configuration.

    >>> tkf.leaders([0, 1, 1, -1, 0])
    array([0, 1])
    """
    kinds, first = np.unique(np.asarray(labels), return_index=True)
    return first[kinds >= 0]


def sizes(labels: Any) -> np.ndarray:
    """How many tokens each cluster holds, for the labels (n,) of one configuration.

    >>> tkf.sizes([0, 1, 1, -1, 0])
    array([2, 2])
    """
    labels = np.asarray(labels)
    return np.bincount(labels[labels >= 0])


def timeline(x: Any, **options: Any) -> list[Epoch]:
    """What happened along one run, or its labeled path, one epoch per event.

    The first saved time, every saved time at which the set of leaders changes (a cluster forms,
    merges or dissolves), and the last.  Options are those of `clusters`.
    """
    labels = clusters(x, **options) if is_labeled(x) else None
    if labels is None or labels.dims != ("time", "token"):
        raise InputError(
            "`timeline` reads one run, or its labeled path with dims (time, token, coord). "
            f"Got {getattr(x, 'dims', type(x).__name__)}; select a run, as in `x.isel(run=0)`."
        )
    epochs = [_epoch(t, row) for t, row in zip(labels["time"].data, labels.data, strict=True)]
    return _events(epochs)


def _epoch(time: float, labels: np.ndarray) -> Epoch:
    held, led = sizes(labels), leaders(labels)
    return Epoch(
        time=float(time),
        count=len(led),
        sizes=tuple(held.tolist()),
        leaders=tuple(led.tolist()),
        unclustered=int(len(labels) - held.sum()),
    )


def _events(epochs: list[Epoch]) -> list[Epoch]:
    last = len(epochs) - 1
    return [
        epoch
        for k, epoch in enumerate(epochs)
        if k in (0, last) or epoch.leaders != epochs[k - 1].leaders
    ]


def _check_lengths(**lengths: float | None) -> None:
    for name, value in lengths.items():
        if value is not None and not value >= 0:
            raise InputError(f"`{name}` is a distance and must not be negative. Got {value!r}.")


def check_metric(metric: str) -> str:
    """How far two tokens are, checked: by their angle, or in R^d."""
    if metric not in METRICS:
        raise InputError(
            f"`metric` must be 'angle' or 'euclidean'. Got {metric!r}."
            f"{did_you_mean(str(metric), METRICS)}"
        )
    return metric


def _interaction_range(beta: float | None) -> float:
    if beta is None:
        raise InputError(
            "`clusters` by angles needs `beta`, or the largest diameter of a cluster as "
            "`size` in radians. Got neither."
        )
    return 1.0 if beta == 0 else min(1.0, abs(float(beta)) ** -0.5)


def _flat(x: np.ndarray, threshold: float | None, size: float | None) -> np.ndarray:
    diagonal = float(np.linalg.norm(x.max(axis=0) - x.min(axis=0)))
    size = diagonal / 10 if size is None else size
    component = components(x, size / 10 if threshold is None else threshold)
    return _labels(component, compact(x, component, size))


def _by_angle(x: np.ndarray, threshold: float | None, size: float) -> np.ndarray:
    threshold = size / 10 if threshold is None else threshold
    if x.shape[-1] <= 2:
        component, diameter = _arcs(polar_angles(x), threshold)
        return _labels(component, diameter <= size)
    u = directions(x)
    component = components(u, chord(threshold))
    return _labels(component, compact(u, component, chord(size)))


def _labels(component: np.ndarray, small: np.ndarray) -> np.ndarray:
    """Numbers 0, 1, ... for the small components, by their smallest token; -1 for the others."""
    first = first_members(component)
    number = np.full(len(small), -1)
    kept = np.flatnonzero(small)
    number[kept[np.argsort(first[kept])]] = np.arange(len(kept))
    return number[component]


def _arcs(angle: np.ndarray, threshold: float) -> tuple[np.ndarray, np.ndarray]:
    """Components of angles cut at gaps wider than `threshold`, and their diameters."""
    order = np.argsort(angle)
    a = angle[order]
    cuts = np.flatnonzero(np.diff(a, append=a[0] + TURN) > threshold)
    component = np.empty(len(a), int)
    # What follows the last cut is the beginning of the first arc.
    component[order] = np.searchsorted(cuts, np.arange(len(a))) % max(1, len(cuts))
    if not len(cuts):
        return component, np.array([_wide_diameter(a)])
    diameter = (a[cuts] - a[(np.roll(cuts, 1) + 1) % len(a)]) % TURN
    for c in np.flatnonzero(diameter > np.pi):
        diameter[c] = _wide_diameter(np.sort(angle[component == c]))
    return component, diameter


def _wide_diameter(a: np.ndarray) -> float:
    """The diameter of sorted angles that no half circle holds: pi less the closest miss.

    Every token looks for the token nearest to its antipode.
    """
    around = np.concatenate([a, a + TURN])
    antipode = a + np.pi
    after = np.searchsorted(around, antipode)
    miss = np.minimum(around[after] - antipode, antipode - around[after - 1])
    return float(np.pi - miss.min())
