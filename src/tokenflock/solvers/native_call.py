"""Native Runge-Kutta steps of many runs on the sphere: all that is said to the kernel `advance`.

    dx_i/dt = P_{x_i} sum_j w_ij V x_j,     w_ij ~ m_j exp(beta <x_i, M x_j>),

for one head.  Every run takes steps of its own length, and depends on no other run and on no number
of threads.  Records are built by keyword, and their arrays go by the names of their fields: the
kernel (`native/integration_handlers.cpp`) checks names, types and shapes.
"""

import dataclasses
import functools
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float, Int

from tokenflock._jax import jax
from tokenflock.attention import native
from tokenflock.attention.masks import Mask
from tokenflock.numerics import ffi
from tokenflock.solvers.runge_kutta import Tables

MOST_STAGES = 20  # that the kernel has room for


@dataclass(frozen=True, kw_only=True)
class State:
    """Where runs stand; t_next is -inf before the first step, not beyond t where a run is stuck."""

    x: Float[np.ndarray, "runs n d"]
    velocity: Float[np.ndarray, "runs n d"]
    t: Float[np.ndarray, " runs"]
    t_next: Float[np.ndarray, " runs"]
    saved: Int[np.ndarray, " runs"]  # how many of the output times
    accepted: Int[np.ndarray, " runs"]
    rejected: Int[np.ndarray, " runs"]
    between: Int[np.ndarray, " runs"]  # accepted steps with values saved between their ends

    @classmethod
    def at(cls, x: Float[np.ndarray, "runs n d"], t: float) -> "State":
        """Runs that begin at a time."""
        none = np.zeros(len(x), np.int64)
        return cls(
            x=x, velocity=np.zeros_like(x), t=np.full(len(x), t), t_next=np.full(len(x), -np.inf),
            saved=none, accepted=none, rejected=none, between=none,
        )  # fmt: skip

    def unfinished(self, count: int) -> np.ndarray:
        """The runs that have not saved all times and can go on."""
        can_go_on = (self.t_next > self.t) | (self.t_next == -np.inf)
        return (self.saved < count) & can_go_on


@dataclass(frozen=True, kw_only=True)
class Law:
    """beta, M, V, masses and width of the window of every run.

    None stands for the identity and for ones; only a window reads the width.
    """

    beta: Float[np.ndarray, " runs"]
    qk: Float[np.ndarray, "runs d d"] | None
    ov: Float[np.ndarray, "runs d d"] | None
    masses: Float[np.ndarray, "runs n"] | None
    width: Int[np.ndarray, " runs"]


@dataclass(frozen=True, kw_only=True)
class Control:
    """A step is kept where error < 1 in units of tol (1 + |x|), and the next one has the length

    h clip(safety error^(-1/order), factor_min, factor_max).
    """

    order: float  # of the estimated error
    tol: float
    safety: float
    factor_min: float
    factor_max: float


def advance(
    state: State,
    law: Law,
    *,
    mask: type[Mask],
    times: Float[np.ndarray, " times"],
    steps: int,
    tables: Tables,
    control: Control,
) -> tuple[State, Float[np.ndarray, "runs times n d"]]:
    """Runs after so many steps at most, and the tokens at the `times` that were saved.

    Run r has then saved values[r, :saved]; what stands before its former `saved` was saved by
    earlier calls, and is not repeated.  No step passes the last of `times`.  Other times go on from
    a state with `saved=0`.
    """
    given = operands(state, law, times, steps, tables, control)
    found = {name: np.asarray(array) for name, array in _advance(mask, given).items()}
    values = found.pop("values")
    return State(**found), values


def operands(
    state: State, law: Law, times: Any, steps: int, tables: Tables, control: Control
) -> dict[str, Any]:
    """All that the kernel is given, by name; empty arrays for what is None."""
    numbers = {name: np.float64(number) for name, number in vars(control).items()}
    output = {"times": times, "steps": np.int64(steps)}
    coefficients = {name: getattr(tables, name) for name in ("a", "b", "e", "w")}
    return vars(state) | _law(law, len(state.x)) | coefficients | numbers | output


def _law(law: Law, runs: int) -> dict[str, Any]:
    empty = {"qk": (runs, 0, 0), "ov": (runs, 0, 0), "masses": (runs, 0)}
    return {
        name: np.zeros(empty[name]) if array is None else array for name, array in vars(law).items()
    }


@functools.partial(jax.jit, static_argnums=0)
def _advance(mask: type[Mask], given: dict[str, Any]) -> dict[str, Any]:
    if not native.available():  # which also registers them
        raise RuntimeError(f"The native kernels cannot be called: {native.instruction_set()}.")
    state = {field.name: given[field.name] for field in dataclasses.fields(State)}
    results = {name: jax.ShapeDtypeStruct(part.shape, part.dtype) for name, part in state.items()}
    runs, n, d = given["x"].shape
    results["values"] = jax.ShapeDtypeStruct((runs, len(given["times"]), n, d), float)
    return ffi.call(
        "tokenflock_advance", operands=given, results=results,
        attributes={"mask": native.KINDS[mask]},
    )  # fmt: skip
