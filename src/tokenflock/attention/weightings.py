"""Weightings: how the scores of a row become its weights.

    softmax        w_ij = m_j e^{l_ij} / sum_k m_k e^{l_ik},     l_ij = beta <x_i, M x_j>
    unnormalized   w_ij = m_j e^{l_ij} / sum_k m_k
    hardmax        w_ij ~ m_j over the j with the largest score
    Sinkhorn       w_ij = a_i m_j e^{l_ij} b_j with rows that sum to one, and m-weighted columns too

j and k run over the tokens that i may see.  A weighting has two parts: `rows`, which sum to one and
do not change when a number is added to a row of scores, and `total`, what they are multiplied by.
"""

from abc import abstractmethod
from typing import Any, ClassVar

import equinox as eqx
import numpy as np
from jaxtyping import Array, Bool, Float

from tokenflock._jax import jnp
from tokenflock.attention import balance, dense
from tokenflock.attention.masks import Causal, Explicit, Mask, Window
from tokenflock.errors import InputError
from tokenflock.spec.vocabulary import check_weighting

Tokens = Float[Array, "... n d"]
Scores = Float[Array, "... heads n n"]
Masses = Float[Array, "... n"] | None
Seen = Bool[Array, "... n n"]

TIE = 1e-12  # scores closer than this, relative to the largest there can be, are tied


class Weighting(eqx.Module):
    """How scores become weights.

    Where `exponential`, rows are a softmax, which kernels evaluate without an n x n matrix.
    """

    exponential: ClassVar[bool] = True

    @abstractmethod
    def rows(
        self, s: Scores, scale: Array, seen: Bool[Array, "n n"], masses: Masses | None
    ) -> Scores:
        """Weights that sum to one over each row, for the logits scale * s."""

    def sight(self, x: Tokens, seen: Seen) -> Seen:
        """Whom each token looks at, of those the mask lets it see."""
        return seen

    def total(self, log_z: Array, beta: Array) -> Array | None:
        """What a row of weights sums to; None for one.

        log_z is the logarithm of the mean of e^l over the mass a token sees.
        """
        return None

    def check(self, mask: Mask) -> None:
        """Raise `InputError` where the weighting is not defined for a mask."""


class Softmax(Weighting):
    """Weights e^l normalized over what a token sees (SA)."""

    def rows(
        self, s: Scores, scale: Array, seen: Bool[Array, "n n"], masses: Masses | None
    ) -> Scores:
        return dense.softmax(s, scale, seen, masses)


class Unnormalized(Weighting):
    """Weights e^l over the mass a token sees, n for full attention (USA).

    `scaled` divides them by e^beta, which slows time down by that factor: for Q = K = I they are
    then at most one, and no beta overflows.
    """

    scaled: bool = eqx.field(static=True, default=False)

    def rows(
        self, s: Scores, scale: Array, seen: Bool[Array, "n n"], masses: Masses | None
    ) -> Scores:
        return dense.softmax(s, scale, seen, masses)

    def total(self, log_z: Array, beta: Array) -> Array:
        return jnp.exp(log_z - beta if self.scaled else log_z)


class Hardmax(Weighting):
    """Equal weights for the tokens with the largest score, ties included; beta plays no part.

    With `others` a token never looks at those that stand where it stands (arXiv:2512.01868).
    """

    exponential: ClassVar[bool] = False
    others: bool = eqx.field(static=True, default=False)

    def sight(self, x: Tokens, seen: Seen) -> Seen:
        if not self.others:
            return seen
        gap = jnp.abs(x[..., :, None, :] - x[..., None, :, :]).max(axis=-1)
        elsewhere = seen & (gap > TIE * jnp.abs(x).max())
        # Who sees nobody elsewhere looks at those beside it.
        return jnp.where(elsewhere.any(axis=-1, keepdims=True), elsewhere, seen)[..., None, :, :]

    def rows(
        self, s: Scores, scale: Array, seen: Bool[Array, "n n"], masses: Masses | None
    ) -> Scores:
        top = jnp.max(s, axis=-1, where=seen, initial=-jnp.inf, keepdims=True)
        mass = 1.0 if masses is None else masses[..., None, None, :]
        w = jnp.where(seen & (s >= top - TIE), mass, 0.0)
        return w / w.sum(axis=-1, keepdims=True)


class Sinkhorn(Weighting):
    """Doubly stochastic weights (arXiv:2110.11773): what each token gives equals what it gets,

        sum_j w_ij = 1,     sum_i m_i w_ij = m_j,

    both to rounding.
    """

    exponential: ClassVar[bool] = False

    def rows(
        self, s: Scores, scale: Array, seen: Bool[Array, "n n"], masses: Masses | None
    ) -> Scores:
        return balance.balanced(s, scale, seen, masses)

    def check(self, mask: Mask) -> None:
        if isinstance(mask, Causal | Window):
            raise InputError(
                "`weighting='sinkhorn'` needs tokens that see each other: the only doubly "
                "stochastic matrix under a causal mask is the identity, and nothing would move. "
                "Use `mask='full'`."
            )
        if isinstance(mask, Explicit):
            balance.check_support(np.asarray(mask.array))


softmax = Softmax()
unnormalized = Unnormalized()
hardmax = Hardmax()
sinkhorn = Sinkhorn()

NAMED: dict[str, Weighting] = {
    "softmax": softmax,
    "unnormalized": unnormalized,
    "unnormalized:scaled": Unnormalized(scaled=True),
    "hardmax": hardmax,
    "hardmax:others": Hardmax(others=True),
    "sinkhorn": sinkhorn,
}


def as_weighting(weighting: Any) -> Weighting:
    """The weighting that a name or an object stands for."""
    return weighting if isinstance(weighting, Weighting) else NAMED[check_weighting(weighting)]
