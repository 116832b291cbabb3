"""The call of the kernels that step: its operands by name, and their shapes."""

import functools
from typing import Any, NamedTuple

import numpy as np

from tokenflock._jax import jax
from tokenflock.attention import native
from tokenflock.attention.masks import Mask
from tokenflock.solvers.runge_kutta import Tables


class State(NamedTuple):
    """Where runs stand: not begun where nothing is saved, stuck where t_next is not beyond t."""

    x: np.ndarray  # (runs, n, d)
    velocity: np.ndarray
    t: np.ndarray  # (runs,)
    t_next: np.ndarray
    counts: np.ndarray  # (runs, 3): times saved, steps accepted and rejected

    @classmethod
    def at(cls, x: np.ndarray, t: float) -> "State":
        """Runs that begin at a time."""
        times = np.full(len(x), t)
        return cls(x, np.zeros_like(x), times, times, np.zeros((len(x), 3), int))

    @property
    def saved(self) -> np.ndarray:
        """How many times are saved."""
        return self.counts[:, 0]

    def unfinished(self, count: int) -> np.ndarray:
        """The runs that have not saved all times and can go on."""
        stuck = (self.saved > 0) & ~(self.t_next > self.t)
        return (self.saved < count) & ~stuck


class Law(NamedTuple):
    """One head by run: empty arrays stand for the identity, and for masses of one."""

    beta: np.ndarray  # (runs,)
    qk: np.ndarray  # (runs, d, d)
    ov: np.ndarray
    masses: np.ndarray  # (runs, n)
    width: np.ndarray  # (runs,), of a window


class Control(NamedTuple):
    """How steps are chosen."""

    order: float
    tol: float
    safety: float
    factor_min: float
    factor_max: float


def advance(
    mask: type[Mask], state: State, law: Law, times: np.ndarray, steps: int, table: Tables,
    control: Control,
) -> tuple[State, np.ndarray]:  # fmt: skip
    """The state after at most so many steps of every run, and the values at all times so far."""
    *after, values = _call(
        mask, table.ends_in_last_stage, state, law, times, np.array([steps]),
        (table.a, table.b, table.e, table.w), np.array(control),
    )  # fmt: skip
    return State(*map(np.asarray, after)), np.asarray(values)


@functools.partial(jax.jit, static_argnums=(0, 1))
def _call(
    kind: type[Mask], ends_in_last_stage: bool, state: State, law: Law, times: Any, steps: Any,
    table: Any, control: Any,
) -> Any:  # fmt: skip
    shapes = [jax.ShapeDtypeStruct(part.shape, part.dtype) for part in state]
    runs, n, d = state.x.shape
    values = jax.ShapeDtypeStruct((runs, len(times), n, d), float)
    return jax.ffi.ffi_call("tokenflock_follow", (*shapes, values))(
        *state, *law, times, steps, *table, control,
        mask=np.int64(native.KINDS[kind]), ends_in_last_stage=ends_in_last_stage,
    )  # fmt: skip
