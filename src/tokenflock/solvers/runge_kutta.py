"""Explicit Runge-Kutta methods: their tables, one step, and the curve between its ends.

    k_i = h f(t + c_i h, x + sum_j a_ij k_j),     x1 = x + sum_i b_i k_i,     error = sum_i e_i k_i,

and the curve  w_0(s) x + w_1(s) x1 + sum_i w_{2+i}(s) k_i,  0 <= s <= 1.  The tables (`tableaus`)
are those of diffrax, but for the curves of dopri5 and dopri8, which have stages of their own
(`dense_output`); the kernels take the same ones (`native_call`), and a test compares the two steps.
"""

import functools
import operator
from typing import Any, NamedTuple

import equinox as eqx
import numpy as np
from jaxtyping import Array, Float, Int

from tokenflock._jax import jax, jnp
from tokenflock.fields.vector_field import Time, Tokens, VectorField
from tokenflock.solvers import dense_output
from tokenflock.solvers.tableaus import TABLEAUS

METHODS = ("euler", *TABLEAUS)


class Tables(NamedTuple):
    """The coefficients of a method, in the order in which stages are needed:

    first those of x1 and its error, then the velocity at x1, if it was none of them, and last those
    of the curve alone.  `w` holds its polynomials, one row per power of s - 1/2, since powers of s
    would cancel near 1.
    """

    a: np.ndarray  # (stages, stages)
    b: np.ndarray  # (stages,)
    c: np.ndarray  # (stages,)
    e: np.ndarray  # (stages,)
    w: np.ndarray  # (degree + 1, 2 + stages)

    @property
    def stages(self) -> int:
        """The number of velocities that the curve of a step combines."""
        return len(self.b)

    @property
    def tried(self) -> int:
        """The number of stages that say whether a step is accepted."""
        return int(np.flatnonzero((self.b != 0) | (self.e != 0))[-1]) + 1

    @property
    def end(self) -> int:
        """The stage at x1: its velocity is the first of the next step."""
        return int(np.flatnonzero((self.a == self.b).all(axis=1))[0])

    @property
    def accepted(self) -> int:
        """The number of stages of a step that is accepted."""
        return max(self.tried, self.end + 1)


@functools.cache
def tables(method: str) -> Tables:
    """The coefficients of a method by its name."""
    if method == "euler":
        zero = np.zeros(1)
        return _ended(Tables(np.zeros((1, 1)), np.ones(1), zero, zero, np.zeros((1, 3))))
    known = {name: np.array(part) for name, part in TABLEAUS[method].items()}
    if method not in dense_output.CURVES:
        return _ended(Tables(**known))
    own = dense_output.CURVES[method]
    table = Tables(**known, w=np.zeros((1, 2 + len(known["b"]))))
    return _longer(table, own.a, own.c)._replace(w=own.w)


def _ended(table: Tables) -> Tables:
    """The table with the velocity at x1 as its last stage."""
    return table if (table.a[-1] == table.b).all() else _longer(table, [[*table.b, 0.0]], [1.0])


def _longer(table: Tables, rows: Any, c: Any) -> Tables:
    """The table with further stages, given by their rows of a and their nodes."""
    count = len(c)
    a = np.vstack([np.pad(table.a, ((0, 0), (0, count))), rows])
    b, e = (np.pad(part, (0, count)) for part in (table.b, table.e))
    return Tables(a, b, np.append(table.c, c), e, np.pad(table.w, ((0, 0), (0, count))))


class Step(eqx.Module):
    """One step from (t, x) to (t1, x1): its stages, zero where not `completed`, and f(t1, x1)."""

    t: Float[Array, ""]
    t1: Float[Array, ""]
    x: Tokens
    x1: Tokens  # before its retraction
    k: Float[Array, "stages ... n d"]
    velocity1: Tokens

    def error(self, table: Tables) -> Tokens:
        """The estimated error of x1."""
        return combined(table.e, self.k)

    def completed(self, field: VectorField, table: Tables, count: Int[Array, ""]) -> "Step":
        """The step with its first `count` stages: all that an end, or also a curve, needs."""
        if table.tried == table.stages:
            return self
        evaluate = _stage(field, table, table.stages, self.t, self.t1 - self.t, self.x)
        carry = (self.k, self.velocity1)
        k, velocity1 = jax.lax.fori_loop(table.tried, count, evaluate, carry)
        return Step(self.t, self.t1, self.x, self.x1, k, velocity1)

    def at(self, table: Tables, t: Array) -> Tokens:
        """The tokens at a time of the step, before their retraction."""
        s = (t - self.t) / (self.t1 - self.t)
        w = jnp.polyval(jnp.asarray(table.w[::-1]), s - 0.5)  # Horner, for every weight at once
        used = np.flatnonzero(table.w[:, 2:].any(axis=0))
        return w[0] * self.x + w[1] * self.x1 + _summed(w[2:], self.k, used)


def step(
    field: VectorField, table: Tables, t: Array, t1: Array, x: Tokens, velocity: Tokens
) -> Step:
    """The step from x at time t, where the velocity is known, to time t1, as far as it is tried."""
    k, velocity1 = stages(field, table, t, t1 - t, x, velocity)
    return Step(t, t1, x, x + combined(table.b, k), k, velocity1)


def stages(
    field: VectorField, table: Tables, t: Time, h: Time, x: Tokens, velocity: Tokens
) -> tuple[Float[Array, "stages ... n d"], Tokens]:
    """The k_i = h f_i that a step with a known first velocity tries, and f_end if it is of them.

    In a loop, which compiles the field once: written out it would be there thirteen times.
    """
    k = jnp.zeros((table.stages, *x.shape)).at[0].set(h * velocity)
    evaluate = _stage(field, table, table.tried, t, h, x)
    return jax.lax.fori_loop(1, table.tried, evaluate, (k, velocity))


def _stage(field: VectorField, table: Tables, count: int, t: Time, h: Time, x: Tokens) -> Any:
    """The body of a loop over `count` stages, which carries all k_i, and f_end once it is known."""
    a, c = jnp.asarray(table.a[:, :count]), jnp.asarray(table.c)

    def stage(i: Array, carry: tuple[Array, Tokens]) -> tuple[Array, Tokens]:
        k, velocity1 = carry
        velocity = field(t + c[i] * h, x + combined(a[i], k))
        return k.at[i].set(h * velocity), jnp.where(i <= table.end, velocity, velocity1)

    return stage


def combined(coefficients: Any, k: Float[Array, "stages ... n d"]) -> Tokens:
    """sum_i c_i k_i, token by token.

    A matrix product might round a token differently when others stand behind it, and then the
    future would move the past.
    """
    known = isinstance(coefficients, np.ndarray)
    which = np.flatnonzero(coefficients) if known else np.arange(len(coefficients))
    return _summed(coefficients, k, which)


def _summed(coefficients: Any, k: Float[Array, "stages ... n d"], which: np.ndarray) -> Tokens:
    """sum_i c_i k_i over the stages in `which`."""
    terms = (coefficients[i] * k[i] for i in which)
    return functools.reduce(operator.add, terms)


def equal_step(field: VectorField, table: Tables, t: Time, x: Tokens, h: Time) -> Tokens:
    """Tokens after a step of length h, without error control, back in their space."""
    needed = int(np.flatnonzero(table.b)[-1]) + 1  # the rest serves the error and the next step
    b, c, e = (part[:needed] for part in (table.b, table.c, table.e))
    short = _ended(Tables(table.a[:needed, :needed], b, c, e, table.w))
    k, _ = stages(field, short, t, h, x, field(t, x))
    return field.retract(x + combined(short.b, k))
