"""Ensembles: many independent runs through a fixed number of lanes.

All lanes take a step at once, each of its own length; a run that is done makes room for the next.
The compiled program depends on the number of lanes, not on the number of runs.
"""

from collections.abc import Callable, Sequence
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


class Family:
    """Flows of one shape, run r following `flows[which[r]]`.

    `shared` is a flow without the arrays in which they differ; `own` holds those, run first.
    """

    def __init__(self, flows: Sequence[Flow], which: np.ndarray) -> None:
        arrays, rest = zip(*(eqx.partition(flow, eqx.is_array) for flow in flows), strict=True)
        if not all(eqx.tree_equal(rest[0], other) for other in rest[1:]):
            raise ValueError("The flows of a family must be of one kind.")
        differ = jax.tree.map(lambda *leaves: not _all_equal(leaves), *arrays)
        self.flows, self.which = tuple(flows), np.asarray(which)
        self.shared = eqx.combine(
            jax.tree.map(lambda differs, leaf: None if differs else leaf, differ, arrays[0]),
            rest[0],
        )
        self.own = jax.tree.map(
            lambda differs, *leaves: np.stack(leaves)[self.which] if differs else None,
            differ, *arrays,
        )  # fmt: skip

    def in_lanes(self, who: np.ndarray) -> Any:
        """The arrays of the runs in the lanes."""
        return jax.tree.map(lambda leaf: jnp.asarray(leaf[who]), self.own)

    def breaks(self, start: float, end: float) -> tuple[float, ...]:
        """The times at which the velocities jump, the same for all."""
        return self.flows[0].breaks(start, end)

    def during(self, t: float) -> "Family":
        """The flows of the stretch between two breaks that holds t, continued beyond them."""
        return Family([flow.during(t) for flow in self.flows], self.which)


def _all_equal(leaves: Sequence[Any]) -> bool:
    return all(np.array_equal(leaves[0], leaf) for leaf in leaves[1:])


@eqx.filter_jit
def enter(
    shared: Flow, own: Any, solver: Any, controller: Any, t: Array, x: Float[Array, "lanes n d"],
    fresh: Bool[Array, "lanes"], cursors: Cursor | None,
) -> Cursor:  # fmt: skip
    """The cursors with those of `fresh` lanes put to the beginning of a path from x."""

    def begin(own: Any, x: Array) -> Cursor:
        return start(eqx.combine(own, shared), solver, controller, t, x)

    begun = jax.vmap(begin)(own, x)
    return begun if cursors is None else select(fresh, begun, cursors)


@eqx.filter_jit
def advance_lanes(
    shared: Flow,
    own: Any,
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

    def attempt_one(own: Any, end: Array, at: Cursor) -> tuple[Cursor, Arc]:
        return attempt(eqx.combine(own, shared), solver, controller, end, at)

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
        moved, arcs = jax.vmap(attempt_one)(own, ends, cursors)
        reached = jnp.where(active, arcs.t1, -jnp.inf)
        page = _save_lanes(shared, own, arcs, reached, targets, page)
        return select(active, moved, cursors), page, tried + 1

    lanes, slots = targets.shape
    page = Page(jnp.zeros((lanes, slots, *cursors.x.shape[1:])), jnp.zeros(lanes, int))
    cursors, page, _ = jax.lax.while_loop(unfinished, step, (cursors, page, jnp.asarray(0)))
    return cursors, page


def _save_lanes(
    shared: Flow, own: Any, arcs: Arc, reached: Float[Array, "lanes"], targets: Array, page: Page
) -> Page:
    """The page with the values at all targets that each lane has reached written into it."""
    lane = jnp.arange(len(targets))
    evaluate = jax.vmap(lambda own, arc, t: arc.evaluate(eqx.combine(own, shared), t))

    def due(page: Page) -> Array:
        next_target = targets[lane, jnp.minimum(page.filled, targets.shape[1] - 1)]
        return (page.filled < targets.shape[1]) & (next_target <= reached)

    def write(page: Page) -> Page:
        now = due(page)
        slot: Int[Array, "lanes"] = jnp.minimum(page.filled, targets.shape[1] - 1)
        x = select(now, evaluate(own, arcs, targets[lane, slot]), page.values[lane, slot])
        return Page(page.values.at[lane, slot].set(x), page.filled + now)

    return jax.lax.while_loop(lambda page: due(page).any(), write, page)


def together(kind: Callable[..., Any], own: Any, mapped: tuple[int, ...]) -> Callable[..., Any]:
    """`kind(flow, *operands)` of `windows`, for runs with arrays of their own.

    `mapped` are the operands with an axis of runs.
    """
    return lambda shared, *operands: _together(kind, mapped, shared, own, *operands)


@eqx.filter_jit
def _together(
    kind: Callable[..., Any], mapped: tuple[int, ...], shared: Flow, own: Any, *operands: Any
) -> Array:
    def one(own: Any, *operands: Any) -> Array:
        return kind(eqx.combine(own, shared), *operands)

    axes = (0 if k in mapped else None for k in range(len(operands)))
    return jax.vmap(one, in_axes=(0, *axes))(own, *operands)
