"""The master equation: with V = I attention is a Markov generator that the tokens change.

    dz_i/dt = sum_j P_ij (z_j - z_i) = ((P - I) z)_i,     z = e^{-t} x,

exactly, P the attention matrix at x.  With P frozen the solution is e^{t (P - I)} z(0), which
always ends in consensus: a stochastic matrix that is irreducible, or triangular with P_11 = 1, has
one eigenvalue 1.  What keeps clusters apart is that P changes.
"""

import time as clock
from dataclasses import dataclass
from typing import Any

import equinox as eqx
import numpy as np
import xarray as xr
from scipy.linalg import expm, schur

from tokenflock._jax import jnp
from tokenflock.errors import InputError
from tokenflock.fields.flow import Flow
from tokenflock.results import dataset
from tokenflock.solvers import checks
from tokenflock.spaces import Euclidean, Rescaled

Labeled = xr.Dataset | xr.DataArray
NEAR_ONE = 0.75  # halfway between a cluster, 1, and the second token of a causal cluster, 1/2


def frozen_path(flow: Flow, x0: Any, times: Any, *, refresh: float = np.inf) -> xr.Dataset:
    """The path that the master equation predicts from the attention matrix at its start.

    The matrix is read again every `refresh`, and kept in between:

        z(t + s) = e^{s (P(t) - I)} z(t),     0 <= s <= refresh,

    for rescaled tokens; tokens of R^d grow by e^s on top; on the sphere x is normalized, an error
    of order refresh like that of freezing.  Needs V = I and one head.
    """
    x, times = checks.one_configuration(x0, flow), checks.increasing(times)
    if not refresh > 0:
        raise InputError(f"`refresh` must be positive. Got {refresh!r}.")
    begun, path = clock.perf_counter(), [x]
    read = times[0]
    generator = _generator(flow, x, read)
    for t in times[1:]:
        while t - read > refresh * (1 + 1e-12):
            x = _stepped(flow, generator, x, refresh)
            read = read + refresh
            generator = _generator(flow, x, read)
        path.append(_stepped(flow, generator, x, t - read))
    about = flow.about()
    wall_time = clock.perf_counter() - begun
    return dataset(np.stack(path), times, about, method="frozen", step=refresh, wall_time=wall_time)


def agreement_time(prediction: Labeled, path: Labeled, error: float) -> float:
    """The last saved time up to which a predicted path stays within `error` of the true one.

    In the largest distance over tokens; both are runs, or their paths `x`, with the same times.
    """
    first, second = _path(prediction), _path(path)
    if first.shape != second.shape or not np.array_equal(first["time"], second["time"]):
        raise InputError("`agreement_time` compares paths of as many tokens at the same times.")
    away = np.linalg.norm(first.data - second.data, axis=-1).max(axis=-1)
    times, wrong = second["time"].data, np.flatnonzero(away > error)
    return float(times[-1] if not len(wrong) else times[max(wrong[0] - 1, 0)])


def _path(path: Labeled) -> xr.DataArray:
    tokens = path["x"] if isinstance(path, xr.Dataset) else path
    return tokens.transpose("time", "token", "coord")


def _generator(flow: Flow, x: np.ndarray, t: float) -> np.ndarray:
    """P - I at tokens x, and P itself for tokens of R^d that are not rescaled."""
    attention = flow.attention.at(t)
    if attention.ov is not None or attention.heads > 1:
        raise InputError("The master equation dz/dt = (P - I) z needs `ov=None` (V = I), one head.")
    if flow.terms:
        raise InputError("The master equation dz/dt = (P - I) z knows attention alone, no `terms`.")
    p = np.asarray(_weights(flow, jnp.asarray(t, float), jnp.asarray(x)))[0]
    return p if isinstance(flow.space, Euclidean) else p - np.eye(len(x))


@eqx.filter_jit
def _weights(flow: Flow, t: Any, x: Any) -> Any:
    if isinstance(flow.space, Rescaled):
        return flow.space.weights(t, x, flow.attention.at(t))
    return flow.attention.at(t).matrix(x)


def _stepped(flow: Flow, generator: np.ndarray, x: np.ndarray, s: float) -> np.ndarray:
    return np.asarray(flow.space.retract(jnp.asarray(expm(s * generator) @ x)))


@dataclass(frozen=True)
class MetastableSets:
    """The sets that a stochastic matrix P hardly leaves.

    `eigenvalues` of P by falling real part, complex; `count` of those near 1; `labels` (n,) of the
    tokens, numbered by the first token of each set; `memberships` (n, count), rows sum to one.
    """

    eigenvalues: np.ndarray
    count: int
    labels: np.ndarray
    memberships: np.ndarray


def metastable_sets(P: Any, *, threshold: float = NEAR_ONE) -> MetastableSets:
    """Metastable clusters from an attention matrix P (n, n) alone: how many, and where.

    A cluster that keeps to itself gives P a diagonal block with row sums near 1, hence one
    eigenvalue near 1.  Its other eigenvalues are known: a block of m equal weights 1/m has 0
    (full attention), a triangular one of rows 1/k has 1/2, 1/3, ..., 1/m (causal, where every
    eigenvalue is a weight w_kk of a token on itself).  So the count is that of eigenvalues whose
    real part exceeds 3/4, halfway.  A cluster on its way into another is not counted.

    Their right eigenvectors are constant on clusters; the rows of an orthonormal basis of the
    span lie in a simplex, one cluster at each corner.  The corners are found one by one (the row
    farthest from the span of those before), and the barycentric coordinates are the memberships.
    """
    P = _stochastic(P)
    values = np.diag(P).astype(complex) if not np.triu(P, k=1).any() else np.linalg.eigvals(P)
    values = values[np.lexsort((-values.imag, -values.real))]
    count = max(int((values.real > threshold).sum()), 1)
    rows = _slow_basis(P, count, (values[count - 1].real + _next(values, count)) / 2)
    memberships = rows @ np.linalg.pinv(rows[_corners(rows)])
    return MetastableSets(values, count, _by_first(memberships.argmax(axis=1)), memberships)


def _next(values: np.ndarray, count: int) -> float:
    return float(values[count].real) if count < len(values) else -1.0


def _slow_basis(P: np.ndarray, count: int, cut: float) -> np.ndarray:
    """An orthonormal basis (n, count) of the right invariant space of the eigenvalues above cut."""
    _, vectors, _ = schur(P, output="real", sort=lambda re, im: re > cut)
    return vectors[:, :count]


def _corners(rows: np.ndarray) -> list[int]:
    """The rows at the corners of the simplex that all of them fill."""
    left, found = rows.copy(), []
    for _ in range(rows.shape[1]):
        size = np.linalg.norm(left, axis=1)
        found.append(int(size.argmax()))
        along = left[found[-1]] / max(size.max(), np.finfo(float).tiny)
        left = left - np.outer(left @ along, along)
    return found


def _by_first(labels: np.ndarray) -> np.ndarray:
    """The same labels, numbered in the order of their first tokens."""
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[inverse]


def _stochastic(P: Any) -> np.ndarray:
    P = np.asarray(P, float)
    P = P[0] if P.ndim == 3 and len(P) == 1 else P
    if P.ndim != 2 or P.shape[0] != P.shape[1] or not P.size:
        raise InputError(f"`P` must be one attention matrix (n, n). Got shape {P.shape}.")
    if not (P >= 0).all() or not np.allclose(P.sum(axis=1), 1, atol=1e-9):
        raise InputError("`P` must have rows of weights that sum to one, as `attention.matrix(x)`.")
    return P
