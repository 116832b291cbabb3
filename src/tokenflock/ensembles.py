"""Ensembles: many independent runs through a fixed number of lanes.

All lanes take a step at once, each of its own length; a run that is done makes room for the next.
The compiled program depends on the number of lanes, not on the number of runs.
"""

from typing import Any

import equinox as eqx
import numpy as np
from jaxtyping import Array, Bool, Float, Int

from tokenflock.backend import jax, jnp
from tokenflock.flow import Flow
from tokenflock.windows import Arc, Cursor, Page, attempt, select, start


def lanes_for(n: int) -> int:
    """How many runs of n tokens step together: enough work for all cores, little to wait for."""
    return int(np.clip(2**18 // n**2, 16, 256))


start_runs = eqx.filter_jit(eqx.filter_vmap(start, in_axes=(None, None, None, None, 0)))


@eqx.filter_jit
def advance_lanes(
    flow: Flow,
    solver: Any,
    controller: Any,
    cursors: Cursor,
    targets: Float[Array, "lanes slots"],
    t_end: Array,
    max_steps: Array,
    patience: Array,
) -> tuple[Cursor, Page]:
    """As `windows.advance`, for all lanes at once.

    Stops as soon as `patience` lanes have saved all their targets and wait for new ones.
    """
    wanted = jnp.sum(targets <= t_end, axis=1)
    ends = jnp.minimum(targets[:, -1], t_end)
    attempt_all = jax.vmap(lambda end, at: attempt(flow, solver, controller, end, at))

    def busy(cursors: Cursor, page: Page) -> Bool[Array, "lanes"]:
        return (page.filled < wanted) & ~cursors.stuck

    def unfinished(carry: tuple[Cursor, Page, Array]) -> Array:
        cursors, page, tried = carry
        active = busy(cursors, page)
        waiting = jnp.sum(~active & (wanted > 0))
        return active.any() & (waiting < patience) & (tried < max_steps)

    def step(carry: tuple[Cursor, Page, Array]) -> tuple[Cursor, Page, Array]:
        cursors, page, tried = carry
        active = busy(cursors, page)
        moved, arcs = attempt_all(ends, cursors)
        page = _save_lanes(flow, arcs, jnp.where(active, arcs.t1, -jnp.inf), targets, page)
        return select(active, moved, cursors), page, tried + 1

    lanes, slots = targets.shape
    page = Page(jnp.zeros((lanes, slots, *cursors.x.shape[1:])), jnp.zeros(lanes, int))
    cursors, page, _ = jax.lax.while_loop(unfinished, step, (cursors, page, jnp.asarray(0)))
    return cursors, page


def _save_lanes(
    flow: Flow, arcs: Arc, reached: Float[Array, "lanes"], targets: Array, page: Page
) -> Page:
    """The page with the values at all targets that each lane has reached written into it."""
    lane = jnp.arange(len(targets))
    evaluate = jax.vmap(lambda arc, t: arc.evaluate(flow, t))

    def due(page: Page) -> Array:
        next_target = targets[lane, jnp.minimum(page.filled, targets.shape[1] - 1)]
        return (page.filled < targets.shape[1]) & (next_target <= reached)

    def write(page: Page) -> Page:
        now = due(page)
        slot: Int[Array, "lanes"] = jnp.minimum(page.filled, targets.shape[1] - 1)
        x = select(now, evaluate(arcs, targets[lane, slot]), page.values[lane, slot])
        return Page(page.values.at[lane, slot].set(x), page.filled + now)

    return jax.lax.while_loop(lambda page: due(page).any(), write, page)
