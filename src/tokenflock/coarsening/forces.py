"""Pulls between sites: how tokens that share a place move, at any speed.

A site y_a holds tokens; the receiver at site a sees the mass c_ab of the tokens at site b:

    dy_a/dt = P_{y_a} sum_b w_ab V y_b,     w_ab = c_ab e^{beta <y_a, M y_b>} / Z_a,

with Z_a the sum of the numerators (softmax), or the visible mass sum_b c_ab (unnormalized).  Far
clusters move at speeds like 1e-40: pulls are formed pair by pair, P_{y_a} y_b = D + |D|^2 y_a / 2
with D = y_b - y_a, and weights in logarithms, so that every speed keeps its digits.  Velocities are
given in units of e^L, with L = `log_pace` of the order of the logarithm of the largest speed.
"""

from dataclasses import dataclass

import numpy as np

from tokenflock.attention import SelfAttention, Unnormalized

EPS = float(np.finfo(float).eps)
LARGEST_EXPONENT = 300.0  # e^300 times the speed of the others is infinitely stiff already


@dataclass(frozen=True)
class Law:
    """What attention does to unit tokens: beta, M = Q^T K and V by head (None: I), weighting.

    `log_unit` is the logarithm of the unit of time.  With weighting 'unnormalized' the weights are
    e^{beta (<x, M y> - 1)} over the visible mass, that is, time is measured in units of e^-beta.
    """

    beta: float
    qk: np.ndarray | None = None
    ov: np.ndarray | None = None
    weighting: str = "softmax"
    log_unit: float = 0.0

    @property
    def normalized(self) -> bool:
        return self.weighting == "softmax"

    @property
    def rounding(self) -> float:
        """The relative error of a weight: logits round, and the exponential magnifies that."""
        size = 1.0 if self.qk is None else float(np.abs(self.qk).sum(axis=-1).max())
        return (8 + 4 * abs(self.beta) * size) * EPS


def law_of(attention: SelfAttention) -> Law:
    """The law of softmax or unnormalized attention."""
    qk, ov = (None if m is None else np.asarray(m) for m in (attention.qk, attention.ov))
    beta, weighting = float(attention.beta), attention.weighting
    if not isinstance(weighting, Unnormalized):
        return Law(beta, qk, ov)
    return Law(beta, qk, ov, "unnormalized", beta - abs(beta) if weighting.scaled else beta)


def positive(beta: float, qk: np.ndarray | None, d: int) -> tuple[float, np.ndarray | None]:
    """beta >= 0 and M with the same beta M: -M takes over the sign."""
    if beta >= 0:
        return beta, qk
    return -beta, -np.eye(d)[None] if qk is None else -qk


@dataclass(frozen=True)
class Pairs:
    """Receivers x_a and sites y_b pair by pair: D = y_b - x_a, |D|^2, and log weights by head.

    Unless said otherwise the receivers are the sites.
    """

    x: np.ndarray
    y: np.ndarray
    difference: np.ndarray
    square: np.ndarray
    log_weight: np.ndarray
    values: np.ndarray | None  # V_h y_b, (heads, b, d); None for V = I
    rounding: float  # of a weight, relative


def pairs(
    law: Law, y: np.ndarray, log_counts: np.ndarray, receivers: np.ndarray | None = None
) -> Pairs:
    """All pairs of sites y (..., m, d), of which a sees the mass e^log_counts[a, b] at b."""
    x = y if receivers is None else receivers
    difference = y[..., None, :, :] - x[..., :, None, :]
    square = np.einsum("...k,...k->...", difference, difference)
    logits = -law.beta / 2 * square[..., None, :, :]
    if law.qk is not None:
        keys = np.einsum("hkl,...bl->...hbk", law.qk, y)
        logits = law.beta * (np.einsum("...ak,...hbk->...hab", x, keys) - 1)
    values = None if law.ov is None else np.einsum("hkl,...bl->...hbk", law.ov, y)
    log_weight = _log_weight(law, logits, log_counts)
    return Pairs(x, y, difference, square, log_weight, values, law.rounding)


def log_weights(law: Law, y: np.ndarray, log_counts: np.ndarray) -> np.ndarray:
    """The logarithms of the weights between sites y (m, d), (heads, m, m), by a product."""
    queries = y[None] if law.qk is None else y @ law.qk
    return _log_weight(law, law.beta * (queries @ y.T - 1), log_counts)


