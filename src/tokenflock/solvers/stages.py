"""Explicit Runge-Kutta methods with their stages written out, for many runs at once.

diffrax loops over the stages, one more in the first step of a method whose last stage is the first
of the next.  In lanes that begin at different times this loop has as many lengths as there are
lanes, and all of its state is copied in every stage; written out, nothing is.
"""

import functools
import operator
from typing import Any

import equinox as eqx
from jaxtyping import Array

from tokenflock._jax import jnp
from tokenflock.spaces import Tokens


class WrittenOut(eqx.Module):
    """A method of diffrax, with what `windows` asks of it.

    k_i = h f(t + c_i h, x + sum_j a_ij k_j),     x1 = x + sum_i b_i k_i.
    """

    method: Any

    def init(self, ode: Any, t0: Array, t1: Array, x: Tokens, args: None) -> Tokens:
        """The velocity at the beginning: every step takes it over from the one before."""
        return ode.vf(t0, x, args)

    def step(
        self, ode: Any, t0: Array, t1: Array, x: Tokens, args: None, velocity: Tokens, jump: Array
    ) -> tuple[Tokens, Tokens, dict[str, Any], Tokens, None]:
        """The tokens after a step, its estimated error, its curve, and the velocity at its end."""
        tableau, h = self.tableau, t1 - t0
        k, y = [h * velocity], x
        for c, row in zip(tableau.c, tableau.a_lower, strict=True):
            y = x + combined(row, k)
            velocity = ode.vf(t0 + float(c) * h, y, args)
            k.append(h * velocity)
        y = y if tableau.ssal else x + combined(tableau.b_sol, k)
        velocity = velocity if tableau.fsal else ode.vf(t1, y, args)
        curve = {"y0": x, "y1": y, "k": tuple(k)}
        return y, combined(tableau.b_error, k), curve, velocity, None

    @property
    def tableau(self) -> Any:
        """The coefficients a, b, c."""
        return self.method.tableau

    @property
    def interpolation_cls(self) -> Any:
        """The curve between the ends of a step."""
        return functools.partial(Curve, self.method)

    def error_order(self, ode: Any) -> Any:
        """The order of the estimated error."""
        return self.method.error_order(ode)

    def func(self, *args: Any) -> Any:
        """The velocity, as diffrax asks for it."""
        return self.method.func(*args)


class Curve(eqx.Module):
    """The tokens between the ends of a step, as diffrax interpolates them.

    It is linear in both ends and all stages, so its weights are found on unit vectors.
    """

    method: Any
    t0: Array
    t1: Array
    y0: Tokens
    y1: Tokens
    k: tuple[Tokens, ...]

    def evaluate(self, t: Array) -> Tokens:
        """The tokens at a time of the step."""
        parts = (self.y0, self.y1, *self.k)
        unit = jnp.eye(len(parts))
        on_units = self.method.interpolation_cls(
            t0=self.t0, t1=self.t1, y0=unit[0], y1=unit[1], k=unit[2:]
        )
        weights = on_units.evaluate(t)
        return functools.reduce(operator.add, (weights[i] * part for i, part in enumerate(parts)))


def combined(coefficients: Any, k: list[Tokens]) -> Tokens:
    """A sum of stages with weights."""
    terms = zip(map(float, coefficients), k, strict=True)
    return functools.reduce(operator.add, (c * ki for c, ki in terms if c != 0))
