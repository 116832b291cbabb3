"""Integration in windows: a bounded number of steps per compiled call.

One long compiled solve can neither be interrupted nor reported on.  Here the compiled part takes a
few steps over diffrax's `solver.step`, retracts after each of them and on every saved value, and
hands control back; progress, Ctrl-C and memory are Python's business between two windows.
"""

from typing import Any

import diffrax as dfx
import equinox as eqx
from jaxtyping import Array, Bool, Float, Int

from tokenflock._jax import jax, jnp
from tokenflock.fields.flow import Flow
from tokenflock.solvers.stages import combined
from tokenflock.spaces import Tokens

SLOTS = 64  # saved values per window: a fixed shape, whatever the number of output times
LARGEST_PAGE = 2**20  # numbers of them: 8 MB


class Cursor(eqx.Module):
    """Where an adaptive path stands: its state, the next step to try, and what it cost so far."""

    t: Float[Array, ""]
    x: Tokens
    t_next: Float[Array, ""]
    solver_state: Any
    controller_state: Any
    accepted: Int[Array, ""]
    rejected: Int[Array, ""]
    stuck: Bool[Array, ""]


class Page(eqx.Module):
    """The values a window has saved: the first `filled` rows of `values`."""

    values: Float[Array, "slots n d"]
    filled: Int[Array, ""]


def token_norm(error: Tokens) -> Float[Array, ""]:
    """The largest Euclidean norm over tokens."""
    return jnp.sqrt((error * error).sum(axis=-1)).max()


def term(flow: Flow) -> dfx.ODETerm:
    """The flow as diffrax wants it."""
    return dfx.ODETerm(lambda t, x, _: flow(t, x))


@eqx.filter_jit
def start(flow: Flow, solver: Any, controller: Any, t: Array, x: Tokens) -> Cursor:
    """The cursor at the beginning of a path."""
    ode, order = term(flow), solver.error_order(term(flow))
    t_next, controller_state = controller.init(ode, t, t, x, None, None, solver.func, order)
    solver_state = solver.init(ode, t, t_next, x, None)
    zero, no = jnp.asarray(0), jnp.asarray(False)
    cursor = Cursor(t, x, t_next, solver_state, controller_state, zero, zero, no)
    return jax.tree.map(jnp.asarray, cursor)