def _log_weight(law: Law, logits: np.ndarray, log_counts: np.ndarray) -> np.ndarray:
    numerators = logits + log_counts
    seen = numerators if law.normalized else np.broadcast_to(log_counts, numerators.shape)
    return numerators - _log_sum(seen) + law.log_unit


def _log_sum(logs: np.ndarray) -> np.ndarray:
    top = logs.max(axis=-1, keepdims=True)
    return top + np.log(np.exp(logs - top).sum(axis=-1, keepdims=True))


def across(at: Pairs) -> np.ndarray:
    """The pull P_{x_a} V_h y_b of every pair, (..., heads, a, b, d); what is rounding is zero."""
    if at.values is None:
        pull = at.difference + at.square[..., None] / 2 * at.x[..., :, None, :]
        # Opposite sites pull each other nowhere.
        pull = _without_rounding(pull, 2.0) if at.square.max(initial=0.0) > 3.99 else pull
        return pull[..., None, :, :, :]
    v = at.values[..., None, :, :]
    along = np.einsum("...ak,...hbk->...hab", at.x, at.values)
    pull = v - along[..., None] * at.x[..., None, :, None, :]
    return _without_rounding(pull, 4 * float(length(v).max(initial=0.0)))


def _without_rounding(pull: np.ndarray, size: float) -> np.ndarray:
    return np.where(length(pull)[..., None] > 2 * EPS * size, pull, 0.0)


def length(v: np.ndarray) -> np.ndarray:
    """The Euclidean norm over the last axis, which is short: einsum is faster than a reduction."""
    return np.sqrt(np.einsum("...k,...k->...", v, v))


def log_pace(law: Law, at: Pairs, apart: np.ndarray | None = None) -> np.ndarray:
    """The logarithm of the pace, a rate: the total weight between different sites,

        pace = sum_{a != b} w_ab |V| + sum_a w_aa |P_{y_a} V y_a|     (the last for V other than I).

    No site is faster.  Smooth, of the order of the largest speed while sites are apart, and never
    0 when two meet.  Only the pairs where `apart` is true count, if it is given.
    """
    counted = ~np.eye(at.y.shape[-2], dtype=bool) if apart is None else apart
    log_weight = np.where(counted, at.log_weight, -np.inf)
    if law.ov is None:
        return _log_total(log_weight)
    drift = np.diagonal(length(across(at)), axis1=-2, axis2=-1)
    own = np.diagonal(at.log_weight, axis1=-2, axis2=-1)
    size = np.linalg.norm(law.ov, 2, axis=(-2, -1))[:, None, None]
    with np.errstate(divide="ignore"):
        parts = _log_total(log_weight + np.log(size)), _log_total((own + np.log(drift))[..., None])
    return np.logaddexp(*parts)


def _log_total(logs: np.ndarray) -> np.ndarray:
    """The logarithm of the sum over heads and pairs."""
    logs = logs.reshape(*logs.shape[:-3], -1)
    top = np.maximum(logs.max(axis=-1, keepdims=True), -1e15)
    with np.errstate(divide="ignore"):
        return (top + np.log(np.exp(logs - top).sum(axis=-1, keepdims=True)))[..., 0]


def velocity(at: Pairs, scale: np.ndarray) -> np.ndarray:
    """The velocities of the sites (..., m, d) in units of e^scale.

    A net pull that is rounding against the pulls it is made of is zero: symmetric configurations
    stay where they are.
    """
    pull, weight = across(at), weights(at, scale)
    net = np.einsum("...hab,...habk->...ak", weight, pull)
    total = np.einsum("...hab,...hab->...a", weight, length(pull))
    return np.where((length(net) > at.rounding * total)[..., None], net, 0.0)


def weights(at: Pairs, scale: np.ndarray | float) -> np.ndarray:
    """The weights w_ab in units of e^scale."""
    logs = at.log_weight - np.asarray(scale)[..., None, None, None]
    return np.exp(np.minimum(logs, LARGEST_EXPONENT))


def frames(y: np.ndarray) -> np.ndarray:
    """Orthonormal bases of the tangent spaces, (m, d, d - 1), by a reflection of the axes.

    The reflection that takes the first axis to -+y takes the others to an orthonormal basis.
    """
    m, d = y.shape
    sign = np.where(y[:, :1] >= 0, 1.0, -1.0)
    mirror = np.concatenate([y[:, :1] + sign, y[:, 1:]], axis=1)
    mirror /= np.linalg.norm(mirror, axis=1, keepdims=True)
    basis = np.broadcast_to(np.eye(d)[:, 1:], (m, d, d - 1))
    return basis - 2 * mirror[:, :, None] * mirror[:, None, 1:]
