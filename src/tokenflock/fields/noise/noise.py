"""What noise is: tokens moved at random, by normal numbers that are drawn step by step."""

import math
from abc import abstractmethod
from typing import Any

import equinox as eqx
from jaxtyping import Array, Float

from tokenflock._jax import jax, jnp
from tokenflock.errors import InputError
from tokenflock.fields.vector_field import Time, Tokens
from tokenflock.numerics.reals import number
from tokenflock.spaces import Euclidean, Space, Sphere


class Noise(eqx.Module):
    """Brownian motion of some kind at an inverse temperature kappa, sqrt(2 / kappa) dW."""

    kappa: eqx.AbstractVar[Float[Array, ""]]

    def __check_init__(self) -> None:
        if not isinstance(self.kappa, jax.core.Tracer) and not 0 < float(self.kappa) < math.inf:
            raise InputError(f"`kappa` must be positive and finite. Got {float(self.kappa):g}.")

    @abstractmethod
    def gaussians(self, stream: Array, x: Tokens) -> Float[Array, "2 ..."]:
        """The standard normal numbers of both halves of a step, from a key of its own."""

    @abstractmethod
    def moved(self, gaussian: Array, space: Space, x: Tokens, duration: Time) -> Tokens:
        """Tokens after the noise of a given duration, made of standard normal numbers."""

    def variance(self, duration: Time) -> Any:
        """That of sqrt(2 / kappa) W after a duration."""
        return 2 * duration / self.kappa


def as_number(kappa: Any) -> Float[Array, ""]:
    return number("kappa", kappa, jnp.asarray)


def check_space(space: Space) -> None:
    """Raise `InputError` where noise common to all tokens is not defined."""
    if not isinstance(space, Sphere | Euclidean):
        raise InputError(
            "Common `noise` is defined on the sphere and in R^d, not for "
            f"{type(space).__name__}. Use `space='sphere'`."
        )
