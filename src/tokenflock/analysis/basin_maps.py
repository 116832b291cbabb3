"""Basins of attraction: which end a start leads to, over a grid of starts."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import xarray as xr

from tokenflock._jax import jnp
from tokenflock.analysis.conditioning import refuse_noise
from tokenflock.analysis.verdicts import verdict
from tokenflock.errors import InputError
from tokenflock.fields import VectorField
from tokenflock.integrate import solve
from tokenflock.solvers import checks
from tokenflock.spec.vocabulary import one_of

TOGETHER = 1e-3  # ends closer than this, in every token, are the same
AT_A_TIME = 4096  # runs of a batch
MOST_ENDS = 256
WORDS = ("ends", "shapes", "verdict")

Label = str | Callable[[np.ndarray], Any]


def basins(
    field: VectorField, start: Callable[..., Any], axes: Mapping[str, Sequence[float]],
    t_end: float, *, label: Label = "ends", tol: float = 1e-6,
) -> xr.Dataset:  # fmt: skip
    """Where tokens that begin at start(a, b) are at t_end, for all values of two axes.

    `label` says which ends are the same: 'ends' compares places, 'shapes' inner products (the same
    up to a rotation), 'verdict' the states of `verdict`; or a function of tokens (n, d).  The
    dataset has a `state`, a whole number, for every start and the largest `speed` left at t_end;
    for every state its `name`, its `share` of the starts and tokens `x` of one.

    >>> flow = tkf.Flow(tkf.SelfAttention(beta=1.0, ov=np.diag([1.0, 0.0])))
    >>> def start(a, b):
    ...     return [[np.cos(a + b), np.sin(a + b)]]
    >>> found = tkf.basins(flow, start, {"a": [0.5, 3.0], "b": [0.0, 0.2]}, t_end=40.0)
    >>> found.state.data  # the token ends at (1, 0) or (-1, 0)
    array([[0, 0],
           [1, 1]])
    """
    refuse_noise(field, "basins")
    x0, shape = _starts(field, start, axes)
    ends = np.concatenate([
        solve(field, x0[k : k + AT_A_TIME], [0.0, t_end], tol=tol).x.data[:, -1]
        for k in range(0, len(x0), AT_A_TIME)
    ])  # fmt: skip
    states, names = _labeled(field, ends, label, t_end)
    return _dataset(field, ends, states, names, dict(axes), shape, t_end)


def _starts(
    field: VectorField, start: Callable[..., Any], axes: Mapping[str, Sequence[float]]
) -> tuple[np.ndarray, tuple[int, int]]:
    """All starting tokens (runs, n, d), and the shape of the grid."""
    if len(axes) != 2 or any(np.ndim(values) != 1 or not len(values) for values in axes.values()):
        raise InputError(
            "`axes` must name two axes with their values, as {'a': [...], 'b': [...]}. "
            f"Got {list(axes)}."
        )
    first, second = (np.asarray(values, float) for values in axes.values())
    tokens = [checks.one_configuration(start(a, b), field) for a in first for b in second]
    if len({x.shape for x in tokens}) > 1:
        raise InputError("`start` must give as many tokens everywhere.")
    return np.stack(tokens), (len(first), len(second))


def _labeled(
    field: VectorField, ends: np.ndarray, label: Label, t_end: float
) -> tuple[np.ndarray, list[str]]:
    """A whole number for every end, by first appearance, and what the numbers mean."""
    if callable(label):
        return _numbered([str(label(x)) for x in ends])
    if label not in WORDS:
        raise one_of("label", WORDS, label)
    if label == "verdict":
        return _numbered([verdict(field, x, t_end).state for x in ends])
    seen = ends if label == "ends" else ends @ ends.swapaxes(-1, -2)
    return _grouped(seen.reshape(*seen.shape[:2], -1), label)


def _numbered(words: list[str]) -> tuple[np.ndarray, list[str]]:
    names = list(dict.fromkeys(words))
    return np.array([names.index(word) for word in words]), names


def _grouped(places: np.ndarray, label: str) -> tuple[np.ndarray, list[str]]:
    """Runs by the first of those within `TOGETHER` of them."""
    states = np.full(len(places), -1)
    count = 0
    while (states < 0).any():
        if count == MOST_ENDS:
            raise InputError(
                f"More than {MOST_ENDS} ends differ by `label={label!r}`. Run longer, compare "
                "'shapes', or pass a function as `label`."
            )
        kept = places[np.flatnonzero(states < 0)[0]]
        near = np.linalg.norm(places - kept, axis=-1).max(axis=-1) < TOGETHER
        states[near & (states < 0)] = count
        count += 1
    return states, [f"end {k}" for k in range(count)]


def _dataset(
    field: VectorField, ends: np.ndarray, states: np.ndarray, names: list[str],
    axes: dict[str, Any], shape: tuple[int, int], t_end: float,
) -> xr.Dataset:  # fmt: skip
    dims = tuple(axes)
    velocity = np.asarray(field(t_end, jnp.asarray(ends)))
    speed = np.linalg.norm(velocity, axis=-1).max(axis=-1)
    first = [int(np.flatnonzero(states == k)[0]) for k in range(len(names))]
    share = np.bincount(states, minlength=len(names)) / len(states)
    return xr.Dataset(
        {
            "state": (dims, states.reshape(shape)),
            "speed": (dims, speed.reshape(shape)),
            "share": ("end", share),
            "x": (("end", "token", "coord"), ends[first]),
        },
        coords={name: np.asarray(values, float) for name, values in axes.items()}
        | {"name": ("end", names)},
        attrs=field.about() | {"t_end": float(t_end)},
    )
