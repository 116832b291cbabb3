"""Self-attention as a weighted average of tokens.

    A_i = sum_h sum_j w^h_ij V_h x_j,
    w^h_ij = exp(beta <x_i, M_h x_j>) / sum_k exp(beta <x_i, M_h x_k>),

where M_h = Q_h^T K_h, h runs over the heads and j, k over the tokens that i may see.
"""

from typing import Any

import equinox as eqx
import numpy as np
from jaxtyping import Array, Float

from tokenflock._jax import jax, jnp
from tokenflock.attention import choose, dense, harmonic, native, operands
from tokenflock.attention.attention import Attention, Time, Tokens, TokensLike
from tokenflock.attention.masks import Mask, as_mask, full, seen_mass, visible_pairs
from tokenflock.attention.positions import Alibi, Position, Rotary, as_position
from tokenflock.attention.weightings import Weighting, as_weighting, softmax
from tokenflock.errors import InputError
from tokenflock.numerics.reals import reals

SLOW = 1e-10  # a thousand times the error of a harmonic sum


class SelfAttention(Attention):
    """Attention with fixed weights; identity matrices where none are given.

    `qk` is M = Q^T K and `ov` is V, each None, (d, d) or (heads, d, d); the heads are summed.  `qk`
    may also be the pair (Q, K) of (r, d) or (heads, r, d) matrices, which rotary positions need,
    and `ov` the pair (W_O, W_V) of (heads, d, r) and (heads, r, d) matrices with V = W_O W_V: no
    product is formed, and an average costs r / d of what it would.
    `beta` may be negative: tokens then look at those that score lowest, as with -M.
    `weighting` turns scores into weights, `masses` m_j > 0 multiply those of a sender, `position`
    lets them depend on the place in the sequence.  `kernel` says how the average is evaluated
    ('auto', 'native', 'harmonic' or 'dense'), not what it is.

    >>> attention = tkf.SelfAttention(beta=0.0, mask="causal")
    >>> np.asarray(attention.matrix(np.eye(3))[0]).round(3)  # the mean of what each token sees
    array([[1.   , 0.   , 0.   ],
           [0.5  , 0.5  , 0.   ],
           [0.333, 0.333, 0.333]])
    """

    beta: Float[Array, ""]
    dense_qk: Float[Array, "heads d d"] | None
    dense_ov: Float[Array, "heads d d"] | None
    mask: Mask
    weighting: Weighting
    masses: Float[Array, " n"] | None
    position: Position | None
    factors: tuple[Float[Array, "heads r d"], Float[Array, "heads r d"]] | None  # Q and K
    output: tuple[Float[Array, "heads d r"], Float[Array, "heads r d"]] | None  # W_O and W_V
    kernel: str = eqx.field(static=True)
    dimension: int | None = eqx.field(static=True)  # that the matrices fix; None without any

    def __init__(
        self,
        beta: Any,
        qk: Any = None,
        ov: Any = None,
        mask: Any = full,
        *,
        weighting: Any = softmax,
        masses: Any = None,
        position: Any = None,
        kernel: str = "auto",
        method: Any = None,  # the old name of `kernel`
    ) -> None:
        if method is not None:
            raise InputError(f"`method={method!r}` of `SelfAttention` is now `kernel={method!r}`.")
        self.beta = reals("beta", beta, jnp.asarray)
        self.output = operands.output(ov) if isinstance(ov, tuple) else None
        self.dense_ov = None if self.output else operands.matrices("ov", ov)
        self.mask = as_mask(mask)
        self.weighting = as_weighting(weighting)
        self.masses = None if masses is None else reals("masses", masses, jnp.asarray)
        self.position = as_position(position)
        self.factors = operands.factors(qk) if isinstance(qk, tuple) else None
        self.dense_qk = None if self.factors else operands.matrices("qk", qk)
        self.kernel = choose.checked_kernel(kernel, self.mask)
        given = (self.factors[0] if self.factors else qk, self.output[1] if self.output else ov)
        self.dimension = next((np.shape(m)[-1] for m in given if np.ndim(m)), None)

    def __check_init__(self) -> None:
        operands.check_beta(self.beta)
        operands.check_matrices("qk", self.dense_qk)
        operands.check_matrices("ov", self.dense_ov)
        operands.check_pair("qk", self.factors)
        operands.check_pair("ov", self.output)
        operands.check_heads(self._qk_shape, self._ov_shape)
        operands.check_masses(self.masses)
        self.weighting.check(self.mask)
        operands.check_position(self.position, self.mask, self.weighting, self.dense_qk)
        operands.check_growth(self.weighting, self.beta)
        operands.check_limit(self.weighting, self.beta)

    def check(self, n: int, d: int) -> None:
        """Raise `InputError` unless n tokens of R^d fit the matrices, the mask and the masses."""
        if self.dimension not in (None, d):
            raise InputError(
                f"`qk` and `ov` act on R^{self.dimension}, but the tokens of `x0` have d={d}."
            )
        if self.masses is not None and self.masses.shape != (n,):
            raise InputError(
                f"`masses` must have one entry for each of the {n} tokens. Got {self.masses.shape}."
            )
        self.mask.check(n)
        self.weighting.check(self.mask, n)

    @classmethod
    def from_head(cls, *moved: Any, **options: Any) -> "SelfAttention":
        """Moved to `tkf.pretrained.attention_of(model, layer, head=...)`."""
        raise InputError(
            "`SelfAttention.from_head` is now "
            "`tkf.pretrained.attention_of(model, layer, head=...)`."
        )

    @classmethod
    def from_layer(cls, *moved: Any, **options: Any) -> "SelfAttention":
        """Moved to `tkf.pretrained.attention_of(model, layer)`."""
        raise InputError(
            "`SelfAttention.from_layer` is now `tkf.pretrained.attention_of(model, layer)`."
        )

    @property
    def qk(self) -> Float[Array, "heads d d"] | None:
        """M = Q^T K of every head; None for the identity."""
        return self.factors[0].mT @ self.factors[1] if self.factors else self.dense_qk

    @property
    def ov(self) -> Float[Array, "heads d d"] | None:
        """V of every head; None for the identity."""
        return self.output[0] @ self.output[1] if self.output else self.dense_ov

    @property
    def _qk_shape(self) -> operands.Shape | None:
        return operands.shape_of(self.factors[0] if self.factors else self.dense_qk)

    @property
    def _ov_shape(self) -> operands.Shape | None:
        return operands.shape_of(self.output[1] if self.output else self.dense_ov)

    def at(self, t: Time) -> "SelfAttention":
        """The attention in force at time t: this one, at all times."""
        return self

    @eqx.filter_jit
    def __call__(self, x: TokensLike) -> Tokens:
        """The average A, one row per token."""
        x = jnp.asarray(x)
        if self.output is None:
            return self._summed(self._heads(x, relative=False))
        W_O, W_V = self.output
        return _mixed(self._heads(x, relative=False, v=_mapped(W_V, x)), W_O)

    @eqx.filter_jit
    def displacement(self, x: TokensLike) -> Tokens:
        """The average seen from each token, sum_h V_h sum_j w^h_ij (x_j - x_i), uncanceled."""
        return self._summed(self._heads(jnp.asarray(x), relative=True))

    @eqx.filter_jit
    def pull(self, x: TokensLike) -> Tokens:
        """The average A up to a multiple of each token, for unit tokens: what moves them.

        Many tokens in R^2 or R^3 are summed in linear time, with an absolute error near 1e-13;
        once all of them are slower than a thousand times that, pair by pair.
        """
        x = jnp.asarray(x)

        def exact(x: Tokens) -> Tokens:
            # P_x x = 0: for V = I only differences between tokens move them.
            return self.displacement(x) if self._ov_shape is None else self(x)

        if not self.is_linear(*x.shape[-2:]):
            return exact(x)

        def linear(x: Tokens) -> Tokens:
            return self._summed(self._linear_heads(x))

        if self.kernel == "harmonic":
            return linear(x)

        def linear_unless_slow(x: Tokens) -> Tokens:
            a = linear(x)
            across = a - (x * a).sum(axis=-1, keepdims=True) * x
            slow = jnp.abs(across).max() <= SLOW * jnp.abs(a).max()
            return jax.lax.cond(slow, exact, lambda x: a, x)

        n, d = x.shape[-2:]
        reach = harmonic.reach_of(d, self.beta, self.qk)
        is_paying = choose.pays(reach, self.mask, n, d, identity=self.qk is None)
        return jax.lax.cond(is_paying, linear_unless_slow, exact, x)

    @eqx.filter_jit
    def averages(self, x: TokensLike) -> Float[Array, "... heads n d"]:
        """The averages sum_j w^h_ij x_j of every head by itself, before any V."""
        x = jnp.asarray(x)
        found = self._heads(x, relative=False)
        return jnp.broadcast_to(found, (*x.shape[:-2], self.heads, *x.shape[-2:]))

    def is_linear(self, n: int, d: int) -> bool:
        """Whether the pull on n unit tokens in R^d may be summed in linear time."""
        series = self.weighting.exponential and not isinstance(self.position, Rotary)
        if self.kernel == "harmonic" and not series:
            raise InputError(
                "`kernel='harmonic'` needs softmax or unnormalized attention without rotary "
                "positions. Use `kernel='auto'`."
            )
        return series and choose.is_linear(self.mask, n, d, self.kernel)

    def _heads(
        self, x: Tokens, relative: bool, v: Float[Array, "... #heads n c"] | None = None
    ) -> Float[Array, "... heads n c"]:
        """The averages sum_j w_ij v_j of every head, of x_j without v; `relative`: of v_j - v_i."""
        v = x[..., None, :, :] if v is None else v
        if not self.weighting.exponential:
            return (dense.displacement if relative else dense.average)(self.weights(x), v)
        q, k = self.queries_and_keys(x)
        if q.shape[-3] < v.shape[-3]:
            q = jnp.broadcast_to(q, (*q.shape[:-3], v.shape[-3], *q.shape[-2:]))
        masses = self.sender_masses(x.shape[-2])
        values, log_z = choose.attended(q, k, v, self.mask, self.kernel, relative, masses)
        return self._times_total(values, log_z)

    def _linear_heads(self, x: Tokens) -> Float[Array, "... heads n d"]:
        masses = self.sender_masses(x.shape[-2])
        return self._times_total(*choose.linear(x, self.beta, self.qk, self.mask, masses))

    def _times_total(self, values: Array, log_z: Array) -> Float[Array, "... heads n d"]:
        """Averages over rows that sum to one, multiplied by what the rows do sum to."""
        total = self.weighting.total(log_z - self.log_seen(log_z.shape[-1]), self.beta)
        return values if total is None else values * total[..., None]

    def queries_and_keys(
        self, x: Tokens
    ) -> tuple[Float[Array, "... heads n r"], Float[Array, "... #heads n r"]]:
        """q_i and k_j with <q_i, k_j> the logits beta <x_i, M x_j>, or their rotary kin."""
        if not self._is_factored:
            return native.queries_and_keys(x, self.beta, self.dense_qk)
        whole = x[..., None, :, :]
        q, k = (whole, whole) if self.factors is None else (_mapped(m, x) for m in self.factors)
        if isinstance(self.position, Rotary):
            q, k = self.position.turned(q), self.position.turned(k)
        return self.beta * q, k

    @property
    def _is_factored(self) -> bool:
        """Whether logits are formed from queries and keys of their own."""
        return isinstance(self.position, Rotary) or self.factors is not None

    def sender_masses(self, n: int) -> Float[Array, " n"] | None:
        """What multiplies the weights of a sender; None for one."""
        if not isinstance(self.position, Alibi):
            return self.masses
        fading = jnp.exp(self.position.log_masses(n))
        return fading if self.masses is None else self.masses * fading

    def log_seen(self, n: int) -> Float[Array, " n"]:
        """The logarithm of the mass each token sees, with its own part of ALiBi."""
        masses = jnp.ones(n) if self.masses is None else self.masses
        log_seen = jnp.log(seen_mass(self.mask, masses))
        if not isinstance(self.position, Alibi):
            return log_seen
        return log_seen + self.position.log_masses(n)

    def _summed(self, values: Float[Array, "... heads n d"]) -> Tokens:
        if self.output is not None:
            W_O, W_V = self.output
            return _mixed(values @ W_V.mT, W_O)
        if self.dense_ov is None:
            return values.sum(axis=-3)
        return (values @ self.dense_ov.mT).sum(axis=-3)

    @eqx.filter_jit
    def matrix(self, x: TokensLike) -> Float[Array, "... heads n n"]:
        """The weights w, one row per receiving token.

        Every row sums to one, unless the weighting is unnormalized, or says otherwise.
        """
        w = self.weights(jnp.asarray(x))
        return jnp.broadcast_to(w, (*w.shape[:-3], self.heads, *w.shape[-2:]))

    def weights(self, x: Tokens) -> Float[Array, "... heads n n"]:
        """The weights w; heads that agree are given once."""
        n = x.shape[-2]
        s, scale = self._scores(x)
        seen = self.weighting.sight(x, visible_pairs(self.mask, n))[..., None, :, :]
        masses = self.sender_masses(n)
        rows = self.weighting.rows(s, scale, seen, masses)
        _, log_z = dense.normalized(s, scale, seen, masses)
        total = self.weighting.total(log_z - self.log_seen(n), self.beta)
        return rows if total is None else rows * total[..., None]

    def _scores(self, x: Tokens) -> tuple[Float[Array, "... heads n n"], Array]:
        """Scores s and a scale >= 0, with logits scale * s."""
        if self._is_factored:
            q, k = self.queries_and_keys(x)
            return q @ k.mT, jnp.asarray(1.0)
        s, scale = dense.scores(x, self.dense_qk)
        return dense.oriented(s, dense.product(self.beta, scale))

    @property
    def heads(self) -> int:
        """The number of heads, at least one."""
        return max(1 if shape is None else shape[0] for shape in (self._qk_shape, self._ov_shape))


def _mapped(W: Float[Array, "heads r d"], x: Tokens) -> Float[Array, "... heads n r"]:
    """W_h x_i of every head, by one product: a fifth cheaper than one for each head."""
    y = x @ W.reshape(-1, W.shape[-1]).T
    return jnp.moveaxis(y.reshape(*x.shape[:-1], *W.shape[:2]), -2, -3)


def _mixed(v: Float[Array, "... heads n r"], W: Float[Array, "heads d r"]) -> Tokens:
    """sum_h W_h v^h_i, by one product: nothing of the size of all heads is held."""
    side_by_side = jnp.moveaxis(v, -3, -2).reshape(*v.shape[:-3], v.shape[-2], -1)
    return side_by_side @ jnp.moveaxis(W, 0, 1).reshape(W.shape[1], -1).T
