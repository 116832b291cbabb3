"""Self-attention as a weighted average of tokens.

    A_i = sum_h sum_j w^h_ij V_h x_j,
    w^h_ij = exp(beta <x_i, M_h x_j>) / sum_k exp(beta <x_i, M_h x_k>),

where M_h = Q_h^T K_h, h runs over the heads and j, k over the tokens that i may see.
"""

from typing import Any

import equinox as eqx
import numpy as np
from jaxtyping import Array, Float

from tokenflock.attention import choose, dense
from tokenflock.attention.masks import Mask, as_mask, full
from tokenflock.backend import jax, jnp
from tokenflock.errors import InputError

Tokens = Float[Array, "... n d"]

SLOW = 1e-10  # a thousand times the error of a harmonic sum


def _matrices(array: Any) -> Array | None:
    """Matrices as a (heads, d, d) array; None for the identity, which has formulas of its own."""
    if array is None:
        return None
    array = array if isinstance(array, jax.Array) else jnp.asarray(np.asarray(array, float))
    array = array[None] if array.ndim == 2 else array
    if isinstance(array, jax.core.Tracer) or array.shape[:1] != (1,):
        return array
    return None if np.array_equal(array[0], np.eye(array.shape[-1])) else array


class SelfAttention(eqx.Module):
    """Softmax attention with fixed weights; identity matrices where none are given.

    `qk` is M = Q^T K and `ov` is V, each None, (d, d) or (heads, d, d); the heads are summed.
    `method` says how the average is evaluated ('auto', 'native', 'harmonic' or
    'dense'), not what it is.
    """

    beta: Float[Array, ""]
    qk: Float[Array, "heads d d"] | None
    ov: Float[Array, "heads d d"] | None
    mask: Mask
    method: str = eqx.field(static=True)
    dimension: int | None = eqx.field(static=True)  # that the matrices fix; None without any

    def __init__(
        self, beta: Any, qk: Any = None, ov: Any = None, mask: Any = full, method: str = "auto"
    ) -> None:
        self.beta = jnp.asarray(beta, float)
        self.qk = _matrices(qk)
        self.ov = _matrices(ov)
        self.mask = as_mask(mask)
        self.method = choose.checked(method, self.mask)
        self.dimension = next((np.shape(m)[-1] for m in (qk, ov) if np.ndim(m)), None)

    def __check_init__(self) -> None:
        _check_beta(self.beta)
        _check_matrices("qk", self.qk)
        _check_matrices("ov", self.ov)
        _check_heads(self.qk, self.ov)

    @eqx.filter_jit
    def __call__(self, x: Tokens) -> Tokens:
        """The average A, one row per token."""
        return self._summed(choose.average(x, self.beta, self.qk, self.mask, self.method))

    @eqx.filter_jit
    def displacement(self, x: Tokens) -> Tokens:
        """The average seen from each token, sum_h V_h sum_j w^h_ij (x_j - x_i), uncancelled."""
        values = choose.average(x, self.beta, self.qk, self.mask, self.method, relative=True)
        return self._summed(values)

    @eqx.filter_jit
    def pull(self, x: Tokens) -> Tokens:
        """The average A up to a multiple of each token, for unit tokens: what moves them.

        Many tokens in R^2 or R^3 are summed in linear time, with an absolute error near 1e-13;
        once all of them are slower than a thousand times that, pair by pair.
        """

        def exact(x: Tokens) -> Tokens:
            # P_x x = 0: for V = I only differences between tokens move them.
            return self.displacement(x) if self.ov is None else self(x)

        if not choose.is_linear(self.mask, x.shape[-2], x.shape[-1], self.method):
            return exact(x)

        def linear(x: Tokens) -> Tokens:
            return self._summed(choose.linear(x, self.beta, self.qk, self.mask))

        if self.method == "harmonic":
            return linear(x)

        def linear_unless_slow(x: Tokens) -> Tokens:
            a = linear(x)
            across = a - (x * a).sum(axis=-1, keepdims=True) * x
            return jax.lax.cond(jnp.abs(across).max() > SLOW, lambda x: a, exact, x)

        return jax.lax.cond(
            choose.pays(self.beta, self.qk, self.mask, *x.shape[-2:]), linear_unless_slow, exact, x
        )

    def _summed(self, values: Float[Array, "... heads n d"]) -> Tokens:
        if self.ov is None:
            return values.sum(axis=-3)
        return (values @ self.ov.mT).sum(axis=-3)

    @eqx.filter_jit
    def matrix(self, x: Tokens) -> Float[Array, "... heads n n"]:
        """The weights w, one row per receiving token.  Every row sums to one."""
        w = self.weights(x)
        return jnp.broadcast_to(w, (*w.shape[:-3], self.heads, *w.shape[-2:]))

    def weights(self, x: Tokens) -> Float[Array, "... heads n n"]:
        """The weights w; heads that agree are given once."""
        return dense.weights(x, self.beta, self.qk, self.mask)

    @property
    def heads(self) -> int:
        """The number of heads, at least one."""
        return max(1 if m is None else m.shape[0] for m in (self.qk, self.ov))


def _check_beta(beta: Array) -> None:
    if beta.shape != ():
        raise InputError(f"`beta` must be one number. Got an array of shape {beta.shape}.")
    if not isinstance(beta, jax.core.Tracer) and not 0 <= beta < jnp.inf:
        raise InputError(f"`beta` must be finite and at least 0. Got {float(beta)}.")


def _check_matrices(name: str, m: Array | None) -> None:
    if m is None:
        return
    if m.ndim != 3 or m.shape[1] != m.shape[2] or 0 in m.shape:
        raise InputError(f"`{name}` must have shape (d, d) or (heads, d, d). Got {m.shape}.")
    if not isinstance(m, jax.core.Tracer) and not np.isfinite(m).all():
        where = np.argwhere(~np.isfinite(m))[0]
        raise InputError(
            f"`{name}` must be finite, but its entry {tuple(map(int, where))} is "
            f"{float(m[tuple(where)])}."
        )


def _check_heads(qk: Array | None, ov: Array | None) -> None:
    if qk is None or ov is None:
        return
    if qk.shape[-1] != ov.shape[-1]:
        raise InputError(
            f"`qk` and `ov` must act on the same R^d. Got d={qk.shape[-1]} and d={ov.shape[-1]}."
        )
    if qk.shape[0] != ov.shape[0] and 1 not in (qk.shape[0], ov.shape[0]):
        raise InputError(
            "`qk` and `ov` must have the same number of heads, or one of them a single head. "
            f"Got {qk.shape[0]} and {ov.shape[0]}."
        )
