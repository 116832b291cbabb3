"""How far tokens agree: cosines, angles and distances."""

from typing import Any

import numpy as np

from tokenflock.observables.configuration import angle, directions, norms, row_blocks
from tokenflock.observables.decorator import namespace, observable


@observable
def alignment(x: Any) -> Any:
    """The mean cosine over pairs of different tokens, in time linear in n,

        (|sum_i u_i|^2 - n) / (n (n - 1)),     u_i = x_i / |x_i|.

    1 when all tokens agree (and for one token), 0 for orthogonal ones, -1/(n-1) when they sum to
    zero, which is the least.

    >>> float(tkf.alignment([[1.0, 0.0], [-1.0, 0.0]]))
    -1.0
    """
    n = x.shape[-2]
    total = directions(x).sum(axis=-2)
    square = (total * total).sum(axis=-1)
    return (square - n) / (n * (n - 1)) if n > 1 else namespace(x).ones_like(square)


@observable
def close_pairs(x: Any, above: float = 0.999) -> Any:
    """The share of pairs of different tokens whose cosine exceeds `above`: those that have met.

    0 for orthogonal tokens, 1 when all agree (and for one token); sum_a m_a (m_a - 1) / (n (n - 1))
    for clusters of m_a tokens.

    >>> float(tkf.close_pairs([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))  # one pair of three
    0.3333333333333333
    """
    xp, n = namespace(x), x.shape[-2]
    if n == 1:
        return xp.ones(x.shape[:-2])
    u, close = directions(x), xp.asarray(0.0)
    for rows in row_blocks(x):
        close = close + (_cosines(u[..., rows, :], u) > above).sum(axis=(-2, -1))
    itself = ((u * u).sum(axis=-1) > above).sum(axis=-1)
    return (close - itself) / (n * (n - 1))


def _cosines(u: Any, v: Any) -> Any:
    """All inner products.  In low dimension term by term: small matrix products cost more."""
    if u.shape[-1] > 8:
        return u @ v.mT
    terms = (u[..., :, None, k] * v[..., None, :, k] for k in range(u.shape[-1]))
    return sum(terms)


@observable
def spread(x: Any) -> Any:
    """The largest minus the smallest cosine over pairs of different tokens.

    0 for equiangular tokens, hence for n <= 2; at most 2.
    """
    xp, n = namespace(x), x.shape[-2]
    if n < 3:
        return xp.zeros(x.shape[:-2])
    u, token = directions(x), xp.arange(n)
    lowest, highest = xp.asarray(1.0), xp.asarray(-1.0)
    for rows in row_blocks(x):
        cosines = u[..., rows, :] @ u.mT
        same = token[rows, None] == token
        lowest = xp.minimum(lowest, xp.where(same, 1.0, cosines).min(axis=(-2, -1)))
        highest = xp.maximum(highest, xp.where(same, -1.0, cosines).max(axis=(-2, -1)))
    return highest - lowest


@observable
def order_parameter(x: Any) -> Any:
    """The length of the mean token, |sum_i x_i| / n; for unit tokens Kuramoto's r in [0, 1]."""
    return norms(x.mean(axis=-2))


@observable
def consensus_angle(x: Any) -> Any:
    """The largest angle between a token and the mean direction, in radians.

    0 when all tokens agree; all digits of small angles are kept.  Where the mean of the directions
    vanishes it has no direction, and the value is pi.
    """
    u = directions(x)
    mean = u.mean(axis=-2, keepdims=True)
    lost = norms(mean)[..., 0] < 1e-14
    return namespace(x).where(lost, np.pi, angle(u, directions(mean)).max(axis=-1))


@observable
def distance_to_consensus(x: Any) -> Any:
    """The root mean square distance of tokens to their mean, without normalization.

    0 when all tokens are equal; sqrt(1 - 1/n) for orthonormal ones.
    """
    away = x - x.mean(axis=-2, keepdims=True)
    return namespace(x).sqrt((away * away).sum(axis=-1).mean(axis=-1))


@observable(axes=("bin",))
def cosine_histogram(x: Any, bins: int = 100) -> Any:
    """The density of the cosines of pairs of different tokens, in equal bins over [-1, 1].

    It integrates to one, sum_k density_k 2 / bins = 1, and vanishes for a single token.  Leading
    axes are looped over, so that memory stays bounded on long paths.
    """
    xp, n = namespace(x), x.shape[-2]
    u = directions(x)
    counts = [_pair_counts(u[index], bins) for index in np.ndindex(x.shape[:-2])]
    density = xp.stack(counts) * (bins / 2) / max(1, n * (n - 1))
    return density.reshape(*x.shape[:-2], bins)


def _pair_counts(u: Any, bins: int) -> Any:
    xp, n = namespace(u), u.shape[0]
    total = xp.zeros(bins)
    for rows in row_blocks(u):
        cosines = xp.clip(u[rows] @ u.mT, -1.0, 1.0)
        total = total + xp.histogram(cosines, bins=bins, range=(-1.0, 1.0))[0]
    # Every token met itself once, at cosine 1.
    return total - n * (xp.arange(bins) == bins - 1)
