"""Explicit Runge-Kutta methods: their tables, one step, and the curve between its ends.

    k_i = h f(t + c_i h, x + sum_j a_ij k_j),     x1 = x + sum_i b_i k_i,     error = sum_i e_i k_i,

and the curve  w_0(s) x + w_1(s) x1 + sum_i w_{2+i}(s) k_i,  0 <= s <= 1.  The tables are those of
diffrax; the kernels take the same ones (`native_call`), and a test compares the two steps.
"""

import functools
import operator
from typing import Any, NamedTuple

import diffrax as dfx
import equinox as eqx
import numpy as np
from jaxtyping import Array, Float

from tokenflock._jax import jax, jnp
from tokenflock.fields.vector_field import Time, Tokens, VectorField

METHODS: dict[str, type] = {
    "euler": dfx.Euler,
    "midpoint": dfx.Midpoint,
    "heun": dfx.Heun,
    "ralston": dfx.Ralston,
    "bosh3": dfx.Bosh3,
    "tsit5": dfx.Tsit5,
    "dopri5": dfx.Dopri5,
    "dopri8": dfx.Dopri8,
}
DEGREE = 8  # no curve of diffrax has a larger one


class Tables(NamedTuple):
    """The coefficients of a method; `w` holds the polynomials in s, one row per power."""

    a: np.ndarray  # (stages, stages)
    b: np.ndarray  # (stages,)
    c: np.ndarray  # (stages,)
    e: np.ndarray  # (stages,)
    w: np.ndarray  # (degree + 1, 2 + stages)

    @property
    def stages(self) -> int:
        """The number of velocities that a step combines."""
        return len(self.b)

    @property
    def ends_in_last_stage(self) -> bool:
        """Whether the last stage is the velocity at the end: the first of the next step."""
        return self.stages > 1 and bool((self.a[-1] == self.b).all())


@functools.cache
def tables(method: str) -> Tables:
    """The coefficients of a method by its name."""
    if method == "euler":  # which has no table in diffrax
        zero = np.zeros(1)
        return Tables(np.zeros((1, 1)), np.ones(1), zero, zero, np.zeros((1, 3)))
    solver = METHODS[method]()
    known = solver.tableau
    stages = known.num_stages
    a = np.zeros((stages, stages))
    for i, row in enumerate(known.a_lower, start=1):
        a[i, : len(row)] = row
    b, e = np.array(known.b_sol), np.array(known.b_error)
    return Tables(a, b, np.append(0.0, known.c), e, _curve(solver, stages))


@functools.cache
def error_order(method: str) -> float:
    """The power of h that the estimated error of a step falls with."""
    return float(METHODS[method]().error_order(dfx.ODETerm(lambda t, x, args: x)))


def _curve(solver: Any, stages: int) -> np.ndarray:
    """The polynomials of the smallest degree that agree with the weights of unit vectors."""

    @jax.jit
    @jax.vmap
    def on_units(s: Any) -> Any:
        y0, y1, *k = map(jnp.asarray, np.eye(2 + stages))
        curve = solver.interpolation_cls(t0=0.0, t1=1.0, y0=y0, y1=y1, k=jnp.stack(k))
        return curve.evaluate(s)

    s = (1 - np.cos(np.pi * np.linspace(0, 1, 3 * DEGREE))) / 2
    with jax.ensure_compile_time_eval():  # also where a program that needs the table is traced
        weights = np.asarray(on_units(s))
    for degree in range(1, DEGREE + 1):
        powers = np.vander(s, degree + 1, increasing=True)
        w, *_ = np.linalg.lstsq(powers, weights)
        if np.abs(powers @ w - weights).max() < 1e-13 * np.abs(weights).max():
            return w
    raise ValueError(f"The curve of {type(solver).__name__} is no polynomial.")


class Step(eqx.Module):
    """One step from (t, x) to (t1, x1): its stages, and the velocity at both ends."""

    t: Float[Array, ""]
    t1: Float[Array, ""]
    x: Tokens
    x1: Tokens  # before its retraction
    k: Float[Array, "stages ... n d"]
    velocity1: Tokens

    def error(self, table: Tables) -> Tokens:
        """The estimated error of x1."""
        return combined(table.e, self.k)

    def at(self, table: Tables, t: Array) -> Tokens:
        """The tokens at a time of the step, before their retraction."""
        s = (t - self.t) / (self.t1 - self.t)
        w = jnp.polyval(jnp.asarray(table.w[::-1]), s)  # Horner, for every weight at once
        return w[0] * self.x + w[1] * self.x1 + combined(w[2:], self.k)


def step(
    field: VectorField, table: Tables, t: Array, t1: Array, x: Tokens, velocity: Tokens
) -> Step:
    """The step from x at time t, where the velocity is known, to time t1."""
    k, last = stages(field, table, t, t1 - t, x, velocity)
    x1 = x + combined(table.b, k)
    velocity1 = last if table.ends_in_last_stage else field(t1, x1)
    return Step(t, t1, x, x1, k, velocity1)


def stages(
    field: VectorField, table: Tables, t: Time, h: Time, x: Tokens, velocity: Tokens
) -> tuple[Float[Array, "stages ... n d"], Tokens]:
    """All k_i = h f_i of a step whose first velocity is known, and the last velocity f_s.

    In a loop, which compiles the field once: written out it would be there thirteen times.
    """
    a, c = jnp.asarray(table.a), jnp.asarray(table.c)
    k = jnp.zeros((table.stages, *x.shape)).at[0].set(h * velocity)

    def stage(i: Array, carry: tuple[Array, Tokens]) -> tuple[Array, Tokens]:
        k, _ = carry
        velocity = field(t + c[i] * h, x + combined(a[i], k))
        return k.at[i].set(h * velocity), velocity

    return jax.lax.fori_loop(1, table.stages, stage, (k, velocity))


def combined(coefficients: Any, k: Float[Array, "stages ... n d"]) -> Tokens:
    """sum_i c_i k_i, token by token.

    A matrix product might round a token differently when others stand behind it, and then the
    future would move the past.
    """
    known = isinstance(coefficients, np.ndarray)
    counted = [i for i in range(len(k)) if not (known and coefficients[i] == 0)]
    terms = (coefficients[i] * k[i] for i in counted)
    return functools.reduce(operator.add, terms)


def equal_step(field: VectorField, table: Tables, t: Time, x: Tokens, h: Time) -> Tokens:
    """Tokens after a step of length h, without error control, back in their space."""
    needed = int(np.flatnonzero(table.b)[-1]) + 1  # the rest serves the error and the next step
    a, b, c, e = (part[:needed] for part in (table.a, table.b, table.c, table.e))
    short = Tables(a, b, c, e, table.w)
    k, _ = stages(field, short, t, h, x, field(t, x))
    return field.retract(x + combined(short.b, k))
