"""R^d seen through e^{-tV}: tokens whose hull does not blow up."""

import functools
from typing import Any, ClassVar

import numpy as np
from jaxtyping import Array, Bool, Float

from tokenflock._jax import jnp
from tokenflock.attention import Rotary, SelfAttention, dense
from tokenflock.attention.attention import Time, Tokens
from tokenflock.attention.masks import visible_pairs
from tokenflock.errors import InputError
from tokenflock.numerics.double_double import Doubled, doubled, matmul, total, two_sum
from tokenflock.numerics.matrix_exponential import scaled_expm
from tokenflock.spaces.record import SpaceRecord
from tokenflock.spaces.space import Space

EPS = float(np.finfo(float).eps)
LARGEST_DIMENSION = 48  # with a matrix V: products in twice the digits take d^3 memory and time
LARGEST_RATE = 1e9  # of departure: beyond it nothing is known anyway


class Rescaled(Space):
    """Tokens z = e^{-tV} x of R^d, whose hull does not blow up (arXiv:2305.05465),

        dz_i/dt = sum_j w_ij V (z_j - z_i),     w at x = e^{tV} z.

    Logits grow like e^{2 lambda t} while the z of a cluster approach each other like e^{-lambda t}.
    So they are formed from differences of z, which are exact, with e^{tV} scaled to order one.
    """

    record: ClassVar[SpaceRecord] = SpaceRecord("rescaled", title="rescaled tokens")

    def velocity(self, t: Time, x: Tokens, attention: Any) -> Tokens:
        drift = dense.displacement(self.weights(t, x, attention), x[..., None, :, :])[..., 0, :, :]
        return drift if attention.ov is None else drift @ attention.ov[0].mT

    def layer(self, t: Time, x: Tokens, attention: Any, step: Time) -> Tokens:
        """The layer x <- x + step A of R^d for V = I, seen as z = (1 + step)^(-k) x,

            z_i <- (z_i + step sum_j w_ij z_j) / (1 + step),     w at x = (1 + step)^k z.

        For hardmax, which knows no scale, this is the step of arXiv:2407.01602.
        """
        if attention.ov is not None:
            raise InputError(
                "`method='layers'` of rescaled tokens needs V = I. Use `space='euclidean'`."
            )
        growth = t / step * jnp.log1p(step)
        moved = dense.displacement(self.weights(growth, x, attention), x[..., None, :, :])[
            ..., 0, :, :
        ]
        return x + step / (1 + step) * moved

    def weights(self, t: Time, z: Tokens, attention: SelfAttention) -> Float[Array, "... 1 n n"]:
        """The attention weights of the tokens x = e^{tV} z."""
        p, log_scale = pulled_back(t, z, attention)
        seen = attention.weighting.sight(z, visible_pairs(attention.mask, z.shape[-2]))
        scale = _scale(attention, log_scale)
        rows = attention.weighting.rows(
            gaps(p, z, seen)[..., None, :, :],
            scale,
            seen[..., None, :, :],
            attention.sender_masses(z.shape[-2]),
        )
        return jnp.broadcast_to(rows, (*z.shape[:-2], 1, *rows.shape[-2:]))

    def resolved(self, t: Time, z: Tokens, attention: SelfAttention) -> Bool[Array, "... n"]:
        """True for the rows of the attention matrix that float64 tokens determine.

        A row is lost when the last bits of z move its logits by more than 1e-10 and its two
        largest are no farther apart than that: nobody can say who leads.
        """
        p, log_scale = pulled_back(t, z, attention)
        seen = attention.weighting.sight(z, visible_pairs(attention.mask, z.shape[-2]))
        gap = runner_up(gaps(p, z, seen), seen)
        reach = jnp.max(jnp.abs(p.hi) @ jnp.abs(z).mT, axis=-1)
        error = EPS * reach
        log_factor = jnp.log(jnp.abs(attention.beta)) + log_scale
        harmless = jnp.log(error) + log_factor < jnp.log(1e-10)
        return harmless | (gap > error + 25 * jnp.exp(-log_factor))

    def growth_rates(self, t: Time, z: Tokens, attention: SelfAttention) -> Float[Array, "... n"]:
        """How fast each token departs from itself while the others stay: the largest real part in

            spec V (beta C_i G - (1 - w_ii) I),     G = e^{tV'} M' e^{tV},

        with C_i the covariance of what token i sees.  Near 0 or negative once it has a leader; like
        e^{2 lambda t} for a token that two sides pull alike.  (Its weight on itself adds 0.3 at
        most, and is left out.)  0 for weightings whose rows do not move with the logits.
        """
        if not attention.weighting.exponential:
            return jnp.zeros(z.shape[:-1])
        w = self.weights(t, z, attention)[..., 0, :, :]
        apart = z[..., None, :, :] - (w @ z)[..., :, None, :]
        covariance = jnp.einsum("...ij,...ija,...ijb->...iab", w, apart, apart)
        identity = jnp.eye(z.shape[-1])
        p, log_scale = pulled_back(t, identity, attention)
        scale = _scale(attention, log_scale)
        own = 1 - jnp.diagonal(w, axis1=-2, axis2=-1)
        motion = scale * covariance @ p.hi.mT - own[..., None, None] * identity
        return largest_real(motion if attention.ov is None else attention.ov[0] @ motion)

    def check(self, x: np.ndarray, attention: SelfAttention) -> None:
        weighting = attention.weighting
        if not weighting.from_differences or isinstance(attention.position, Rotary):
            raise InputError(
                "`space='rescaled'` forms logits from differences of tokens, up to a constant per "
                "row, so unnormalized weights and rotary positions are not defined there, nor "
                f"weightings that need logits themselves. Got {type(weighting).__name__}; "
                "use `space='euclidean'`."
            )
        d = x.shape[-1]
        if attention.ov is not None and d > LARGEST_DIMENSION:
            raise InputError(
                "`space='rescaled'` forms e^(tV) in twice the digits, which takes d^3 numbers: at "
                f"most d = {LARGEST_DIMENSION} where V is a matrix. Got d={d}; use "
                "`space='euclidean'`, or tokens projected to fewer dimensions."
            )
        if attention.heads > 1:
            raise InputError(
                "`space='rescaled'` needs one head, since z = e^(-tV) x knows one V. "
                f"Got {attention.heads} heads; use `space='euclidean'`."
            )


