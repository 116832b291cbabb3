"""Lyapunov exponents: the mean rates at which nearby paths part or meet."""

import itertools
from typing import Any

import numpy as np

from tokenflock.analysis.conditioning import refuse_noise
from tokenflock.analysis.linearization import frames
from tokenflock.errors import InputError
from tokenflock.fields import TangentFlow, VectorField
from tokenflock.solvers import checks
from tokenflock.solvers.driver import path
from tokenflock.solvers.methods import Stepping


def lyapunov_exponents(
    field: VectorField,
    x0: Any,
    t_end: float,
    *,
    transient: float = 0.0,
    count: int | None = None,
    every: float = 1.0,
    tol: float = 1e-8,
) -> np.ndarray:
    """The `count` largest Lyapunov exponents over [transient, t_end], by falling size.

    Tangent vectors v with dv/dt = Df(x) v start as the first `count` coordinates of the tokens and
    are made orthonormal `every` so often, V = Q R (Benettin's method); the exponents are

        lambda_k = 1 / (t_end - transient) sum log |R_kk|.

    They tend to their limits like 1 / t_end; what happens before `transient` is not counted.
    """
    refuse_noise(field, "lyapunov_exponents")
    x = checks.one_configuration(x0, field)
    times = _stops(transient, t_end, every)
    v = _coordinates(frames(field, x), count)
    total, tangent = np.zeros(len(v)), TangentFlow(field, vectors_count=True)
    for begin, end in itertools.pairwise(times):
        state = np.concatenate([x[None], v])
        state, _ = path(tangent, state, np.array([begin, end]), Stepping("dopri5", tol))
        x = state[-1, 0]
        v, stretch = _orthonormal(state[-1, 1:])
        if begin >= transient:
            total += np.log(stretch)
    return np.sort(total / (t_end - transient))[::-1]


def _stops(transient: float, t_end: float, every: float) -> np.ndarray:
    """Times from 0 over `transient` to `t_end`, at most `every` apart."""
    if not 0 <= transient < t_end or not every > 0:
        raise InputError(
            "Exponents need 0 <= `transient` < `t_end` and `every` > 0. "
            f"Got transient={transient!r}, t_end={t_end!r}, every={every!r}."
        )
    before = np.linspace(0.0, transient, int(np.ceil(transient / every)) + 1)
    after = np.linspace(transient, t_end, int(np.ceil((t_end - transient) / every)) + 1)
    return checks.increasing(np.unique(np.append(before, after)))


def _coordinates(basis: np.ndarray, count: int | None) -> np.ndarray:
    """The first coordinate directions of the tokens, shape (count, n, d)."""
    n, k, d = basis.shape
    count = n * k if count is None else count
    if not 1 <= count <= n * k:
        raise InputError(f"`count` must lie between 1 and {n * k}. Got {count!r}.")
    v = np.zeros((n * k, n, d))
    for i in range(n):
        v[i * k : (i + 1) * k, i] = basis[i]
    return v[:count]


def _orthonormal(v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Orthonormal vectors with the same spans, and by how much each was stretched."""
    q, r = np.linalg.qr(v.reshape(len(v), -1).T)
    return q.T.reshape(v.shape), np.abs(np.diag(r))
