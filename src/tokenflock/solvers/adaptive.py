"""Adaptive steps of one run: each as long as its estimated error allows.

The length of a step is chosen by diffrax's controller.  Tokens are retracted after every step and
on every value between its ends.
"""

from typing import Any

import equinox as eqx
from jaxtyping import Array, Bool, Float, Int

from tokenflock._jax import jax, jnp
from tokenflock.fields.vector_field import Tokens, VectorField
from tokenflock.solvers.runge_kutta import Step, Tables, step, tables
from tokenflock.solvers.tableaus import ERROR_ORDERS


class Cursor(eqx.Module):
    """Where an adaptive path stands: its state, the next step to try, and what it cost so far."""

    t: Float[Array, ""]
    x: Tokens
    velocity: Tokens
    t_next: Float[Array, ""]
    control: Any  # the state of the controller
    accepted: Int[Array, ""]
    rejected: Int[Array, ""]
    between: Int[Array, ""]  # accepted steps with values saved between their ends
    stuck: Bool[Array, ""]


class Arc(eqx.Module):
    """A step that was taken, the tokens at its end, and its end: minus infinity if rejected."""

    step: Step
    x1: Tokens
    t1: Float[Array, ""]

    def completed(self, field: VectorField, table: Tables, count: Int[Array, ""]) -> "Arc":
        """The arc with its first `count` stages."""
        return Arc(self.step.completed(field, table, count), self.x1, self.t1)

    def at(self, field: VectorField, table: Tables, t: Array) -> Tokens:
        """The tokens at a time of the step."""
        return jnp.where(t == self.t1, self.x1, field.retract(self.step.at(table, t)))


class Adaptive(eqx.Module):
    """A method with error control: estimated errors stay below tol, absolute and relative."""

    tol: Float[Array, ""]  # an array, so that another tolerance does not compile anew
    method: str = eqx.field(static=True)

    @property
    def table(self) -> Tables:
        """The coefficients of the method."""
        return tables(self.method)

    def _controller(self, field: VectorField) -> Any:
        import diffrax as dfx  # a second, which native steps do not wait for

        return dfx.PIDController(rtol=self.tol, atol=self.tol, norm=field.error_norm)

    def start(self, field: VectorField, t: Array, x: Tokens) -> Cursor:
        """The cursor at the beginning of a path."""
        term, order = field.term(), ERROR_ORDERS[self.method]
        func = lambda terms, t, y, args: field(t, y)  # noqa: E731
        first, control = self._controller(field).init(term, t, t, x, None, None, func, order)
        zero, no = jnp.asarray(0), jnp.asarray(False)
        cursor = Cursor(t, x, field(t, x), jnp.asarray(first), control, zero, zero, zero, no)
        return jax.tree.map(jnp.asarray, cursor)

    def attempt(self, field: VectorField, t_end: Array, at: Cursor) -> tuple[Cursor, Arc]:
        """The cursor after one step was tried, and the arc it went along if it was accepted.

        Both wait for `arrived`: the velocity is still that before the step.
        """
        t1 = jnp.minimum(at.t_next, t_end)
        tried = step(field, self.table, at.t, t1, at.x, at.velocity)
        x1, error = field.retract(tried.x1), tried.error(self.table)
        error = jnp.where(jnp.isnan(error), jnp.inf, error)  # a shorter step may do
        controller: Any = self._controller(field)
        keep, t, t_next, _, control, _ = controller.adapt_step_size(
            at.t, t1, at.x, x1, None, error, ERROR_ORDERS[self.method], at.control
        )
        # A step cut short by t_end says little of the next: the length it was cut from stays.
        uncut = jnp.maximum(t_next, t + at.t_next - at.t)
        t_next = jnp.where(keep & (t1 < at.t_next), uncut, t_next)
        x = select(keep, x1, at.x)
        # A step of one unit in the last place may be rejected, shortened, and rounded to itself.
        stuck = (t < t_end) & (~(t_next > t) | (~keep & ~(t_next < t1)))
        cursor = Cursor(
            t, x, at.velocity, t_next, control, at.accepted + keep, at.rejected + ~keep,
            at.between, stuck,
        )  # fmt: skip
        return cursor, Arc(tried, x1, jnp.where(keep, t1, -jnp.inf))


def arrived(cursor: Cursor, arc: Arc, between: Bool[Array, ""]) -> Cursor:
    """The cursor at the end of a completed arc, `between` whose ends values are saved, or not."""
    velocity = select(arc.t1 > -jnp.inf, arc.step.velocity1, cursor.velocity)
    parts = (velocity, cursor.between + between)
    return eqx.tree_at(lambda at: (at.velocity, at.between), cursor, parts)


def select(keep: Array, new: Any, old: Any) -> Any:
    """`new` where `keep`, leaf by leaf; `keep` may have leading axes of the leaves."""

    def leaf(a: Array, b: Array) -> Array:
        return jnp.where(keep.reshape(keep.shape + (1,) * (b.ndim - keep.ndim)), a, b)

    return jax.tree.map(leaf, new, old)
