"""All that is said to the kernels `advance` (adaptive steps) and `take_steps` (equal steps).

Every run takes steps of its own, and depends on no other run and on no number of threads.  Records
are built by keyword, and their arrays go by the names of their fields: the kernels
(`native/integration_handlers.cpp`) check names, types and shapes.
"""

import dataclasses
import functools
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Bool, Float, Int, Integer

from tokenflock._jax import jax
from tokenflock.attention import native
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
class Kind:
    """Of which kind a law is, by the kernels' names."""

    mask: str = "full"
    weighting: str = "softmax"
    space: str = "sphere"
    block: str = "sequential"


@dataclass(frozen=True, kw_only=True)
class Law:
    """The law of motion of every run, see `native/law.h`.  None: the identity, ones, nobody, never.

    Matrices are those of all heads, or of one for all: M and V, or the factors Q, K and W_O, W_V.
    """

    beta: Float[np.ndarray, " runs"]
    qk: Float[np.ndarray, "runs #heads d d"] | None = None
    ov: Float[np.ndarray, "runs #heads d d"] | None = None
    query: Float[np.ndarray, "runs #heads rank d"] | None = None
    key: Float[np.ndarray, "runs #heads rank d"] | None = None
    output: Float[np.ndarray, "runs #heads d rank_v"] | None = None
    value: Float[np.ndarray, "runs #heads rank_v d"] | None = None
    frequency: Float[np.ndarray, "runs half_rank"] | None = None  # of rotary positions
    masses: Float[np.ndarray, "runs n"] | None = None
    log_seen: Float[np.ndarray, "runs n"] | None = None  # which unnormalized weights need
    reach: Float[np.ndarray, "runs #heads"] | None = None  # where sums may be taken as series
    frozen: Bool[np.ndarray, "runs n"] | None = None
    seen: Bool[np.ndarray, "runs n n"] | None = None  # which the mask 'table' needs
    width: Int[np.ndarray, " runs"] | None = None  # of a window
    alpha: Float[np.ndarray, " runs"] | None = None  # of nGPT
    kappa: Float[np.ndarray, " runs"] | None = None  # of the noise
    mlp_in: Float[np.ndarray, "runs width d"] | None = None  # W of all hidden units
    mlp_bias: Float[np.ndarray, "runs width"] | None = None
    mlp_out: Float[np.ndarray, "runs d width"] | None = None  # U
    mlp_gate: Float[np.ndarray, "runs width d"] | None = None  # G
    mlp_gate_bias: Float[np.ndarray, "runs width"] | None = None
    mlp_sigma: Int[np.ndarray, "runs width"] | None = None  # which of `vocabulary.ACTIVATIONS`
    linear: Float[np.ndarray, "runs d d"] | None = None
    external: Float[np.ndarray, "runs n d"] | None = None


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
    kind: Kind,
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
    found = {name: np.asarray(array) for name, array in _advance(kind, given).items()}
    values = found.pop("values")
    return State(**found), values


def operands(
    state: State, law: Law, times: Any, steps: int, tables: Tables, control: Control
) -> dict[str, Any]:
    """All that `advance` is given, by name; empty arrays for what is None."""
    numbers = {name: np.float64(number) for name, number in vars(control).items()}
    output = {"times": times, "steps": np.int64(steps)}
    return vars(state) | arrays_of(law) | _coefficients(tables) | numbers | output


@dataclass(frozen=True, kw_only=True)
class EqualSteps:
    """When the first of some equal steps begins, their length and count, and its number."""

    t: float
    length: float
    count: int
    first: int = 0


def take_steps(
    x: Float[np.ndarray, "runs n d"],
    law: Law,
    steps: EqualSteps,
    *,
    kind: Kind,
    way: str,
    tables: Tables,
    seed: Integer[np.ndarray, "runs 2"] | None = None,
) -> Float[np.ndarray, "runs n d"]:
    """Runs after equal steps of a way: 'layers', 'no-residual', 'runge-kutta' or 'splitting'.

    The noise of 'splitting' is that of `seed`, and depends on the number of a step and the token.
    """
    given = step_operands(x, law, steps, tables, seed)
    return np.asarray(_take_steps(kind, way, given)["x"])


def step_operands(
    x: np.ndarray, law: Law, steps: EqualSteps, tables: Tables, seed: np.ndarray | None
) -> dict[str, Any]:
    """All that `take_steps` is given, by name."""
    seed = np.zeros((len(x), 2), np.int64) if seed is None else seed.astype(np.int64)
    times = {"t": np.float64(steps.t), "length": np.float64(steps.length)}
    counts = {"count": np.int64(steps.count), "first": np.int64(steps.first)}
    return {"x": x, "seed": seed} | arrays_of(law) | _coefficients(tables) | times | counts


def _coefficients(tables: Tables) -> dict[str, Any]:
    return {name: getattr(tables, name) for name in ("a", "b", "c", "e", "w")}


# What stands for None: arrays without entries, or numbers that nobody reads.
EMPTY: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(("qk", "ov", "query", "key", "output", "value"), (0, 0, 0)),
    **dict.fromkeys(("frequency", "masses", "log_seen", "reach", "frozen"), (0,)),
    **dict.fromkeys(("width", "alpha", "kappa"), ()),
    **dict.fromkeys(("mlp_bias", "mlp_gate_bias", "mlp_sigma"), (0,)),
    **dict.fromkeys(("seen", "mlp_in", "mlp_out", "mlp_gate", "linear", "external"), (0, 0)),
}
TYPES = {"frozen": bool, "seen": bool, "width": np.int64, "mlp_sigma": np.int64}


def arrays_of(law: Law) -> dict[str, Any]:
    """The arrays of a law by name; empty ones for what is None."""

    def nothing(name: str) -> np.ndarray:
        return np.zeros((len(law.beta), *EMPTY[name]), TYPES.get(name, float))

    return {name: nothing(name) if part is None else part for name, part in vars(law).items()}


@functools.partial(jax.jit, static_argnums=0)
def _advance(kind: Kind, given: dict[str, Any]) -> dict[str, Any]:
    _check_kernels()
    state = {field.name: given[field.name] for field in dataclasses.fields(State)}
    results = {name: jax.ShapeDtypeStruct(part.shape, part.dtype) for name, part in state.items()}
    runs, n, d = given["x"].shape
    results["values"] = jax.ShapeDtypeStruct((runs, len(given["times"]), n, d), float)
    return ffi.call("tokenflock_advance", operands=given, results=results, attributes=vars(kind))


@functools.partial(jax.jit, static_argnums=(0, 1))
def _take_steps(kind: Kind, way: str, given: dict[str, Any]) -> dict[str, Any]:
    _check_kernels()
    results = {"x": jax.ShapeDtypeStruct(given["x"].shape, float)}
    return ffi.call(
        "tokenflock_take_steps", operands=given, results=results,
        attributes=vars(kind) | {"way": way},
    )  # fmt: skip


def _check_kernels() -> None:
    if not native.available():  # which also registers them
        raise RuntimeError(f"The native kernels cannot be called: {native.instruction_set()}.")
