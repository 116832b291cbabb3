"""The vector field: dx/dt = f(t, x), what solvers follow and linearizations differentiate."""

from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import equinox as eqx
import numpy as np
from jaxtyping import Array, Float

from tokenflock._jax import jax, jnp
from tokenflock.errors import InputError

if TYPE_CHECKING:
    import diffrax as dfx

Tokens = Float[Array, "... n d"]
Time = Any  # a number or a scalar array

# The same paths at other times, (time, ..., n, d), or None.
Closely = Callable[[np.ndarray], np.ndarray | None]


class VectorField(eqx.Module):
    """The velocity of tokens x (..., n, d) at a time, and what a solver must know beside it.

    Only `__call__` is asked for; everything else has a default that does nothing.

    >>> class Wind(tkf.VectorField):
    ...     flow: tkf.Flow
    ...
    ...     def __call__(self, t, x):
    ...         return self.flow(t, x) + tkf.tangent(x, jnp.array([0.0, 0.1]))
    ...
    ...     def retract(self, x):
    ...         return tkf.normalize(x)
    """

    @abstractmethod
    def __call__(self, t: Time, x: Tokens) -> Tokens:
        """dx/dt at time t, one row per token; the drift where there is noise."""

    def retract(self, x: Tokens) -> Tokens:
        """The point of the space that stands for `x`, at most a step's error away.

        The velocity should not tell the two apart: the first stage of a step takes over the last
        velocity of the one before, read at `x`.
        """
        return x

    def check(self, x: np.ndarray) -> None:
        """Raise `InputError` unless the tokens `x` can start a path."""

    def breaks(self, start: float, end: float) -> tuple[float, ...]:
        """The times strictly between `start` and `end` at which the velocity jumps."""
        return ()

    def during(self, t: float) -> "VectorField":
        """The field of the stretch between two breaks that holds t, continued beyond them."""
        return self

    def layer(self, t: Time, x: Tokens, step: Time) -> Tokens:
        """Tokens after one layer of a transformer, by default an Euler step and a retraction."""
        return self.retract(x + step * self(t, x))

    def without_residual(self, t: Time, x: Tokens) -> Tokens:
        """Tokens after one layer without residual, x <- N(A(x))."""
        raise InputError(
            "`method='no-residual'` replaces tokens by their averages, x <- N(A), so it needs a "
            f"`Flow` on the sphere or in R^d. Got {type(self).__name__}."
        )

    def gaussians(self, stream: Array, x: Tokens) -> Float[Array, "2 ..."]:
        """The standard normal numbers of both halves of a step, from a key of its own."""
        return by_token(stream, x)

    def shaken(self, gaussian: Array, x: Tokens, duration: Time) -> Tokens:
        """Tokens after the noise of a given duration, made of standard normal numbers."""
        return x

    @property
    def is_noisy(self) -> bool:
        """Whether tokens are shaken on their way."""
        return False

    def error_norm(self, error: Tokens) -> Float[Array, ""]:
        """The size of a scaled error, which steps keep below one: the largest over tokens."""
        return jnp.sqrt((error * error).sum(axis=-1)).max()

    def about(self) -> dict[str, str | float]:
        """What a dataset of its tokens says about them."""
        name = type(self).__name__
        return {"space": name.lower(), "metric": "euclidean", "space_title": name}

    def coordinates(self, times: np.ndarray) -> dict[str, tuple[str, np.ndarray]]:
        """What varies along the times or tokens of a path, as coordinates of its dataset."""
        return {}

    def diagnostics(
        self, times: np.ndarray, x: Any, tol: float, closely: Closely
    ) -> dict[str, np.ndarray]:
        """What paths x (time, ..., n, d) should be read with, (time, ..., n) each.

        x may lie in a file: take some times of it after the other, x[first:end].  In doubt,
        `closely(times)` follows the paths again and returns them at other times; None if it cannot.
        """
        return {}

    def term(self) -> "dfx.ODETerm":
        """The field as diffrax wants it, for whoever solves, or differentiates a solve, there."""
        import diffrax as dfx  # more than a second, which nobody else pays

        return dfx.ODETerm(lambda t, x, args: self(t, x))


def by_token(stream: Array, x: Tokens) -> Float[Array, "2 ... n d"]:
    """Normal numbers for both halves of a step: those of a token do not depend on how many come."""
    return jnp.moveaxis(jax.random.normal(stream, (x.shape[0], 2, *x.shape[1:])), 1, 0)
