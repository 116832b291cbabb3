"""Rotations that a field does not notice, found by trying: f(e^{sS} x) = e^{sS} f(x) for skew S."""

import numpy as np

from tokenflock._jax import jnp
from tokenflock.analysis.linearization import derivative, velocity
from tokenflock.fields import VectorField

NOTICED = 1e-7  # of the size of what is compared


def skew_matrices(d: int) -> np.ndarray:
    """A basis (d (d - 1) / 2, d, d) of the skew matrices."""
    i, j = np.triu_indices(d, k=1)
    basis = np.zeros((len(i), d, d))
    basis[np.arange(len(i)), i, j], basis[np.arange(len(i)), j, i] = 1.0, -1.0
    return basis


def rotations(field: VectorField, x: np.ndarray, t: float = 0.0) -> np.ndarray:
    """Skew matrices S (s, d, d) with Df(y) S y = S f(y), tried at tokens x and around them.

    Tokens that are frozen must stay where they are as well, S x_i = 0.
    """
    basis = skew_matrices(x.shape[1])
    if not len(basis):
        return basis
    rng = np.random.default_rng(0)
    tried = [x, *(x + 0.3 * rng.normal(size=(2, *x.shape)))]
    noticed = np.concatenate(
        [_defects(field, t, y, basis).reshape(len(basis), -1) for y in tried]
        + [(basis @ x[~moving(field, len(x))].T).reshape(len(basis), -1)],
        axis=1,
    )
    left, size, _ = np.linalg.svd(noticed)
    rank = int((size > NOTICED * max(1.0, size.max())).sum())
    return np.einsum("ba,bkl->akl", left[:, rank:], basis)


def _defects(field: VectorField, t: float, y: np.ndarray, basis: np.ndarray) -> np.ndarray:
    """Df(y) S y - S f(y) for all S, at the point of the space near y."""
    z = field.retract(jnp.asarray(y))
    slope, v = (np.asarray(f(field, jnp.asarray(t, float), z)) for f in (derivative, velocity))
    turned = np.einsum("skl,il->sik", basis, np.asarray(z))
    return np.einsum("iajb,sjb->sia", slope, turned) - np.einsum("skl,il->sik", basis, v)


def moving(field: VectorField, n: int) -> np.ndarray:
    """Which tokens are not frozen."""
    frozen = getattr(field, "frozen", None)
    return np.ones(n, bool) if frozen is None else ~np.asarray(frozen)
