"""Ensembles: many independent runs through a fixed number of lanes.

All lanes take a step at once, each of its own length; a run that is done makes room for the next.
The compiled program depends on the number of lanes, not on the number of runs.
"""

from collections.abc import Callable, Sequence
from typing import Any

import equinox as eqx
import numpy as np
from jaxtyping import Array, Bool, Float, Int

from tokenflock._jax import jax, jnp
from tokenflock.fields.flow import Flow
from tokenflock.solvers.windows import Arc, Cursor, attempt, select, start

AT_ONCE = 4  # values that a lane saves at a time


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


class Log(eqx.Module):
    """What lanes have saved, block after block, each with some values of every lane.

    Rows are appended and never scattered: that XLA does one by one.  In the first `used` blocks
    the first `count` values of a lane are those of its targets from `slot` on.
    """

    values: Float[Array, "blocks lanes some n d"]
    slot: Int[Array, "blocks lanes"]
    count: Int[Array, "blocks lanes"]
    used: Int[Array, ""]
    filled: Int[Array, "lanes"]  # how many targets each lane has saved


def empty_values(lanes: int, slots: int, n: int, d: int) -> Float[Array, "blocks lanes some n d"]:
    """Room for a log: four times what a single step may need."""
    return jnp.zeros((4 * -(-slots // AT_ONCE), lanes, AT_ONCE, n, d))


@eqx.filter_jit(donate="all-except-first")
def advance_lanes(
    given: tuple[Flow, Any, Any, Any, Float[Array, "lanes slots"], Array, Array, Array],
    cursors: Cursor,
    values: Float[Array, "blocks lanes some n d"],
) -> tuple[Cursor, Log]:
    """As `windows.advance`, for all lanes at once; `values` is memory to write to.

    Given are flow, own arrays, solver, controller, targets, t_end, max_steps and patience: it stops
    as soon as `patience` lanes have saved all their targets and wait for new ones.
    """
    shared, own, solver, controller, targets, t_end, max_steps, patience = given
    lanes, slots = targets.shape
    wanted = jnp.sum(targets <= t_end, axis=1)
    ends = jnp.minimum(targets[:, -1], t_end)
    room = len(values) - -(-slots // AT_ONCE)  # enough for what one more step may save

    def attempt_one(own: Any, end: Array, at: Cursor) -> tuple[Cursor, Arc]:
        return attempt(eqx.combine(own, shared), solver, controller, end, at)

    def busy(cursors: Cursor, log: Log) -> Bool[Array, "lanes"]:
        return (log.filled < wanted) & ~cursors.stuck

    def unfinished(carry: tuple[Cursor, Log, Array]) -> Array:
        cursors, log, tried = carry
        active = busy(cursors, log)
        waiting = jnp.sum(~active & (wanted > 0))
        return active.any() & (waiting < patience) & (tried < max_steps) & (log.used <= room)

    def step(carry: tuple[Cursor, Log, Array]) -> tuple[Cursor, Log, Array]:
        cursors, log, tried = carry
        active = busy(cursors, log)
        moved, arcs = jax.vmap(attempt_one)(own, ends, cursors)
        reached = jnp.where(active, arcs.t1, -jnp.inf)
        log = _save_lanes(shared, own, arcs, reached, targets, log)
        return select(active, moved, cursors), log, tried + 1

    none = jnp.zeros((len(values), lanes), int)
    log = Log(values, none, none, jnp.asarray(0), jnp.zeros(lanes, int))
    cursors, log, _ = jax.lax.while_loop(unfinished, step, (cursors, log, jnp.asarray(0)))
    return cursors, log


def _save_lanes(
    shared: Flow, own: Any, arcs: Arc, reached: Float[Array, "lanes"], targets: Array, log: Log
) -> Log:
    """The log with the values at all targets that each lane has reached appended to it."""
    count = jnp.sum(targets <= reached[:, None], axis=1)

    def evaluate(own: Any, arc: Arc, due: Array, first: Array) -> Array:
        flow = eqx.combine(own, shared)
        times = jax.lax.dynamic_slice(due, (first,), (AT_ONCE,))
        return jax.vmap(lambda t: arc.evaluate(flow, t))(times)

    padded = jnp.pad(targets, ((0, 0), (0, AT_ONCE)), mode="edge")

    def append(log: Log) -> Log:
        x = jax.vmap(evaluate)(own, arcs, padded, log.filled)
        new = jnp.clip(count - log.filled, 0, AT_ONCE)
        return Log(
            log.values.at[log.used].set(x), log.slot.at[log.used].set(log.filled),
            log.count.at[log.used].set(new), log.used + 1, log.filled + new,
        )  # fmt: skip

    return jax.lax.while_loop(lambda log: (log.filled < count).any(), append, log)


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
