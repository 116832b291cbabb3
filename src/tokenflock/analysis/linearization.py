"""Linearization: how small changes of a configuration grow or fade.

The derivative of the velocity, Df, in an orthonormal basis of the directions in which tokens can
move, and its eigenvalues.
"""

from typing import Any

import equinox as eqx
import numpy as np

from tokenflock._jax import jax, jnp
from tokenflock.fields import VectorField
from tokenflock.solvers import checks

PAIRS = 2**20  # of tokens, over all pushes at a time: 8 MB for an array of their weights


def jacobian(field: VectorField, x: Any, t: float = 0.0) -> np.ndarray:
    """The derivative of the velocity at tokens x (n, d), shape (n k, n k), k directions per token.

    Coordinates are those of `frames`: k = d - 1 on the sphere, d in R^d.  At an equilibrium they do
    not matter for the spectrum; elsewhere Df is that of the velocity as vectors of R^d.
    """
    x = checks.one_configuration(x, field)
    return in_frames(field, x, frames(field, x), t)


def in_frames(field: VectorField, x: np.ndarray, basis: np.ndarray, t: float = 0.0) -> np.ndarray:
    """The derivative of the velocity in given `frames`."""
    size = basis.shape[0] * basis.shape[1]
    slope = np.asarray(derivative(field, jnp.asarray(t, float), jnp.asarray(x)))
    return np.einsum("ika,iajb,jlb->ikjl", basis, slope, basis).reshape(size, size)


@eqx.filter_jit
def derivative(field: VectorField, t: Any, x: Any) -> Any:
    """Df at tokens x, (n, d, n, d), as of vectors of R^d.

    Column by column, some at a time: of each, arrays of n x n weights are held while it is formed.
    """
    _, push = jax.linearize(lambda y: field(t, y), x)
    pushes = jnp.eye(x.size).reshape(x.size, *x.shape)
    columns = jax.lax.map(push, pushes, batch_size=max(1, min(x.size, PAIRS // len(x) ** 2)))
    return jnp.moveaxis(columns, 0, -1).reshape(x.shape + x.shape)


@eqx.filter_jit
def velocity(field: VectorField, t: Any, x: Any) -> Any:
    """f(t, x) of any field as one program: a field of one's own is evaluated piece by piece."""
    return field(t, x)


def spectrum(field: VectorField, x: Any, t: float = 0.0) -> np.ndarray:
    """The eigenvalues of the `jacobian`, by falling real part.

    For causal attention with V = I at consensus: -(1 - 1/k), k = 1...n, each d - 1 times, for every
    Q, K and beta.  A Jacobian that is block triangular, as under a causal mask, is exactly solved
    block by block: as a whole it is far from normal, and its eigenvalues would lose digits.
    """
    x = checks.one_configuration(x, field)
    matrix = jacobian(field, x, t)
    n = len(x)
    k = len(matrix) // n
    blocks = matrix.reshape(n, k, n, k).swapaxes(1, 2)
    if not np.triu(np.abs(blocks).max(axis=(2, 3), initial=0.0), k=1).any():
        values = np.linalg.eigvals(blocks[np.arange(n), np.arange(n)]).ravel()
    else:
        values = np.linalg.eigvals(matrix)
    return values[np.lexsort((-values.imag, -values.real))]


def frames(field: VectorField, x: np.ndarray) -> np.ndarray:
    """Orthonormal bases (n, k, d) of the directions in which tokens of the space can move.

    They span the range of the derivative of the retraction: all of R^d where nothing is retracted.
    """
    slopes = np.asarray(_slopes(field, jnp.asarray(x)))
    across, size, _ = np.linalg.svd(slopes)
    free = int((size[0] > 0.5).sum())
    return across[:, :, :free].swapaxes(1, 2)


@eqx.filter_jit
def _slopes(field: VectorField, x: Any) -> Any:
    """The derivative of the retraction at every token."""

    def alone(token: Any) -> Any:
        return field.retract(token[None])[0]

    return jax.vmap(jax.jacfwd(alone))(x)
