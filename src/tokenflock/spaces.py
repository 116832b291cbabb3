"""Spaces: where tokens live, how attention moves them there, and the way back after a step.

A space turns the average A into a velocity and retracts what a step of the solver returns.
"""

from abc import abstractmethod
from typing import Any

import equinox as eqx
import numpy as np
from jaxtyping import Array, Bool, Float

from tokenflock.attention import SelfAttention, dense
from tokenflock.backend import jnp
from tokenflock.errors import InputError
from tokenflock.exponential import scaled_expm

Tokens = Float[Array, "... n d"]
Time = Any  # a number or a scalar array

EPS = float(np.finfo(float).eps)


class Space(eqx.Module):
    """The law of motion of tokens under a given attention."""

    @abstractmethod
    def velocity(self, t: Time, x: Tokens, attention: SelfAttention) -> Tokens:
        """dx/dt, one row per token."""

    @abstractmethod
    def retract(self, x: Tokens) -> Tokens:
        """The point of the space that stands for `x`, at most a step's error away."""

    @abstractmethod
    def check(self, x: np.ndarray, attention: SelfAttention) -> None:
        """Raise `InputError` unless `x` can start a path here under this attention."""


class Sphere(Space):
    """Unit tokens (Post-LN),

        dx_i/dt = P_{x_i} A_i,     P_x y = y - <x, y> x.

    The field is read at x / |x|, so that it extends to the neighbourhood a solver's stages visit,
    and a retraction leaves it unchanged.
    """

    def velocity(self, t: Time, x: Tokens, attention: SelfAttention) -> Tokens:
        x = normalize(x)
        # P_x x = 0: for V = I only differences between tokens move them (arXiv:2312.10794).
        return tangent(x, attention.displacement(x) if attention.ov is None else attention(x))

    def retract(self, x: Tokens) -> Tokens:
        return normalize(x)

    def check(self, x: np.ndarray, attention: SelfAttention) -> None:
        norms = np.linalg.norm(x, axis=-1)
        off = np.argwhere(np.abs(norms - 1) > 1e-9)
        if off.size:
            token = int(off[0][-1])
            raise InputError(
                f"`x0` must lie on the unit sphere, but {len(off)} of {norms.size} tokens "
                f"{'do' if len(off) > 1 else 'does'} not: token {token} has norm "
                f"{norms[tuple(off[0])]:.6g}. If that is expected, pass `tkf.normalize(x0)`."
            )


class Euclidean(Space):
    """Tokens in R^d without normalisation, dx_i/dt = A_i (arXiv:2305.05465)."""

    def velocity(self, t: Time, x: Tokens, attention: SelfAttention) -> Tokens:
        return attention(x)

    def retract(self, x: Tokens) -> Tokens:
        return x

    def check(self, x: np.ndarray, attention: SelfAttention) -> None:
        pass


class Rescaled(Space):
    """Tokens z = e^{-tV} x of R^d, whose hull does not blow up (arXiv:2305.05465),

        dz_i/dt = sum_j w_ij V (z_j - z_i),     w at x = e^{tV} z.

    The logits grow like e^{2 lambda t}; they are formed with e^{tV} scaled to order one.
    """

    def velocity(self, t: Time, x: Tokens, attention: SelfAttention) -> Tokens:
        drift = dense.displacement(self.weights(t, x, attention), x)
        return drift if attention.ov is None else drift @ attention.ov[0].mT

    def weights(
        self, t: Time, z: Tokens, attention: SelfAttention
    ) -> Float[Array, "... heads n n"]:
        """The attention weights of the tokens x = e^{tV} z."""
        x, log_scale = unscaled(t, z, attention.ov)
        return attention.weights(x, 2 * log_scale)

    def resolved(self, t: Time, z: Tokens, attention: SelfAttention) -> Bool[Array, "... n"]:
        """True for the rows of the attention matrix that float64 tokens determine to 1e-10.

        A row is lost when rounding moves its logits by more than 1e-10 and the two largest are
        not farther apart than that: then nobody can say who leads.
        """
        x, log_scale = unscaled(t, z, attention.ov)
        return _resolved(x, attention, 2 * log_scale, _rounding(t, attention.ov, x.shape[-1]))

    def retract(self, x: Tokens) -> Tokens:
        return x

    def check(self, x: np.ndarray, attention: SelfAttention) -> None:
        if attention.heads > 1:
            raise InputError(
                "`space='rescaled'` needs one head, since z = e^(-tV) x knows one V. "
                f"Got {attention.heads} heads; use `space='euclidean'`."
            )


def normalize(x: Any) -> Any:
    """Tokens divided by their norms, x_i / |x_i|."""
    x = x if hasattr(x, "__array_namespace__") else np.asarray(x, float)
    xp = x.__array_namespace__()
    return x / xp.sqrt((x * x).sum(axis=-1, keepdims=True))


def tangent(x: Tokens, y: Tokens) -> Tokens:
    """The part of y orthogonal to the unit token x, P_x y = y - <x, y> x."""
    return y - (x * y).sum(axis=-1, keepdims=True) * x


def unscaled(t: Time, z: Tokens, ov: Array | None) -> tuple[Tokens, Array]:
    """Tokens and a logarithm with e^{tV} z = e^log_scale * tokens; the tokens never overflow."""
    if ov is None:
        return z, jnp.asarray(t, float)
    exponential, log_scale = scaled_expm(t * ov[0])
    return z @ exponential.mT, log_scale


def _rounding(t: Time, ov: Array | None, d: int) -> Array:
    """Relative rounding error of a logit formed from float64 tokens."""
    growth = jnp.asarray(0.0 if ov is None else t * jnp.abs(ov).sum(axis=-1).max())
    return 4 * EPS * (d + 2 + growth)


def _resolved(x: Tokens, attention: SelfAttention, log_scale: Array, rounding: Array) -> Array:
    s, scale = dense.scores(x, attention.qk)
    seen = dense.visible(attention.mask, x.shape[-2])
    ranked = jnp.sort(jnp.where(seen, s, -jnp.inf), axis=-1)
    # A row that sees one token has nothing to decide.
    gap = jnp.nan_to_num(ranked[..., -1] - ranked[..., -2 % ranked.shape[-1]], posinf=jnp.inf)
    gap = jnp.where(seen.sum(axis=-1) == 1, jnp.inf, gap)
    size = jnp.linalg.norm(x, axis=-1)
    reach = size * size.max(axis=-1, keepdims=True) / dense.power_of_two(x) ** 2
    error = rounding * reach[..., None, :] * _stretch(attention.qk)
    log_factor = jnp.log(attention.beta) + jnp.log(scale) + log_scale
    harmless = jnp.log(error) + log_factor < jnp.log(1e-10)
    return jnp.all(harmless | (gap > 2 * error + 25 * jnp.exp(-log_factor)), axis=-2)


def _stretch(qk: Array | None) -> Array | float:
    if qk is None:
        return 1.0
    norms = jnp.linalg.norm(qk / dense.power_of_two(qk), axis=(-2, -1))
    return norms[:, None]
