"""The attention of one layer in numbers, one for each head, from sums over the rows.

With m_i tokens in sight of token i, logits l_ij and weights w_ij,

    H_i = lse_i - sum_j w_ij l_ij,      lse_i = log sum_j exp l_ij,      sink_i = w_i0.

Who holds logits hands over rows as they come, and no weight is kept.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float

LARGEST = 60.0  # log E beyond which another token weighs nothing
SUMS = (
    "entropy", "room", "first", "others", "rest", "rest_room", "spread", "odds", "gap",
    "gap_square",
)  # fmt: skip
LEAST = 1e-37  # weights below are not told apart: single precision has no smaller ones


@dataclass(frozen=True)
class HeadSums:
    """Sums over the rows of a layer, (heads,) each, and those over columns, (heads, n).

    entropy, room: of H_i and log m_i.  first, others: of w_i0 over later tokens, and their number.
    rest, rest_room: of -sum_j w_ij log(w_ij / (1 - w_i0)) over j > 0, and (1 - w_i0) log(m_i - 1):
    the attention that the first token does not get.  spread: of the deviation of a row's logits.
    odds: of log w_i0 / (1 - w_i0) over later tokens; gap, gap_square: of the same against a mean
    other token, log w_i0 (m_i - 1) / (1 - w_i0), and its square.  received: of w_ij over i.
    """

    entropy: Any
    room: Any
    first: Any
    others: Any
    rest: Any
    rest_room: Any
    spread: Any
    odds: Any
    gap: Any
    gap_square: Any
    received: Any
    rows: float
    largest_logit: Any


def head_measures(sums: HeadSums) -> dict[str, np.ndarray]:
    """Measures (heads,) from sums: entropy in nats and relative to log m, shares, logits.

    `relative_entropy` is 1 where all tokens in sight weigh alike, 0 where one has all; so is
    `rest_entropy`, of what the first token does not get.  `first_share` is what later tokens give
    the first, `top_share` what all give the token that gets most, `top_token`.  `first_odds` is the
    mean over later tokens of the logarithm of the odds that they look at the first, `odds_spread`
    its deviation from one to the next: 0 where a head gives the first the same, whoever asks.
    """
    s = {name: np.asarray(getattr(sums, name), float) for name in SUMS}
    received = np.asarray(sums.received, float) / sums.rows
    return {
        "entropy": s["entropy"] / sums.rows,
        "relative_entropy": _ratio(s["entropy"], s["room"]),
        "rest_entropy": np.clip(_ratio(s["rest"], s["rest_room"]), 0.0, None),
        "first_share": _ratio(s["first"], s["others"]),
        "first_odds": _ratio(s["odds"], s["others"]),
        "odds_spread": _deviation(s["gap"], s["gap_square"], s["others"]),
        "top_share": received.max(axis=-1),
        "top_token": received.argmax(axis=-1).astype(float),
        "largest_logit": np.asarray(sums.largest_logit, float),
        "logit_spread": s["spread"] / sums.rows,
    }


def _ratio(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a / b, nan where nothing was summed."""
    return np.where(b > 0, a / np.where(b > 0, b, 1.0), np.nan)


def _deviation(total: np.ndarray, square: np.ndarray, count: np.ndarray) -> np.ndarray:
    """The deviation of a sample of so many from its sums; nan where there are not two."""
    some = np.where(count > 1, count, np.nan)
    return np.sqrt(np.clip(square - total**2 / some, 0.0, None) / (some - 1))


def log_odds(xp: Any, first: Any, others: Any) -> Any:
    """log first / others, of weights that may both have vanished."""
    return xp.log(xp.clip(first, LEAST, None)) - xp.log(xp.clip(others, LEAST, None))


def sums_of_weights(w: np.ndarray) -> HeadSums:
    """The sums of given weights (run, heads, n, m); logits are known up to a constant per row.

    A weight of zero counts as out of sight.
    """
    seen = w > 0
    m = seen.sum(axis=-1)
    log_w = np.log(np.where(seen, w, 1.0))
    first, later = w[..., 0], np.arange(w.shape[-2]) > 0
    others = w[..., 1:].sum(axis=-1)
    rest = others * np.log(np.where(others > 0, others, 1.0)) - (w * log_w)[..., 1:].sum(axis=-1)
    entropy = rest + binary_entropy(np, first, others)
    mean = log_w.sum(axis=-1) / np.maximum(m, 1)
    square = (log_w**2).sum(axis=-1) / np.maximum(m, 1) - mean**2
    total, room = _over_rows, np.log(np.maximum(m, 1))
    odds = log_odds(np, first, others) * later
    gap = (odds + np.log(np.maximum(m - 1, 1))) * later
    return HeadSums(
        entropy=total(entropy),
        room=total(room),
        first=total(first * later),
        others=total(later * np.ones_like(first)),
        rest=total(rest),
        rest_room=total(others * np.log(np.maximum(m - 1, 1))),
        spread=total(np.sqrt(np.clip(square, 0.0, None))),
        odds=total(odds),
        gap=total(gap),
        gap_square=total(gap * gap),
        received=w.sum(axis=(0, -2)),
        rows=float(w.shape[0] * w.shape[-2]),
        largest_logit=np.full(w.shape[1], np.nan),
    )


def _over_rows(values: np.ndarray) -> np.ndarray:
    return values.sum(axis=(0, -1))


def binary_entropy(xp: Any, p: Any, q: Any) -> Any:
    """-p log p - q log q in nats, q = 1 - p, with 0 log 0 = 0.

    Of whichever is small all digits are kept, if the caller has them.
    """
    return -p * _log(xp, p, q) - q * _log(xp, q, p)


def _log(xp: Any, p: Any, q: Any) -> Any:
    """log p = log(1 - q), by the smaller of the two."""
    return xp.where(q < 0.5, xp.log1p(-xp.clip(q, 0.0, 0.5)), xp.log(xp.where(p > 0, p, 1.0)))


def equiangular_beta(
    relative_entropy: Float[np.ndarray, "*shape"], rho: Float[np.ndarray, "*shape"], n: int
) -> Float[np.ndarray, "*shape"]:
    """The beta at which n equiangular tokens of cosine rho attend with a given entropy / log n.

    Q = K = I: the own token weighs E / (E + n - 1), E = e^(beta (1 - rho)), any other 1 / (E + n -
    1).  0 for uniform attention, 1 / (1 - rho) log n where attention changes (arXiv:2510.05554).
    """
    target = np.clip(relative_entropy, 0.0, 1.0) * np.log(n)
    low, width = np.zeros_like(target), LARGEST
    for _ in range(60):  # entropy falls with log E: bisection, to rounding
        width = width / 2
        others = (n - 1) * np.exp(-(low + width))
        own = 1 / (1 + others)
        entropy = binary_entropy(np, own, 1 - own) + (1 - own) * np.log(n - 1)
        low = np.where(entropy > target, low + width, low)
    return low / np.maximum(1 - rho, 1e-9)