def slots(size: int) -> int:
    """How many values of so many numbers a window saves: a power of two, few if they are large."""
    return max(1, min(SLOTS, 2 ** (LARGEST_PAGE // size).bit_length() // 2))


@eqx.filter_jit
def advance(
    flow: Flow,
    solver: Any,
    controller: Any,
    cursor: Cursor,
    targets: Float[Array, "slots"],
    t_end: Array,
    max_steps: Array,
) -> tuple[Cursor, Page]:
    """The path followed until all targets are saved or `max_steps` steps were tried.

    Targets after t_end stand for empty slots.  No step passes the last target.
    """
    wanted = jnp.sum(targets <= t_end)
    t_end = jnp.minimum(targets[-1], t_end)
    budget = cursor.accepted + cursor.rejected + max_steps

    def unfinished(carry: tuple[Cursor, Page]) -> Array:
        cursor, page = carry
        spent = cursor.accepted + cursor.rejected
        return (page.filled < wanted) & (spent < budget) & ~cursor.stuck

    def step(carry: tuple[Cursor, Page]) -> tuple[Cursor, Page]:
        cursor, page = carry
        cursor, arc = attempt(flow, solver, controller, t_end, cursor)
        return cursor, _save(flow, arc, targets, page)

    page = Page(jnp.zeros((len(targets), *cursor.x.shape)), jnp.asarray(0))
    return jax.lax.while_loop(unfinished, step, (cursor, page))


class Arc(eqx.Module):
    """A step that was taken: where it ends, and the curve in between."""

    t1: Float[Array, ""]  # minus infinity for a step that was rejected
    x1: Tokens
    curve: Any

    def evaluate(self, flow: Flow, t: Array) -> Tokens:
        """The tokens at a time of the step."""
        return jnp.where(t == self.t1, self.x1, flow.space.retract(self.curve.evaluate(t)))


def attempt(
    flow: Flow, solver: Any, controller: Any, t_end: Array, at: Cursor
) -> tuple[Cursor, Arc]:
    """The cursor after one step was tried, and the arc it went along if it was accepted."""
    ode = term(flow)
    t1 = jnp.minimum(at.t_next, t_end)
    x1, error, dense, solver_state, _ = solver.step(
        ode, at.t, t1, at.x, None, at.solver_state, jnp.asarray(False)
    )
    x1 = flow.space.retract(x1)
    keep, t, t_next, _, controller_state, _ = controller.adapt_step_size(
        at.t, t1, at.x, x1, None, error, solver.error_order(ode), at.controller_state
    )
    # A step cut short by t_end says little of the next: the length it was cut from stays.
    t_next = jnp.where(keep & (t1 < at.t_next), jnp.maximum(t_next, t + at.t_next - at.t), t_next)
    curve = solver.interpolation_cls(t0=at.t, t1=t1, **dense)
    x, solver_state = select(keep, (x1, solver_state), (at.x, at.solver_state))
    stuck = ~(t_next > t) & (t < t_end)
    cursor = Cursor(
        t, x, t_next, solver_state, controller_state,
        at.accepted + keep, at.rejected + ~keep, stuck,
    )  # fmt: skip
    return cursor, Arc(jnp.where(keep, t1, -jnp.inf), x1, curve)


def _save(flow: Flow, arc: Arc, targets: Array, page: Page) -> Page:
    """The page with the values at all targets up to the end of the arc written into it."""

    def due(page: Page) -> Array:
        return (page.filled < len(targets)) & (targets[page.filled] <= arc.t1)

    def write(page: Page) -> Page:
        x = arc.evaluate(flow, targets[page.filled])
        return Page(page.values.at[page.filled].set(x), page.filled + 1)

    return jax.lax.while_loop(due, write, page)


def select(keep: Array, new: Any, old: Any) -> Any:
    """`new` where `keep`, leaf by leaf; `keep` may have leading axes of the leaves."""

    def leaf(a: Array, b: Array) -> Array:
        return jnp.where(keep.reshape(keep.shape + (1,) * (b.ndim - keep.ndim)), a, b)

    return jax.tree.map(leaf, new, old)


@eqx.filter_jit
def march(flow: Flow, solver: Any, t: Array, x: Tokens, step: Array, steps: Array) -> Tokens:
    """Tokens after a number of equal steps of a solver, retracted after each."""

    def body(k: Array, x: Tokens) -> Tokens:
        return flow.space.retract(_explicit_step(flow, solver, t + k * step, x, step))

    return jax.lax.fori_loop(0, steps, body, x)


def _explicit_step(flow: Flow, solver: Any, t: Array, x: Tokens, h: Array) -> Tokens:
    """One step of the method's tableau,

        x + h sum_i b_i k_i,     k_i = f(t + c_i h, x + h sum_j a_ij k_j).

    Token by token: matrix products over the stages, as `solver.step` has them, may round a token
    differently when others stand behind it, and then the future would move the past.
    """
    k = [flow(t, x)]
    if isinstance(solver, dfx.Euler):
        return x + h * k[0]
    for c, row in zip(solver.tableau.c, solver.tableau.a_lower, strict=True):
        k.append(flow(t + float(c) * h, x + h * combined(row, k)))
    return x + h * combined(solver.tableau.b_sol, k)


@eqx.filter_jit
def descend(flow: Flow, t: Array, x: Tokens, step: Array, steps: Array) -> Tokens:
    """Tokens after a number of transformer layers, x <- N(x + step A(x))."""

    def layer(k: Array, x: Tokens) -> Tokens:
        return flow.layer(t + k * step, x, step)

    return jax.lax.fori_loop(0, steps, layer, x)


@eqx.filter_jit
def collapse(flow: Flow, t: Array, x: Tokens, step: Array, steps: Array) -> Tokens:
    """Tokens after a number of layers without residual, x <- N(A(x))."""

    def layer(k: Array, x: Tokens) -> Tokens:
        return flow.replaced(t + k * step, x)

    return jax.lax.fori_loop(0, steps, layer, x)


@eqx.filter_jit
def wander(
    flow: Flow, key: Any, first: Array, t: Array, x: Tokens, step: Array, steps: Array
) -> Tokens:
    """Tokens after a number of equal steps of a noisy flow, the `first` of them so numbered.

    The random numbers of a token in a step depend on the numbers of both only: not on how many
    tokens there are.
    """

    def body(k: Array, x: Tokens) -> Tokens:
        drawn = jax.random.normal(jax.random.fold_in(key, first + k), (x.shape[0], 2, *x.shape[1:]))
        return noisy_step(flow, t + k * step, x, step, jnp.moveaxis(drawn, 1, 0))

    return jax.lax.fori_loop(0, steps, body, x)


def noisy_step(
    flow: Flow, t: Array, x: Tokens, step: Array, gaussians: Float[Array, "2 ... n d"]
) -> Tokens:
    """Half the noise, the drift by the midpoint rule, half the noise: weak order two."""
    x = flow.shaken(gaussians[0], x, step / 2)
    x = flow.space.retract(_explicit_step(flow, dfx.Midpoint(), t, x, step))
    return flow.shaken(gaussians[1], x, step / 2)
