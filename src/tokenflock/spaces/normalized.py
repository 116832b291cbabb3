"""Normalization laws: tokens x_i = r_i theta_i whose directions theta meet (arXiv:2510.22026).

    dtheta_i/dt = P_theta A_i(theta) / s_i,

    Post-LN   s = 1                dr/dt = 0              (`Sphere`)
    Pre-LN    s = r                dr/dt = <theta, A>
    Mix-LN    Post-LN until tau, Pre-LN after it
    Peri-LN   s = r |A|            dr/dt = <theta, A> / |A|
    nGPT      s = |A| / alpha(t)   dr/dt = 0
    sqrt      s = sqrt(t + 1)      dr/dt = 0

For Pre-LN and Peri-LN the two equations are one: dx/dt = A(theta), dx/dt = A(theta) / |A(theta)|.
"""

from typing import Any

import equinox as eqx
import numpy as np

from tokenflock._jax import jnp
from tokenflock.attention import SelfAttention
from tokenflock.errors import InputError
from tokenflock.spaces.space import Space, Time, Tokens, check_unit, normalize, tangent


def _check_directions(x: np.ndarray) -> None:
    lost = np.argwhere((x == 0).all(axis=-1))
    if lost.size:
        raise InputError(
            "`x0` must have a direction for every token, but "
            f"token {int(lost[0][-1])} is at the origin. Move it."
        )


class PreLN(Space):
    """Tokens normalized before they attend, dx_i/dt = A_i(theta); their norms grow."""

    def velocity(self, t: Time, x: Tokens, attention: SelfAttention) -> Tokens:
        return attention(normalize(x))

    def layer(self, t: Time, x: Tokens, attention: SelfAttention, step: Time) -> Tokens:
        return x + step * attention(normalize(x))

    def retract(self, x: Tokens) -> Tokens:
        return x

    def check(self, x: np.ndarray, attention: SelfAttention) -> None:
        _check_directions(x)


class PeriLN(Space):
    """Normalized before and after attention, dx_i/dt = A_i(theta) / |A_i(theta)|."""

    def velocity(self, t: Time, x: Tokens, attention: SelfAttention) -> Tokens:
        return normalize(attention(normalize(x)))

    def layer(self, t: Time, x: Tokens, attention: SelfAttention, step: Time) -> Tokens:
        return x + step * normalize(attention(normalize(x)))

    def retract(self, x: Tokens) -> Tokens:
        return x

    def check(self, x: np.ndarray, attention: SelfAttention) -> None:
        _check_directions(x)


class MixLN(Space):
    """Post-LN until the time tau, on spheres of the tokens' own radii, then Pre-LN."""

    tau: Any = eqx.field(converter=lambda tau: jnp.asarray(tau, float))

    def velocity(self, t: Time, x: Tokens, attention: SelfAttention) -> Tokens:
        after = PreLN().velocity(t, x, attention)
        return jnp.where(t < self.tau, _Shells().velocity(t, x, attention), after)

    def layer(self, t: Time, x: Tokens, attention: SelfAttention, step: Time) -> Tokens:
        after = PreLN().layer(t, x, attention, step)
        return jnp.where(t < self.tau, _Shells().layer(t, x, attention, step), after)

    def breaks(self, start: float, end: float) -> tuple[float, ...]:
        tau = float(self.tau)
        return (tau,) if start < tau < end else ()

    def during(self, t: float) -> Space:
        return _Shells() if t < float(self.tau) else PreLN()

    def retract(self, x: Tokens) -> Tokens:
        return x

    def check(self, x: np.ndarray, attention: SelfAttention) -> None:
        _check_directions(x)


class _Shells(Space):
    """Spheres of any radii, dx_i/dt = r_i P_theta A_i(theta)."""

    def velocity(self, t: Time, x: Tokens, attention: SelfAttention) -> Tokens:
        theta = normalize(x)
        return radii(x) * tangent(theta, attention.pull(theta))

    def layer(self, t: Time, x: Tokens, attention: SelfAttention, step: Time) -> Tokens:
        theta = normalize(x)
        return radii(x) * normalize(theta + step * attention(theta))

    def retract(self, x: Tokens) -> Tokens:
        return x

    def check(self, x: np.ndarray, attention: SelfAttention) -> None:
        _check_directions(x)


class NGPT(Space):
    """Unit tokens that take steps of a given speed, dx_i/dt = alpha(t) P_{x_i} A_i / |A_i|.

    `alpha` is a number or a function of time.
    """

    alpha: Any = 1.0

    def velocity(self, t: Time, x: Tokens, attention: SelfAttention) -> Tokens:
        x = normalize(x)
        length = radii(attention(x))
        return self._speed(t) * tangent(x, attention.pull(x)) / length

    def layer(self, t: Time, x: Tokens, attention: SelfAttention, step: Time) -> Tokens:
        towards = normalize(attention(x)) - x
        return normalize(x + step * self._speed(t) * towards)

    def _speed(self, t: Time) -> Any:
        return self.alpha(t) if callable(self.alpha) else jnp.asarray(self.alpha, float)

    def retract(self, x: Tokens) -> Tokens:
        return normalize(x)

    def check(self, x: np.ndarray, attention: SelfAttention) -> None:
        check_unit(x)


class SqrtScaled(Space):
    """Unit tokens whose layers count less and less, dx_i/dt = P_{x_i} A_i / sqrt(t + 1)."""

    def velocity(self, t: Time, x: Tokens, attention: SelfAttention) -> Tokens:
        x = normalize(x)
        return tangent(x, attention.pull(x)) / jnp.sqrt(t + 1.0)

    def layer(self, t: Time, x: Tokens, attention: SelfAttention, step: Time) -> Tokens:
        return normalize(x + step * attention(x) / jnp.sqrt(t + 1.0))

    def retract(self, x: Tokens) -> Tokens:
        return normalize(x)

    def check(self, x: np.ndarray, attention: SelfAttention) -> None:
        check_unit(x)


def radii(x: Tokens) -> Tokens:
    """The norms |x_i|, shape (..., n, 1)."""
    return jnp.sqrt((x * x).sum(axis=-1, keepdims=True))
