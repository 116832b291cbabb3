"""Lanes: adaptive steps of several runs at once, a bounded number of them per compiled call.

One long compiled solve can neither be interrupted nor reported on.  Here the compiled part takes
some steps, saves what falls between them, and hands control back.
"""

from typing import Any

import equinox as eqx
from jaxtyping import Array, Bool, Float, Int

from tokenflock._jax import jax, jnp
from tokenflock.fields.vector_field import VectorField
from tokenflock.solvers.adaptive import Adaptive, Arc, Cursor, arrived, select
from tokenflock.solvers.family import combined, over_runs

AT_ONCE = 4  # values that a lane saves at a time


class System(eqx.Module):
    """What the lanes follow: a field, the arrays that each has of its own, and the method."""

    shared: VectorField
    own: Any
    method: Adaptive

    def field(self, own: Any) -> VectorField:
        """The field of one lane."""
        return combined(self.shared, own)


class Window(eqx.Module):
    """What a window is to do: save targets, none after t_end; infinity stands for an empty slot.

    It tries at most `steps` steps, and ends as soon as `patience` lanes wait for new targets.
    """

    targets: Float[Array, "lanes slots"]
    t_end: Float[Array, ""]
    steps: Int[Array, ""]
    patience: Int[Array, ""]

    @property
    def asked(self) -> Int[Array, " lanes"]:
        """How many targets each lane has."""
        return jnp.sum(self.targets <= self.t_end, axis=1)


class Log(eqx.Module):
    """What lanes have saved, block after block, each with some values of every lane.

    Rows are appended and never scattered: that XLA does one by one.  In the first `used` blocks
    the first `count` values of a lane are those of its targets from `slot` on.
    """

    values: Float[Array, "blocks lanes some ..."]
    slot: Int[Array, "blocks lanes"]
    count: Int[Array, "blocks lanes"]
    used: Int[Array, ""]
    filled: Int[Array, " lanes"]  # how many targets each lane has saved
    tried: Int[Array, ""]  # how many steps


def empty_values(lanes: int, slots: int, shape: tuple[int, ...]) -> Array:
    """Room for a log: all targets of a lone lane, else four times what one step may save."""
    if lanes == 1:
        return jnp.zeros((slots, 1, 1, *shape))
    return jnp.zeros((4 * -(-slots // AT_ONCE), lanes, AT_ONCE, *shape))


def slots_of(values: Array) -> int:
    """How many targets a lane may have, with room of that size."""
    blocks, lanes, some = values.shape[:3]
    return blocks * some if lanes == 1 else blocks * some // 4


@eqx.filter_jit
def enter(
    system: System, t: Array, x: Array, entering: Bool[Array, " lanes"], cursors: Cursor | None
) -> Cursor:
    """The cursors, with those of the lanes that are `entering` at the beginning of a path."""

    def begin(own: Any, x: Array) -> Cursor:
        return system.method.start(system.field(own), t, x)

    begun = over_runs(begin, len(x))(system.own, x)
    return begun if cursors is None else select(entering, begun, cursors)


@eqx.filter_jit(donate="all-except-first")
def advance(task: tuple[System, Window], cursors: Cursor, values: Array) -> tuple[Cursor, Log]:
    """The cursors and the log after a window; `values` is memory to write to."""
    system, window = task
    lanes = len(window.targets)
    asked, some = window.asked, values.shape[2]
    ends = jnp.minimum(window.targets[:, -1], window.t_end)  # no step passes the last target

    def attempt(own: Any, end: Array, at: Cursor) -> tuple[Cursor, Arc]:
        return system.method.attempt(system.field(own), end, at)

    def busy(cursors: Cursor, log: Log) -> Bool[Array, " lanes"]:
        return (log.filled < asked) & ~cursors.stuck

    def unfinished(carry: tuple[Cursor, Log]) -> Array:
        cursors, log = carry
        active = busy(cursors, log)
        waiting = jnp.sum(~active & (asked > 0))
        room = log.used + -(-jnp.max(asked - log.filled) // some) <= len(values)
        return active.any() & (waiting < window.patience) & (log.tried < window.steps) & room

    def step(carry: tuple[Cursor, Log]) -> tuple[Cursor, Log]:
        cursors, log = carry
        active = busy(cursors, log)
        moved, arcs = over_runs(attempt, lanes)(system.own, ends, cursors)
        reached = jnp.where(active, arcs.t1, -jnp.inf)
        between = _have_between(cursors.t, reached, window.targets)
        arcs = _completed(system, arcs, reached, between)
        moved = over_runs(arrived, lanes)(moved, arcs, between)
        log = _saved(system, arcs, reached, window.targets, log)
        log = eqx.tree_at(lambda log: log.tried, log, log.tried + 1)
        return select(active, moved, cursors), log

    none, zero = jnp.zeros((len(values), lanes), int), jnp.asarray(0)
    log = Log(values, none, none, zero, jnp.zeros(lanes, int), zero)
    return jax.lax.while_loop(unfinished, step, (cursors, log))


def _have_between(
    t: Float[Array, " lanes"], reached: Float[Array, " lanes"], targets: Array
) -> Bool[Array, " lanes"]:
    """Which lanes have targets strictly between the ends of their steps."""
    return jnp.any((targets > t[:, None]) & (targets < reached[:, None]), axis=1)


def _completed(
    system: System, arcs: Arc, reached: Float[Array, " lanes"], between: Bool[Array, " lanes"]
) -> Arc:
    """The arcs with the stages that ends need, or curves: as many as the lane that needs most."""
    table = system.method.table
    count = jnp.where((reached > -jnp.inf).any(), table.accepted, table.tried)
    count = jnp.where(between.any(), table.stages, count)

    def completed(own: Any, arc: Arc) -> Arc:
        return arc.completed(system.field(own), table, count)

    return over_runs(completed, len(between))(system.own, arcs)


def _saved(
    system: System, arcs: Arc, reached: Float[Array, " lanes"], targets: Array, log: Log
) -> Log:
    """The log with the values at all targets that each lane has reached appended to it."""
    count = jnp.sum(targets <= reached[:, None], axis=1)
    lanes, some = log.values.shape[1:3]

    def evaluate(own: Any, arc: Arc, due: Array, first: Array) -> Array:
        field = system.field(own)
        times = jax.lax.dynamic_slice(due, (first,), (some,))
        return over_runs(lambda t: arc.at(field, system.method.table, t), some)(times)

    padded = jnp.pad(targets, ((0, 0), (0, some)), mode="edge")

    def append(log: Log) -> Log:
        x = over_runs(evaluate, lanes)(system.own, arcs, padded, log.filled)
        new = jnp.clip(count - log.filled, 0, some)
        return Log(
            log.values.at[log.used].set(x), log.slot.at[log.used].set(log.filled),
            log.count.at[log.used].set(new), log.used + 1, log.filled + new, log.tried,
        )  # fmt: skip

    return jax.lax.while_loop(lambda log: (log.filled < count).any(), append, log)
