"""Weightings: how the scores of a row become its weights.

    softmax        w_ij = m_j e^{l_ij} / sum_k m_k e^{l_ik},     l_ij = beta <x_i, M x_j>
    unnormalized   w_ij = m_j e^{l_ij} / sum_k m_k
    hardmax        w_ij ~ m_j over the j with the largest score
    Sinkhorn       w_ij = a_i m_j e^{l_ij} b_j with rows that sum to one, and m-weighted columns too

j and k run over the tokens that i may see.  A weighting has two parts: `rows`, and `total`, what
they are multiplied by.
"""

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

import equinox as eqx
import numpy as np
from jaxtyping import Array, Bool, Float

from tokenflock._jax import jnp
from tokenflock.attention import dense, doubly_stochastic
from tokenflock.attention.attention import Tokens
from tokenflock.attention.masks import Causal, Explicit, Full, Mask, Window, visible_pairs
from tokenflock.attention.nameable import Nameable
from tokenflock.errors import InputError
from tokenflock.spec import registry
from tokenflock.spec.vocabulary import check_weighting

Scores = Float[Array, "... heads n n"]
Masses = Float[Array, "... n"] | None
Seen = Bool[Array, "... n n"]

TIE = 1e-12  # scores closer than this, relative to the largest there can be, are tied


class Weighting(eqx.Module, metaclass=Nameable):
    """How scores become weights.

    One of your own says what its `rows` are; nothing else is taken for granted.  With a name it
    serves in specs, sweeps and on the command line:

    >>> class Sigmoid(tkf.Weighting, name="sigmoid"):
    ...     def rows(self, scores, scale, seen, masses):
    ...         w = jnp.where(seen, 1 / (1 + jnp.exp(-scale * scores)), 0.0)
    ...         return w / w.sum(axis=-1, keepdims=True)
    >>> tkf.Flow(tkf.SelfAttention(beta=0.0, weighting="sigmoid"))(0.0, np.eye(2))
    Array([[0. , 0.5],
           [0.5, 0. ]], dtype=float64)

    `exponential` promises that rows are a softmax, which kernels evaluate without an n x n matrix;
    `from_differences` that rows sum to one and follow from differences between their scores.
    """

    exponential: ClassVar[bool] = False
    from_differences: ClassVar[bool] = False

    @abstractmethod
    def rows(self, scores: Scores, scale: Array, seen: Seen, masses: Masses) -> Scores:
        """The weights for the logits scale * scores, scale >= 0; zero where not `seen`."""

    def sight(self, x: Tokens, seen: Seen) -> Seen:
        """Which tokens each token looks at, of those the mask lets it see."""
        return seen

    def total(self, log_z: Array, beta: Array) -> Array | None:
        """What the rows are multiplied by; None for one.

        log_z is the logarithm of the mean of e^l over the mass a token sees.
        """
        return None

    def check(self, mask: Mask, n: int | None = None) -> None:
        """Raise `InputError` where the weighting is not defined for a mask, of n tokens if given.

        Called when an attention is made, and again once the number of tokens is known.
        """

    @classmethod
    def take_name(cls, name: str | None) -> None:
        """Let a name stand for a new class."""
        if name is not None:
            registry.register("weighting", name, cls)

    if TYPE_CHECKING:

        def __init_subclass__(cls, *, name: str | None = None) -> None: ...


class Softmax(Weighting, name="softmax"):
    """Weights e^l normalized over what a token sees (SA)."""

    exponential: ClassVar[bool] = True
    from_differences: ClassVar[bool] = True

    def rows(self, scores: Scores, scale: Array, seen: Seen, masses: Masses) -> Scores:
        return dense.softmax(scores, scale, seen, masses)


class Unnormalized(Weighting, name="unnormalized"):
    """Weights e^l over the mass a token sees, n for full attention (USA).

    `scaled` divides them by e^|beta|, which slows time down by that factor: for Q = K = I they are
    then at most one, and no beta overflows.
    """

    exponential: ClassVar[bool] = True
    scaled: bool = eqx.field(static=True, default=False)

    def rows(self, scores: Scores, scale: Array, seen: Seen, masses: Masses) -> Scores:
        return dense.softmax(scores, scale, seen, masses)

    def total(self, log_z: Array, beta: Array) -> Array:
        return jnp.exp(log_z - jnp.where(beta < 0, -beta, beta) if self.scaled else log_z)


class Hardmax(Weighting, name="hardmax"):
    """Equal weights for the tokens with the largest score, ties included: the limit beta -> +oo.

    With `others` a token never looks at those that stand where it stands (arXiv:2512.01868).
    """

    from_differences: ClassVar[bool] = True
    others: bool = eqx.field(static=True, default=False)

    def sight(self, x: Tokens, seen: Seen) -> Seen:
        if not self.others:
            return seen
        gap = jnp.abs(x[..., :, None, :] - x[..., None, :, :]).max(axis=-1)
        elsewhere = seen & (gap > TIE * jnp.abs(x).max())
        # Who sees nobody elsewhere looks at those beside it.
        return jnp.where(elsewhere.any(axis=-1, keepdims=True), elsewhere, seen)

    def rows(self, scores: Scores, scale: Array, seen: Seen, masses: Masses) -> Scores:
        top = jnp.max(scores, axis=-1, where=seen, initial=-jnp.inf, keepdims=True)
        mass = 1.0 if masses is None else masses[..., None, None, :]
        w = jnp.where(seen & (scores >= top - TIE), mass, 0.0)
        return w / w.sum(axis=-1, keepdims=True)


class Sinkhorn(Weighting, name="sinkhorn"):
    """Doubly stochastic weights (arXiv:2110.11773): what each token gives equals what it gets,

        sum_j w_ij = 1,     sum_i m_i w_ij = m_j,

    both to rounding.
    """

    from_differences: ClassVar[bool] = True

    def rows(self, scores: Scores, scale: Array, seen: Seen, masses: Masses) -> Scores:
        return doubly_stochastic.balanced(scores, scale, seen, masses)

    def check(self, mask: Mask, n: int | None = None) -> None:
        if type(mask) in (Causal, Window):
            raise InputError(
                "`weighting='sinkhorn'` needs tokens that see each other: the only doubly "
                "stochastic matrix under a causal mask is the identity, and nothing would move. "
                "Use `mask='full'`."
            )
        n = len(mask.array) if type(mask) is Explicit else n
        if type(mask) is not Full and n is not None:
            doubly_stochastic.check_support(np.asarray(visible_pairs(mask, n)))


softmax = Softmax()
unnormalized = Unnormalized()
hardmax = Hardmax()
sinkhorn = Sinkhorn()

# Words that are no name of a class with a number.
VARIANTS: dict[str, Weighting] = {
    "unnormalized:scaled": Unnormalized(scaled=True),
    "hardmax:others": Hardmax(others=True),
}


def as_weighting(weighting: Any) -> Weighting:
    """The weighting that a name or an object stands for."""
    if isinstance(weighting, Weighting):
        return weighting
    word = check_weighting(weighting)
    found: Weighting = VARIANTS[word] if word in VARIANTS else registry.build("weighting", word)
    return found
