"""What moves causal tokens, as plain arrays."""

import functools
from dataclasses import dataclass, replace

import numpy as np
from jaxtyping import Bool, Float, Int

from tokenflock.attention import SelfAttention, Unnormalized
from tokenflock.attention.masks import Causal, Window, visible_pairs
from tokenflock.coarsening.forces import positive
from tokenflock.fields import Flow


@dataclass(frozen=True, kw_only=True)
class CausalLaw:
    """What moves causal tokens: w_kj = mass_j e^{beta <x_k, M x_j>}, over their sum (softmax), or

    over e^log_seen_k (unnormalized).  None stands for the identity, for softmax, for all tokens
    from `first` on, and for tokens that are free.
    """

    beta: float
    qk: Float[np.ndarray, "heads d d"] | None
    ov: Float[np.ndarray, "heads d d"] | None
    mass: Float[np.ndarray, " n"]
    log_seen: Float[np.ndarray, " n"] | None
    first: Int[np.ndarray, " n"]
    visible: Int[np.ndarray, "n n"] | None
    frozen: Int[np.ndarray, " n"] | None

    @functools.cached_property
    def sizes(self) -> Float[np.ndarray, " heads"]:
        """|V| of every head."""
        heads = 1 if self.qk is None else len(self.qk)
        return np.ones(heads) if self.ov is None else np.linalg.norm(self.ov, 2, axis=(-2, -1))

    @functools.cached_property
    def steepness(self) -> float:
        """How much logits change at most when a token moves by one: |beta M|."""
        largest = 1.0 if self.qk is None else np.linalg.norm(self.qk, 2, axis=(-2, -1)).max()
        return abs(self.beta) * float(largest)

    @property
    def seen(self) -> Bool[np.ndarray, "n n"]:
        """Who sees whom."""
        index = np.arange(len(self.mass))
        seen = (index <= index[:, None]) & (index >= self.first[:, None])
        return seen if self.visible is None else seen & (self.visible != 0)

    @property
    def counts(self) -> Float[np.ndarray, "n n"]:
        """The mass that k sees at j."""
        return self.seen * self.mass


def causal_law(flow: Flow, n: int) -> CausalLaw:
    """The law of n tokens of a flow none of which sees a later one."""
    attention: SelfAttention = flow.attention.at(0.0)
    masses = attention.sender_masses(n)
    qk, ov = _matrices(attention)
    first, visible = _sight(attention, n)
    return CausalLaw(
        beta=float(attention.beta), qk=qk, ov=ov,
        mass=np.ones(n) if masses is None else np.asarray(masses),
        log_seen=_log_seen(attention, n), first=first, visible=visible,
        frozen=None if flow.frozen is None else np.asarray(flow.frozen).astype(np.int64),
    )  # fmt: skip


def _matrices(attention: SelfAttention) -> tuple[np.ndarray | None, np.ndarray | None]:
    """M and V of every head; with Q = K = I heads have equal weights, and their V add up."""
    qk, ov = (None if m is None else np.asarray(m) for m in (attention.qk, attention.ov))
    if qk is None:
        return None, None if ov is None else ov.sum(axis=0, keepdims=True)
    heads = attention.heads
    qk = np.broadcast_to(qk, (heads, *qk.shape[1:]))
    return qk, None if ov is None else np.broadcast_to(ov, (heads, *ov.shape[1:]))


def _log_seen(attention: SelfAttention, n: int) -> np.ndarray | None:
    weighting = attention.weighting
    if not isinstance(weighting, Unnormalized):
        return None
    scaled = abs(float(attention.beta)) if weighting.scaled else 0.0
    return np.asarray(attention.log_seen(n)) + scaled


def _sight(attention: SelfAttention, n: int) -> tuple[np.ndarray, np.ndarray | None]:
    """The first token that each may see, and who sees whom where that does not say it."""
    mask = attention.mask
    if isinstance(mask, Causal):
        return np.zeros(n, np.int64), None
    if isinstance(mask, Window):
        return np.maximum(np.arange(n) - int(mask.width) + 1, 0), None
    seen = np.asarray(visible_pairs(mask, n))
    return seen.argmax(axis=1), seen.astype(np.int64)


def with_positive_beta(law: CausalLaw, d: int) -> CausalLaw:
    """The same law with beta >= 0, for kernels that see logits from the largest only with an M."""
    beta, qk = positive(law.beta, law.qk, d)
    return replace(law, beta=beta, qk=qk)


def time_unit(law: CausalLaw, x: np.ndarray) -> float:
    """The time that tokens at x need to approach each other when they are close,

        1 / max_k sum_h |V_h| sum_j w^h_kj:

    1 for V = I and softmax; unnormalized weights grow like e^beta.
    """
    if law.log_seen is None:
        return 1 / max(float(law.sizes.sum()), 1e-300)
    matrices = [None] if law.qk is None else law.qk
    with np.errstate(divide="ignore"):
        log_counts = np.log(law.counts)
    totals = [np.exp(_log_totals(law, x, M, log_counts)) for M in matrices]
    return 1 / max(float((law.sizes[:, None] * totals).sum(axis=0).max()), 1e-300)


def _log_totals(
    law: CausalLaw, x: np.ndarray, M: np.ndarray | None, log_counts: np.ndarray
) -> np.ndarray:
    """log sum_j mass_j e^{beta <x_k, M x_j>} - log_seen_k, over what each token sees."""
    assert law.log_seen is not None
    logits = (law.beta * (x if M is None else x @ M)) @ x.T
    logits += log_counts
    top = logits.max(axis=1)
    logits -= top[:, None]
    return np.log(np.exp(logits, out=logits).sum(axis=1)) + top - law.log_seen