def pulled_back(t: Time, z: Tokens, attention: SelfAttention) -> tuple[Doubled, Array]:
    """p and log_scale with beta <x_i, M x_j> = |beta| e^log_scale <p_i, z_j> for x = e^{tV} z.

    p_i = +-e^{tV'} M' e^{tV} z_i, up to the scale, where the prime transposes: of order |z|.  Seen
    from the basis of z a cluster is long in most directions and e^{-lambda t} short in the one that
    counts, so p needs twice the digits of z.
    """
    p, log_scale = doubled(dense.oriented(z, attention.beta)[0]), jnp.asarray(t, float)
    factors = [] if attention.qk is None else [doubled(attention.qk[0])]
    if attention.ov is not None:
        exponential, log_scale = scaled_expm(t * attention.ov[0])
        factors = [Doubled(exponential.hi.mT, exponential.lo.mT), *factors, exponential]
    return functools.reduce(matmul, factors, p), 2 * log_scale


def _scale(attention: SelfAttention, log_scale: Array) -> Array:
    """|beta| e^log_scale, as far as it still decides anything."""
    size = dense.oriented(jnp.ones(()), attention.beta)[1]
    return dense.product(size, jnp.exp(jnp.minimum(log_scale, 600.0)))


def gaps(p: Doubled, z: Tokens, seen: Bool[Array, "... n n"]) -> Float[Array, "... n n"]:
    """<p_i, z_j - z_top> with the top of row i its best visible token: exact where z_j is close."""
    top = jnp.argmax(jnp.where(seen, p.hi @ z.mT, -jnp.inf), axis=-1)
    best = jnp.take_along_axis(z, top[..., None], axis=-2)
    difference = two_sum(z[..., None, :, :], -best[..., :, None, :])
    return total(Doubled(p.hi[..., :, None, :], p.lo[..., :, None, :]) * difference).hi


def runner_up(gap: Float[Array, "... n n"], seen: Bool[Array, "... n n"]) -> Float[Array, "... n"]:
    """How far the second largest entry of each row lies below the largest; infinite if alone."""
    ranked = jnp.sort(jnp.where(seen, gap, -jnp.inf), axis=-1)
    second = ranked[..., -2] if gap.shape[-1] > 1 else -jnp.inf
    return ranked[..., -1] - second


def largest_real(matrices: Float[Array, "... d d"]) -> Float[Array, "..."]:
    """The largest real part of the eigenvalues of every matrix, within +-LARGEST_RATE."""
    bounded = jnp.clip(matrices, -LARGEST_RATE, LARGEST_RATE)
    if bounded.shape[-1] == 1:
        return bounded[..., 0, 0]
    return jnp.max(jnp.linalg.eigvals(bounded).real, axis=-1)
