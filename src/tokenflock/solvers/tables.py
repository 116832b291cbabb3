"""The tables of an explicit Runge-Kutta method, as plain arrays for the kernels.

    k_i = h f(x + sum_j a_ij k_j),   x1 = x + sum_i b_i k_i,   error = sum_i e_i k_i,

and the curve  w_0(s) x + w_1(s) x1 + sum_i w_{2+i}(s) k_i,  0 <= s <= 1,  between its ends.
"""

import functools
from typing import Any, NamedTuple

import numpy as np

from tokenflock._jax import jax, jnp

DEGREE = 8  # no curve of diffrax has a larger one


class Tables(NamedTuple):
    """The coefficients; `w` holds the polynomials in s, one row per power."""

    a: np.ndarray  # (stages, stages)
    b: np.ndarray
    e: np.ndarray
    w: np.ndarray  # (degree + 1, 2 + stages)


@functools.cache
def tables(kind: Any) -> Tables:
    """The coefficients of a method of diffrax."""
    method = kind()
    tableau = method.tableau
    stages = tableau.num_stages
    a = np.zeros((stages, stages))
    for i, row in enumerate(tableau.a_lower, start=1):
        a[i, : len(row)] = row
    return Tables(a, np.array(tableau.b_sol), np.array(tableau.b_error), _curve(method, stages))


def _curve(method: Any, stages: int) -> np.ndarray:
    """The polynomials of the smallest degree that agree with the weights of unit vectors."""

    @jax.jit
    @jax.vmap
    def on_units(s: Any) -> Any:
        y0, y1, *k = map(jnp.asarray, np.eye(2 + stages))
        curve = method.interpolation_cls(t0=0.0, t1=1.0, y0=y0, y1=y1, k=jnp.stack(k))
        return curve.evaluate(s)

    s = (1 - np.cos(np.pi * np.linspace(0, 1, 3 * DEGREE))) / 2
    weights = np.asarray(on_units(s))
    for degree in range(1, DEGREE + 1):
        powers = np.vander(s, degree + 1, increasing=True)
        w, *_ = np.linalg.lstsq(powers, weights)
        if np.abs(powers @ w - weights).max() < 1e-13 * np.abs(weights).max():
            return w
    raise ValueError(f"The curve of {type(method).__name__} is no polynomial.")
