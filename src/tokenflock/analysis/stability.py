"""Stability of an equilibrium: the rates at which perturbations of tokens grow or decay.

Full attention: tokens at one site move together (the linearization of the sites) or apart (the
transversal rates).  Causal attention: nobody sees the later tokens, so the linearization is block
triangular, and its rates are those of every token alone.  Either way nothing of order one is
subtracted from itself for V = I, and perturbations that a symmetry of the system makes, rotations
that commute with Q, K and V, are left out: they neither grow nor decay.
"""

import numpy as np

from tokenflock.analysis.symmetry import skew_matrices
from tokenflock.attention.masks import Causal, Full
from tokenflock.coarsening.derivatives import jacobian, transversal
from tokenflock.coarsening.forces import Law, frames
from tokenflock.coarsening.sites import settled

TOGETHER = 1e-7  # radians


def largest_rate(law: Law, x: np.ndarray, mask: Full | Causal) -> float:
    """The largest real part of a rate at the equilibrium x (n, d), symmetries left out."""
    return _causal_rate(law, x) if isinstance(mask, Causal) else _full_rate(law, x)


def _full_rate(law: Law, x: np.ndarray) -> float:
    now = settled(x, np.ones(len(x)), TOGETHER)
    y, log_counts = now.sites.y, now.sites.log_counts
    crowded = np.bincount(now.home) > 1
    apart = transversal(law, y, log_counts)[crowded]
    bases = frames(y)
    J = jacobian(law, y, log_counts, bases, 0.0)
    rest = complement(symmetries(law, y, bases), len(J))
    together = np.linalg.eigvals(rest.T @ J @ rest).real
    return float(np.concatenate([apart, together]).max(initial=-np.inf))


def _causal_rate(law: Law, x: np.ndarray) -> float:
    """The largest rate of any token with those before it fixed; the first feels V alone."""
    bases = frames(x)
    n, k = len(x), bases.shape[-1]
    log_counts = np.where(np.tri(n, dtype=bool), 0.0, -np.inf)
    J = jacobian(law, x, log_counts, bases, 0.0).reshape(n, k, n, k)
    own = np.arange(n)
    blocks = J[own, :, own, :]
    first = symmetries(law, x[:1], bases[:1])
    rest = complement(first, k)
    rates = [np.linalg.eigvals(rest.T @ blocks[0] @ rest).real, *np.linalg.eigvals(blocks[1:]).real]
    return float(np.concatenate(rates).max(initial=-np.inf))


def symmetries(law: Law, y: np.ndarray, bases: np.ndarray) -> np.ndarray:
    """The motions E' S y of sites under rotations e^{sS} that commute with V and M, as columns."""
    d = y.shape[1]
    matrices = [m for given in (law.qk, law.ov) if given is not None for m in given]
    columns = [np.einsum("akp,kl,al->ap", bases, S, y).ravel() for S in _commuting(matrices, d)]
    return np.array(columns).reshape(len(columns), bases.shape[0] * bases.shape[2]).T


def _commuting(matrices: list[np.ndarray], d: int) -> list[np.ndarray]:
    """A basis of the skew matrices S with S m = m S for all the given ones."""
    skew = skew_matrices(d)
    if not matrices or not len(skew):
        return list(skew)
    failure = np.concatenate([(skew @ m - m @ skew).reshape(len(skew), -1) for m in matrices], 1)
    left, size, _ = np.linalg.svd(failure)
    rank = int((size > 1e-10 * max(1.0, size.max())).sum())
    return list(np.einsum("cs,skl->ckl", left[:, rank:].T, skew))


def complement(columns: np.ndarray, size: int) -> np.ndarray:
    """An orthonormal basis of what is orthogonal to the columns."""
    if not columns.size:
        return np.eye(size)
    left, lengths, _ = np.linalg.svd(columns)
    return left[:, int((lengths > 1e-10 * max(lengths.max(), 1e-300)).sum()) :]
