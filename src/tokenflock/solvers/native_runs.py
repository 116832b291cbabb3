"""Runs on the sphere by native steps: what `lanes` does, each run by itself and in the cache.

    dx_i/dt = P_{x_i} sum_j w_ij V x_j,     w_ij ~ m_j exp(beta <x_i, M x_j>),

for one head.  Steps are chosen as diffrax chooses them, by its own tables; both ways differ where
an estimated error is all rounding, far below the tolerance.  A path depends on no other run, and on
no number of threads.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from jaxtyping import Array, Float

from tokenflock._jax import jax, jnp
from tokenflock.attention import SelfAttention, native
from tokenflock.attention.masks import Mask, Window
from tokenflock.attention.weightings import Softmax
from tokenflock.errors import InputError
from tokenflock.fields.flow import Flow
from tokenflock.solvers import paths, windows
from tokenflock.solvers.ensembles import Family
from tokenflock.solvers.paths import Cost, Progress
from tokenflock.solvers.tables import Tables, tables
from tokenflock.spaces import Sphere

PAGE = 2**21  # numbers that a call may save
LARGEST_LOGIT = 1e150
MOST_STAGES = 16  # that the kernel has room for
LARGEST_MATRIX = 24  # rows: larger products are better left to BLAS


def serve(family: Family, solver: Any, n: int, d: int) -> bool:
    """Whether native steps can follow a family by a method."""
    flow, tableau = family.flows[0], solver.tableau
    return (
        native.available()
        and jax.default_backend() == "cpu"
        and _is_plain(flow)
        and _is_one_head(flow.attention, n, d)
        and max(_largest_logit(flow.attention, d) for flow in family.flows) < LARGEST_LOGIT
        and bool(tableau.fsal) == bool(tableau.ssal)
        and tableau.num_stages <= MOST_STAGES
    )


def _is_plain(flow: Flow) -> bool:
    return (
        type(flow.space) is Sphere
        and type(flow.attention) is SelfAttention
        and flow.frozen is None
        and flow.noise is None
    )


def _is_one_head(attention: Any, n: int, d: int) -> bool:
    """Whether the kernels sum one head pair by pair."""
    parts = (attention.factors, attention.output, attention.position)
    return (
        isinstance(attention.weighting, Softmax)
        and all(part is None for part in parts)
        and attention.heads == 1
        and attention.method in ("auto", "native")
        and native.supports(attention.mask, jnp.float64)
        and not attention.is_linear(n, d)
        and (d <= LARGEST_MATRIX or attention.dimension is None)
    )


def _largest_logit(attention: Any, d: int) -> float:
    qk = attention.dense_qk
    return float(attention.beta) * d * (1.0 if qk is None else float(np.abs(np.asarray(qk)).max()))


class State(NamedTuple):
    """Where runs stand: not begun where nothing is saved, stuck where t_next is not beyond t."""

    x: np.ndarray
    velocity: np.ndarray
    t: np.ndarray
    t_next: np.ndarray
    counts: np.ndarray  # (runs, 3): times saved, steps accepted and rejected

    @property
    def saved(self) -> np.ndarray:
        return self.counts[:, 0]

    def unfinished(self, count: int) -> np.ndarray:
        """The runs that have not saved all times and can go on."""
        stuck = (self.saved > 0) & ~(self.t_next > self.t)
        return (self.saved < count) & ~stuck


def follow(
    family: Family,
    solver: Any,
    x0: np.ndarray,
    times: np.ndarray,
    tol: float,
    keep: Callable[[np.ndarray, np.ndarray, np.ndarray], None],
    refuse: Callable[[int, InputError], None],
    progress: Progress | None = None,
) -> tuple[np.ndarray, Cost]:
    """Where all runs end, and the cost; `keep` and `refuse` as in `lanes`."""
    width = int(np.clip(PAGE // (len(times) * x0[0].size), 1, len(x0)))
    ends, reached, spent = x0.copy(), np.full(len(x0), times[0]), np.zeros(2, int)
    call, budgets = _caller(family.flows[0], solver, tol, times), paths.budgets()
    for first in range(0, len(x0), width):
        some = np.arange(first, min(first + width, len(x0)))
        law, state = _law(family, np.resize(some, width)), _begin(x0, some, width, times)
        while state.unfinished(len(times)).any():
            before = state.saved
            state, values = call(law, state, next(budgets))
            _hand_over(some, before, state.saved, values, keep)
            reached[some] = state.t[: len(some)]
            if progress is not None:
                progress(float(reached.mean()))
        for lane in np.flatnonzero(state.saved < len(times)):
            refuse(int(some[lane]), paths.stuck(state.t[lane], state.x[lane], tol))
        ends[some] = state.x[: len(some)]
        spent += state.counts[: len(some), 1:].sum(axis=0)
    return ends, paths.evaluations(solver, *spent)


def _begin(x0: np.ndarray, some: np.ndarray, width: int, times: np.ndarray) -> State:
    """Runs at their beginning; those that only fill up the width are done already."""
    x, t, counts = x0[np.resize(some, width)], np.full(width, times[0]), np.zeros((width, 3), int)
    counts[len(some) :, 0] = len(times)
    return State(x, np.zeros_like(x), t, t, counts)


def _hand_over(
    some: np.ndarray, before: np.ndarray, after: np.ndarray, values: np.ndarray, keep: Any
) -> None:
    """Keep what a call has saved of the runs `some`."""
    values, index = values[: len(some)], np.arange(values.shape[1])
    new = (before[: len(some), None] <= index) & (index < after[: len(some), None])
    lane, time = np.nonzero(new)
    picked = values.reshape(-1, *values.shape[2:]) if new.all() else values[lane, time]
    keep(some[lane], time, picked)


def _law(family: Family, runs: np.ndarray) -> tuple[np.ndarray, ...]:
    """beta, M, V, masses and window of every run; empty for the identity and for ones."""
    laws = [_law_of(flow.attention) for flow in family.flows]
    return tuple(np.stack(parts)[family.which[runs]] for parts in zip(*laws, strict=True))


def _law_of(attention: Any) -> tuple[np.ndarray, ...]:
    given = (attention.beta, attention.dense_qk, attention.dense_ov, attention.masses)
    width = attention.mask.width if isinstance(attention.mask, Window) else 0
    parts = (np.zeros(0) if part is None else np.asarray(part) for part in given)
    return (*parts, np.asarray(width, np.int64))


Call = Callable[[tuple[np.ndarray, ...], State, int], tuple[State, np.ndarray]]


def _caller(flow: Flow, solver: Any, tol: float, times: np.ndarray) -> Call:
    """The call that advances runs by some steps: to their next state and what was saved."""
    attention: Any = flow.attention
    control = paths.controller(tol, windows.token_norm)
    order = float(solver.error_order(windows.term(flow)))
    numbers = np.array([order, tol, control.safety, control.factormin, control.factormax])
    fixed = (type(attention.mask), bool(solver.tableau.fsal))

    def call(law: tuple[np.ndarray, ...], state: State, steps: int) -> tuple[State, np.ndarray]:
        method, most = tables(solver.__class__), np.array([steps])
        *after, values = _advance(*fixed, state, law, times, most, method, numbers)
        return State(*map(np.asarray, after)), np.asarray(values)

    return call


@functools.partial(jax.jit, static_argnums=(0, 1))
def _advance(
    kind: type[Mask], ends_in_last_stage: bool, state: State, law: Any, times: Any, steps: Any,
    method: Tables, numbers: Any,
) -> Any:  # fmt: skip
    shapes = [jax.ShapeDtypeStruct(part.shape, part.dtype) for part in state]
    runs, n, d = state.x.shape
    values = jax.ShapeDtypeStruct((runs, len(times), n, d), float)
    return jax.ffi.ffi_call("tokenflock_follow", (*shapes, values))(
        *state, *law, times, steps, *method, numbers,
        mask=np.int64(native.KINDS[kind]), ends_in_last_stage=ends_in_last_stage,
    )  # fmt: skip


def close_pairs(x: Float[Array, "... n d"], above: float = 0.999) -> Float[Array, "..."]:
    """As `observables.close_pairs`, every pair once and without a matrix of them."""
    if x.shape[-2] < 2:
        return jnp.ones(x.shape[:-2])
    shares = jax.ShapeDtypeStruct(x.shape[:-2], float)
    return jax.ffi.ffi_call("tokenflock_close_pairs", shares)(x, jnp.array([above], float))
