"""Resolution: what float64 knows of rescaled tokens along a path.

A row of attention is lost where rounding decides who leads (`Rescaled.resolved`).  A token is lost,
for good, once an error of rounding has grown beyond the tolerance,

    eps e^a > tol,     da_i/dt = growth rate of token i (`Rescaled.growth_rates`),     a_i >= 0:

one that two sides pull alike stands on a knife's edge, and grows like e^(e^{2t}).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import equinox as eqx
import numpy as np

from tokenflock._jax import jax, jnp
from tokenflock.fields.vector_field import Closely

EPS = float(np.finfo(float).eps)
PART, MOST_PARTS = 0.25, 32  # how closely growth is summed, and how often between two times
CHUNK = 2**22  # numbers of a path that are looked at together


@dataclass(frozen=True)
class Means:
    """Who evaluates what rounding decides of tokens x (time, ..., n, d) of a flow."""

    rows: Callable[[Any, Any, Any], Any]  # of (flow, x, times): those that tokens determine
    growth: Callable[[Any, Any, Any, Any], Any]  # of (flow, x, middles, duration): its logarithm


def resolved(
    flow: Any, times: np.ndarray, x: Any, tol: float, closely: Closely, by: Means | None = None
) -> np.ndarray:
    """Whether rounding decides neither the rows nor the ways of tokens x (time, ..., n, d)."""
    by = COMPILED if by is None else by
    lost, closer = _lost_tokens(flow, times, x, tol, by), _divided(times)
    if lost.any() and len(closer) > len(times):
        path = closely(closer)
        if path is not None:
            lost = _lost_tokens(flow, closer, path, tol, by)[np.isin(closer, times)]
    return _in_chunks(by.rows, flow, x, times) & ~lost


@eqx.filter_jit
def _rows(flow: Any, x: Any, times: Any) -> Any:
    """Which rows of attention tokens determine (`Rescaled.resolved`)."""
    space: Any = flow.space

    def rows(pair: Any) -> Any:
        return space.resolved(pair[0], pair[1], flow.attention.at(pair[0]))

    return jax.lax.map(rows, (times, x))


def _lost_tokens(flow: Any, times: np.ndarray, x: Any, tol: float, by: Means) -> np.ndarray:
    """Whether rounding errors of each token, made at any time, have ever grown beyond `tol`."""
    kept = _spaced(times)
    start, end = times[kept[:-1]], times[kept[1:]]
    parts = int(np.clip(np.ceil(np.max(end - start, initial=0.0) / PART), 1, MOST_PARTS))
    middles = start[:, None] + (np.arange(parts) + 0.5) / parts * (end - start)[:, None]
    growth = _in_chunks(by.growth, flow, x, middles, end - start, at=kept[:-1])
    lost, total = np.zeros((len(kept), *x.shape[1:-1]), bool), np.zeros(x.shape[1:-1])
    for k, grown in enumerate(growth, start=1):
        total = np.maximum(total + grown, 0.0)
        lost[k] = lost[k - 1] | ~(total <= np.log(tol / EPS))  # what is not a number is lost
    return lost[np.searchsorted(kept, np.arange(len(times)))]


@eqx.filter_jit
def _growth(flow: Any, x: Any, middles: Any, duration: Any) -> Any:
    """The logarithm of each token's growth over the given durations.

    Tokens are taken to stay where they are meanwhile: one that is pulled to two sides leaves, and
    from a later place it would look as if it had never hesitated.
    """
    space: Any = flow.space

    def one(given: Any) -> Any:
        z, times, span = given
        rates = jax.lax.map(lambda t: space.growth_rates(t, z, flow.attention.at(t)), times)
        growth = rates.mean(axis=0) * span
        return growth if flow.frozen is None else jnp.where(flow.frozen, 0.0, growth)

    return jax.lax.map(one, (x, middles, duration))


COMPILED = Means(_rows, _growth)


def _in_chunks(f: Any, flow: Any, x: Any, *along: Any, at: np.ndarray | None = None) -> np.ndarray:
    """f(flow, x, ...) of a path that may lie in a file, some times after the other."""
    at = np.arange(len(x)) if at is None else at
    some = max(1, CHUNK // int(np.prod(x.shape[1:])))
    pieces = [slice(k, k + some) for k in range(0, max(1, len(at)), some)]
    return np.concatenate(
        [f(flow, np.asarray(x[at[piece]]), *(a[piece] for a in along)) for piece in pieces]
    )


def _spaced(times: np.ndarray) -> np.ndarray:
    """The indices of some times, about PART apart where there are so many; the ends are kept."""
    kept = [0]
    for k in range(1, len(times)):
        if k == len(times) - 1 or times[k + 1] - times[kept[-1]] > PART:
            kept.append(k)
    return np.array(kept)


def _divided(times: np.ndarray) -> np.ndarray:
    """The times and others in between, at most PART apart, MOST_PARTS for each."""
    parts = np.clip(np.ceil(np.diff(times) / PART), 1, MOST_PARTS).astype(int)
    pairs = zip(times[:-1], times[1:], parts, strict=True)
    inner = [np.linspace(start, end, k, endpoint=False) for start, end, k in pairs]
    return np.concatenate([*inner, times[-1:]])
