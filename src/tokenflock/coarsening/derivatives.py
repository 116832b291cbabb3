"""The derivative of the pulls between sites, in bases of the tangent spaces, in units of e^scale.

With A_a = sum_b w_ab V y_b and bases E_a, the sites y_a + E_a u_a obey du/dt = J u to first order,

    J_ab = E_a' (dA_a / dy_b) E_b - delta_ab <y_a, A_a>.

For V = I the terms of order one cancel in the diagonal and are left out, so that J keeps its digits
when all rates are like 1e-40.
"""

import math

import numpy as np

from tokenflock.coarsening.forces import (
    EPS,
    Law,
    Pairs,
    frames,
    length,
    log_pace,
    log_weights,
    pairs,
    weights,
)  # fmt: skip


def jacobian(
    law: Law, y: np.ndarray, log_counts: np.ndarray, bases: np.ndarray, scale: float
) -> np.ndarray:
    """J as a matrix (m (d - 1), m (d - 1)) in units of e^scale."""
    at, m = pairs(law, y, log_counts), len(y)
    blocks = _sent(law, at, bases, scale)
    own = np.arange(m)
    blocks[own, :, own, :] += _received(law, at, bases, scale)
    blocks[own, :, own, :] += _turned(law, at, bases, scale)
    size = m * bases.shape[-1]
    return blocks.reshape(size, size)


