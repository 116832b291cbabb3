"""Rényi centers: tokens that come first in their neighborhood, in the order of the sequence.

On the circle this is Rényi's parking problem (arXiv:2411.04990, section 5).
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from scipy.spatial import cKDTree

from tokenflock.errors import InputError
from tokenflock.observables.configuration import chord, directions, one_by_one, polar_angles
from tokenflock.observables.decorator import observable


def center_distance(beta: float) -> float:
    """The distance 4 beta^(-1/2) of Rényi centers, as an angle, where clusters stay apart.

    Infinite for beta = 0, where one token is the only center (arXiv:2411.04990).  Not defined for
    beta < 0, where tokens look away from what is close and nothing is captured.
    """
    if beta < 0:
        raise InputError(
            "Rényi centers capture what is close to them, which tokens look at for `beta` >= 0 "
            f"only. Got beta={float(beta):g}; pass `delta` for centers at a distance of your own."
        )
    return 4 * float(beta) ** -0.5 if beta else np.inf


@observable(axes=("token",), traceable=False)
def renyi_centers(x: Any, delta: float | None = None, *, beta: float | None = None) -> np.ndarray:
    """True for tokens farther than `delta`, as an angle, from all previous *centers*.

    The first token is a center, and every token is within delta of one, by default
    4 beta^(-1/2).  O(n log n) on the circle.  Not traceable: NumPy arrays come back.

    >>> angle = np.array([0.0, 0.4, 0.8, 3.0])
    >>> tokens = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    >>> tkf.renyi_centers(tokens, 0.5)
    array([ True, False,  True,  True])
    """
    delta = _separation(delta, beta)
    return one_by_one(lambda tokens: _mark(tokens, (i for i, _ in _park(tokens, delta))), x)


@observable(axes=("token",), traceable=False)
def strong_renyi_centers(
    x: Any, delta: float | None = None, *, beta: float | None = None
) -> np.ndarray:
    """True for tokens farther than `delta`, as an angle, from all previous *tokens*.

    A subset of `renyi_centers`, with the same default.  Not traceable.

    >>> angle = np.array([0.0, 0.4, 0.8, 3.0])
    >>> tokens = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    >>> tkf.strong_renyi_centers(tokens, 0.5)
    array([ True, False, False,  True])
    """
    delta = _separation(delta, beta)
    return one_by_one(
        lambda tokens: _mark(tokens, (i for i, near in _park(tokens, delta) if near.min() == i)), x
    )


@observable(traceable=False)
def count_centers(
    x: Any, delta: float | None = None, *, beta: float | None = None, strong: bool = False
) -> np.ndarray:
    """The number of `renyi_centers`, or of `strong` ones."""
    centers = strong_renyi_centers if strong else renyi_centers
    return centers(x, delta, beta=beta).sum(axis=-1)


@observable(traceable=False)
def consumed(
    x: Any,
    start: Any,
    *,
    radius: float = 0.1,
    beta: float | None = None,
    delta: float | None = None,
    strong: bool = False,
) -> np.ndarray:
    """The share of tokens within `radius`, as an angle, of the present place of a center.

    The centers are the Rényi centers, or the `strong` ones, of the configuration `start` (n, d)
    (arXiv:2411.04990, Figure 3).  Between 1/n and 1, which is reached when all have met a center.
    """
    marks = (strong_renyi_centers if strong else renyi_centers)(start, delta, beta=beta)
    u = directions(np.asarray(x, float))
    gap = u[..., :, None, :] - u[..., marks, :][..., None, :, :]
    return ((gap**2).sum(axis=-1).min(axis=-1) <= chord(radius) ** 2).mean(axis=-1)


def _separation(delta: float | None, beta: float | None) -> float:
    if delta is None:
        if beta is None:
            raise InputError(
                "Rényi centers need `delta`, or `beta` for 4 beta^(-1/2). Got neither."
            )
        return center_distance(beta)
    if not delta >= 0:
        raise InputError(f"`delta` is an angle and must not be negative. Got {delta!r}.")
    return float(delta)


def _mark(x: np.ndarray, chosen: Iterator[int]) -> np.ndarray:
    marks = np.zeros(len(x), bool)
    marks[list(chosen)] = True
    return marks


def _park(x: np.ndarray, delta: float) -> Iterator[tuple[int, np.ndarray]]:
    """The Rényi centers in order, each with all tokens within `delta` of it, itself included."""
    near = (_on_circle if x.shape[-1] <= 2 else _on_sphere)(x, delta)
    free = np.ones(len(x), bool)
    center = 0
    while free[center]:
        around = near(center)
        yield center, around
        free[around] = False
        center += int(free[center:].argmax())


def _on_circle(x: np.ndarray, delta: float) -> Callable[[int], np.ndarray]:
    """The tokens within `delta` of a given one: a run of the sorted angles."""
    angle = polar_angles(x)
    order = np.argsort(angle)
    turns = 2 * np.pi * np.array([[-1], [0], [1]])
    around, token = (angle[order] + turns).ravel(), np.tile(order, 3)
    reach = min(delta, np.pi)

    def near(i: int) -> np.ndarray:
        start = np.searchsorted(around, angle[i] - reach, side="left")
        return token[start : np.searchsorted(around, angle[i] + reach, side="right")]

    return near


def _on_sphere(x: np.ndarray, delta: float) -> Callable[[int], np.ndarray]:
    """The tokens within `delta` of a given one, from a tree of unit vectors."""
    u = directions(x)
    tree = cKDTree(u)
    return lambda i: np.asarray(tree.query_ball_point(u[i], chord(delta)))
