"""The shape of an attention matrix P (..., n, n): its rank, and how decided its rows are.

Ranks may be those of the tokens (..., n, d) themselves.
"""

from typing import Any

from tokenflock.observables.decorator import MATRIX, TOKENS, namespace, observable


@observable(over=(MATRIX, TOKENS))
def numerical_rank(P: Any, tol: float | None = None) -> Any:
    """The number of singular values above `tol`, by default n eps times the largest (as NumPy).

    n for the identity, 1 when all rows agree, 2 for two groups of rows.
    """
    xp = namespace(P)
    s = xp.linalg.svdvals(P)
    least = s.max(axis=-1, keepdims=True) * max(P.shape[-2:]) * xp.finfo(s.dtype).eps
    return (s > (least if tol is None else tol)).sum(axis=-1)


@observable(over=(MATRIX, TOKENS))
def effective_rank(P: Any) -> Any:
    """The exponential of the Shannon entropy of the normalized singular values,

        exp(-sum_k p_k log p_k),     p_k = s_k / sum_l s_l.

    n for the identity, 1 for a matrix of rank one, between them without a threshold.

    >>> print(f"{tkf.effective_rank(np.diag([1.0, 1.0, 0.0])):.3f}")
    2.000
    """
    xp = namespace(P)
    s = xp.linalg.svdvals(P)
    return xp.exp(_shannon(s / s.sum(axis=-1, keepdims=True)))


@observable(over=(MATRIX,))
def attention_entropy(P: Any) -> Any:
    """The mean Shannon entropy of the rows in nats, -1/n sum_ij P_ij log P_ij, 0 log 0 = 0.

    0 when every token attends to one token, log n when it attends to all alike.

    >>> print(f"{tkf.attention_entropy(np.full((4, 4), 0.25)):.6f} {np.log(4):.6f}")
    1.386294 1.386294
    """
    return _shannon(P).mean(axis=-1)


@observable(over=(MATRIX,))
def distance_to_boolean(P: Any) -> Any:
    """How far the least decided row is from choosing one token, max_i (1 - max_j P_ij).

    0 for a Boolean matrix, 1 - 1/n when some row is uniform (arXiv:2305.05465).
    """
    return (1 - P.max(axis=-1)).max(axis=-1)


def _shannon(p: Any) -> Any:
    xp = namespace(p)
    return -(p * xp.log(xp.where(p > 0, p, 1.0))).sum(axis=-1)