def own_blocks(J: np.ndarray, p: int) -> np.ndarray:
    """What J (m p, m p) does to every site alone, (m, p, p)."""
    own = np.arange(len(J) // p)
    return J.reshape(len(own), p, len(own), p)[own, :, own, :]


def without_rounding_within(J: np.ndarray, p: int) -> np.ndarray:
    """J (m p, m p) without entries between directions of one site that are rounding there."""
    own = np.arange(len(J) // p)
    blocks = J.reshape(len(own), p, len(own), p).copy()
    within = blocks[own, :, own, :]
    top = np.abs(within).max(axis=(1, 2), keepdims=True, initial=0.0)
    blocks[own, :, own, :] = np.where(np.abs(within) > 8 * EPS * top, within, 0.0)
    return blocks.reshape(J.shape)


def pace_gradient(law: Law, at: Pairs, bases: np.ndarray, apart: np.ndarray) -> np.ndarray:
    """The derivative of the logarithm of the pace of the pairs `apart` by u, (m (d - 1),)."""
    scale = log_pace(law, at, apart)
    weight, share = weights(at, scale) * apart, weights(at, law.log_unit)
    keys, queries = _keys(law, at, bases), _queries(law, at, bases)
    sent = weight
    if law.normalized:
        keys = keys - np.einsum("hab,habp->hap", share, keys)[:, :, None]
        sent = weight - weight.sum(axis=-1, keepdims=True) * share
    gradient = np.einsum("hab,habp->ap", weight, keys) + np.einsum("hab,habp->bp", sent, queries)
    return law.beta * gradient.ravel()


def transversal(law: Law, y: np.ndarray, log_counts: np.ndarray) -> np.ndarray:
    """The rate, (m,), at which two tokens of a site separate at most; negative: they approach.

    Both see the same tokens, so only their place as receivers differs: the largest eigenvalue of
    the symmetric part of E' (dA_a / dx_a) E - <y_a, A_a>, with all senders fixed.  With the moments
    m_a = sum_b w_ab y_b and S_a = sum_b w_ab y_b y_b',

        dA_a / dx_a = beta V (S_a - m_a m_a' / sum_b w_ab) M'     (without m_a m_a': unnormalized).
    """
    weight, bases = np.exp(log_weights(law, y, log_counts)), frames(y)
    eye = np.eye(y.shape[1])[None]
    qk, ov = (eye if matrix is None else matrix for matrix in (law.qk, law.ov))
    mean = weight @ y
    spread = (weight @ _squares(y)).reshape(*mean.shape, y.shape[1])
    if law.normalized:
        spread = spread - mean[..., None] * mean[..., None, :] * math.exp(-law.log_unit)
    derivative = law.beta * np.einsum("hkl,halm,hnm->akn", *_by_head(ov, spread, qk), optimize=True)
    along = np.einsum("ak,hkl,hal->a", y, *_by_head(ov, mean), optimize=True)
    rate = np.einsum("akp,akl,alq->apq", bases, derivative, bases, optimize=True)
    rate = rate - along[:, None, None] * np.eye(bases.shape[-1])
    return np.linalg.eigvalsh((rate + rate.mT) / 2).max(axis=-1, initial=-np.inf)


def _squares(y: np.ndarray) -> np.ndarray:
    return (y[:, :, None] * y[:, None]).reshape(len(y), -1)


def _by_head(*parts: np.ndarray) -> list[np.ndarray]:
    """The parts, of which some may have one head for all."""
    heads = max(map(len, parts))
    return [np.broadcast_to(part, (heads, *part.shape[1:])) for part in parts]


def _in_bases(at: Pairs, bases: np.ndarray) -> np.ndarray:
    """E_a' V_h y_b, (heads, a, b, d - 1); zero at b = a for V = I."""
    if at.values is None:
        return np.einsum("akp,abk->abp", bases, at.difference)[None]
    values = np.einsum("akp,hbk->habp", bases, at.values)
    return _without_rounding(values, float(length(at.values).max()))


def _without_rounding(entries: np.ndarray, size: float) -> np.ndarray:
    """The entries, but zero where they are rounding: in units of a slow pace it would be huge."""
    return np.where(np.abs(entries) > 8 * EPS * size, entries, 0.0)


def _keys(law: Law, at: Pairs, bases: np.ndarray) -> np.ndarray:
    """E_a' M_h y_b, the direction in which a moves to raise its logit with b."""
    if law.qk is None:
        return np.einsum("akp,abk->abp", bases, at.difference)[None]
    return np.einsum("akp,hbk->habp", bases, np.einsum("hkl,bl->hbk", law.qk, at.y))


def _queries(law: Law, at: Pairs, bases: np.ndarray) -> np.ndarray:
    """E_b' M_h' y_a, the direction in which b moves to raise its logit with a."""
    if law.qk is None:
        return -np.einsum("bkp,abk->abp", bases, at.difference)[None]
    return np.einsum("bkp,hak->habp", bases, np.einsum("hlk,al->hak", law.qk, at.y))


def _received(law: Law, at: Pairs, bases: np.ndarray, scale: float) -> np.ndarray:
    """beta sum_b w_ab (E' V y_b) (E' M y_b - mean)': a moves and sees the others otherwise."""
    weight, keys = weights(at, scale), _keys(law, at, bases)
    if law.normalized:
        keys = keys - np.einsum("hab,habp->hap", weights(at, law.log_unit), keys)[:, :, None]
    values = _in_bases(at, bases)
    weighted = weight[..., None] * values
    return law.beta * _heads_sum("habp,habq->apq", weighted, keys)


def _sent(law: Law, at: Pairs, bases: np.ndarray, scale: float) -> np.ndarray:
    """w_ab (E_a' V E_b + beta (E_a' V y_b - mean) (E_b' M' y_a)'): b moves and is seen otherwise.

    The term w_aa E_a' V E_a stands in `_turned`.
    """
    weight, queries = weights(at, scale), _queries(law, at, bases)
    weighted = weight[..., None] * _in_bases(at, bases)
    if law.normalized:
        mean = weighted.sum(axis=-2, keepdims=True)
        weighted = weighted - weights(at, law.log_unit)[..., None] * mean
    blocks = law.beta * _heads_sum("habp,habq->apbq", weighted, queries)
    apart = weight * (1 - np.eye(len(at.y)))
    if law.ov is None:
        return blocks + np.einsum("hab,akp,bkq->apbq", apart, bases, bases, optimize=True)
    return blocks + np.einsum("hab,akp,hkl,blq->apbq", apart, bases, law.ov, bases, optimize=True)


def _turned(law: Law, at: Pairs, bases: np.ndarray, scale: float) -> np.ndarray:
    """w_aa E_a' V E_a - <y_a, A_a>, in which w_aa cancels for V = I."""
    weight, own = weights(at, scale), np.arange(len(at.y))
    apart, eye = weight * (1 - np.eye(len(at.y))), np.eye(bases.shape[-1])
    if law.ov is None or at.values is None:
        return -np.einsum("hab,ab->a", apart, 1 - at.square / 2)[:, None, None] * eye
    along = np.einsum("hab,ak,hbk->a", apart, at.y, at.values)
    itself = np.einsum("akp,hkl,alq->hapq", bases, law.ov, bases, optimize=True)
    itself = itself - np.einsum("ak,hak->ha", at.y, at.values)[..., None, None] * eye
    itself = _without_rounding(itself, float(length(at.values).max()))
    return np.einsum("ha,hapq->apq", weight[:, own, own], itself) - along[:, None, None] * eye


def _heads_sum(rule: str, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The contraction summed over heads, of which either side may have one for all."""
    heads = max(len(a), len(b))
    return np.einsum(rule, *(np.broadcast_to(v, (heads, *v.shape[1:])) for v in (a, b)))
