"""Integration in windows: a bounded number of steps per compiled call.

One long compiled solve can neither be interrupted nor reported on.  Here the compiled part takes a
few steps over diffrax's `solver.step`, retracts after each of them and on every saved value, and
hands control back; progress, Ctrl-C and memory are Python's business between two windows.
"""

from typing import Any

import diffrax as dfx
import equinox as eqx
from jaxtyping import Array, Bool, Float, Int

from tokenflock.backend import jax, jnp
from tokenflock.flow import Flow
from tokenflock.spaces import Tokens

SLOTS = 64  # saved values per window: a fixed shape, whatever the number of output times


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
    zero = jnp.asarray(0)
    return Cursor(t, x, t_next, solver_state, controller_state, zero, zero, jnp.asarray(False))


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

    Targets after t_end stand for empty slots.  No step passes t_end.
    """
    wanted = jnp.sum(targets <= t_end)
    budget = cursor.accepted + cursor.rejected + max_steps

    def unfinished(carry: tuple[Cursor, Page]) -> Array:
        cursor, page = carry
        spent = cursor.accepted + cursor.rejected
        return (page.filled < wanted) & (spent < budget) & ~cursor.stuck

    def step(carry: tuple[Cursor, Page]) -> tuple[Cursor, Page]:
        return _step(flow, solver, controller, targets, t_end, *carry)

    page = Page(jnp.zeros((len(targets), *cursor.x.shape)), jnp.asarray(0))
    return jax.lax.while_loop(unfinished, step, (cursor, page))


def _step(
    flow: Flow, solver: Any, controller: Any, targets: Array, t_end: Array, at: Cursor, page: Page
) -> tuple[Cursor, Page]:
    ode = term(flow)
    t1 = jnp.minimum(at.t_next, t_end)
    x1, error, dense, solver_state, _ = solver.step(
        ode, at.t, t1, at.x, None, at.solver_state, jnp.asarray(False)
    )
    x1 = flow.space.retract(x1)
    keep, t, t_next, _, controller_state, _ = controller.adapt_step_size(
        at.t, t1, at.x, x1, None, error, solver.error_order(ode), at.controller_state
    )
    curve = solver.interpolation_cls(t0=at.t, t1=t1, **dense)
    page = _save(flow, curve, targets, jnp.where(keep, t1, -jnp.inf), x1, page)
    x, solver_state = _select(keep, (x1, solver_state), (at.x, at.solver_state))
    stuck = ~(t_next > t) & (t < t_end)
    return Cursor(
        t, x, t_next, solver_state, controller_state,
        at.accepted + keep, at.rejected + ~keep, stuck,
    ), page  # fmt: skip


def _save(flow: Flow, curve: Any, targets: Array, t1: Array, x1: Tokens, page: Page) -> Page:
    """The page with the values at all targets up to t1 written into it."""

    def due(page: Page) -> Array:
        return (page.filled < len(targets)) & (targets[page.filled] <= t1)

    def write(page: Page) -> Page:
        t = targets[page.filled]
        x = jnp.where(t == t1, x1, flow.space.retract(curve.evaluate(t)))
        return Page(page.values.at[page.filled].set(x), page.filled + 1)

    return jax.lax.while_loop(due, write, page)


def _select(keep: Array, new: Any, old: Any) -> Any:
    return jax.tree.map(lambda a, b: jnp.where(keep, a, b), new, old)


start_runs = eqx.filter_jit(eqx.filter_vmap(start, in_axes=(None, None, None, None, 0)))
advance_runs = eqx.filter_jit(
    eqx.filter_vmap(advance, in_axes=(None, None, None, eqx.if_array(0), 0, None, None))
)


@eqx.filter_jit
def march(flow: Flow, solver: Any, t: Array, x: Tokens, step: Array, steps: Array) -> Tokens:
    """Tokens after a number of equal steps of a solver, retracted after each."""
    ode = term(flow)

    def body(k: Array, carry: tuple[Tokens, Any]) -> tuple[Tokens, Any]:
        x, state = carry
        t0 = t + k * step
        x, _, _, state, _ = solver.step(ode, t0, t0 + step, x, None, state, jnp.asarray(False))
        return flow.space.retract(x), state

    state = solver.init(ode, t, t + step, x, None)
    return jax.lax.fori_loop(0, steps, body, (x, state))[0]


@eqx.filter_jit
def descend(flow: Flow, x: Tokens, step: Array, steps: Array) -> Tokens:
    """Tokens after a number of transformer layers, x <- N(x + step A(x))."""

    def layer(_: Array, x: Tokens) -> Tokens:
        return flow.space.retract(x + step * flow.attention(x))

    return jax.lax.fori_loop(0, steps, layer, x)
