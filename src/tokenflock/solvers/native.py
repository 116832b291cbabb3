"""Native steps: runs on the sphere, each by itself, in the cache and without compiling.

    dx_i/dt = P_{x_i} sum_j w_ij V x_j,     w_ij ~ m_j exp(beta <x_i, M x_j>),

for one head.  Steps are chosen as `adaptive` chooses them, by the same tables; both ways differ
where an estimated error is all rounding, far below the tolerance.  A path depends on no other run,
and on no number of threads.
"""

import functools
from dataclasses import dataclass, replace
from typing import Any

import diffrax as dfx
import numpy as np

from tokenflock._jax import jax, jnp
from tokenflock.attention import SelfAttention, native
from tokenflock.attention.masks import Mask, Window
from tokenflock.attention.weightings import Softmax
from tokenflock.errors import SolveError
from tokenflock.fields import Flow, VectorField
from tokenflock.solvers import native_call
from tokenflock.solvers.compiled import evaluations
from tokenflock.solvers.failures import stuck_error
from tokenflock.solvers.family import Family
from tokenflock.solvers.problem import Cost, Problem, Saved
from tokenflock.solvers.runge_kutta import Tables, error_order, tables
from tokenflock.spaces import Sphere

PAGE = 2**21  # numbers that a call may save
LARGEST_PAGE = 2**24  # the same for one run of a batch
LARGEST_LOGIT = 1e150
LARGEST_MATRIX = 24  # rows: larger products are better left to BLAS
MOST_ALONE = 256  # tokens of a single run: with more, all cores are needed


@dataclass(frozen=True)
class Group:
    """Runs from `first` on that one call advances, among all runs of a problem."""

    first: int
    stand: native_call.State  # of the group
    law: native_call.Law
    x: np.ndarray  # of all runs
    reached: np.ndarray
    steps: np.ndarray  # accepted, rejected, with values between, of all groups before
    failures: dict[int, SolveError]
    table: Tables
    tried: int = 0
    done: bool = False

    @property
    def cost(self) -> Cost:
        """Steps and evaluations of all runs."""
        return evaluations(self.table, *self.steps)


class Native:
    """Adaptive steps of one softmax head on the sphere, by the kernels.

    A single run must have at most `alone` tokens, since it has one core.
    """

    def __init__(self, alone: int = MOST_ALONE) -> None:
        self.alone = alone

    def serves(self, problem: Problem) -> bool:
        """True for what the kernels know."""
        n, d = problem.x0.shape[-2:]
        path = len(problem.times) * problem.size
        small = n <= self.alone and path <= PAGE
        return (
            problem.stepping.is_adaptive
            and (small if problem.runs == 1 else path <= LARGEST_PAGE)
            and problem.x0.ndim == 3
            and kernels_know(problem.family, problem.stepping.method, n, d)
        )

    def start(self, problem: Problem) -> Group:
        """The first group of runs at its beginning."""
        times, runs = problem.times, problem.runs
        width = int(np.clip(PAGE // (len(times) * problem.size), 1, runs))
        x, reached = problem.x0.copy(), np.full(runs, times[0])
        table = tables(problem.stepping.method)
        stand, law = _begun(problem, 0, width)
        return Group(0, stand, law, x, reached, np.zeros(3, int), {}, table)

    def advance(self, problem: Problem, state: Group, steps: int) -> tuple[Group, Saved]:
        """Some steps of the present group, and the next group if it is through."""
        flow: Any = problem.family.first
        stand, values = native_call.advance(
            state.stand, state.law, mask=type(flow.attention.mask), times=problem.times,
            steps=steps, tables=state.table, control=_control(problem),
        )  # fmt: skip
        runs = _members(problem, state)
        saved = _new(runs, state.stand.saved, stand.saved, values)
        reached = state.reached.copy()
        reached[runs] = stand.t[: len(runs)]
        state = replace(state, stand=stand, reached=reached, tried=_tried(state.stand, stand))
        if not stand.unfinished(len(problem.times)).any():
            state = _closed(problem, state, runs)
        return state, saved


def kernels_know(family: Family, method: str, n: int, d: int) -> bool:
    """Whether native steps can follow a family by a method."""
    field, table = family.first, tables(method)
    return (
        native.available()
        and jax.default_backend() == "cpu"
        and _is_plain(field)
        and _is_one_head(field, n, d)
        and max(_largest_logit(flow, d) for flow in family.fields) < LARGEST_LOGIT
        and table.stages <= native_call.MOST_STAGES
    )


def _is_plain(field: VectorField) -> bool:
    return (
        type(field) is Flow
        and type(field.space) is Sphere
        and type(field.attention) is SelfAttention
        and field.frozen is None
        and field.noise is None
    )


def _is_one_head(flow: Any, n: int, d: int) -> bool:
    """Whether the kernels sum one head pair by pair."""
    attention = flow.attention
    parts = (attention.factors, attention.output, attention.position)
    return (
        type(attention.weighting) is Softmax
        and all(part is None for part in parts)
        and attention.heads == 1
        and attention.kernel in ("auto", "native")
        and native.supports(attention.mask, jnp.float64)
        and not attention.is_linear(n, d)
        and (d <= LARGEST_MATRIX or attention.dimension is None)
    )


def _largest_logit(flow: Any, d: int) -> float:
    qk, beta = flow.attention.dense_qk, float(flow.attention.beta)
    return beta * d * (1.0 if qk is None else float(np.abs(np.asarray(qk)).max()))


def _control(problem: Problem) -> native_call.Control:
    """Step sizes as diffrax chooses them."""
    known = _controller()
    return native_call.Control(
        order=error_order(problem.stepping.method), tol=problem.stepping.tol,
        safety=known.safety, factor_min=known.factormin, factor_max=known.factormax,
    )  # fmt: skip


@functools.cache
def _controller() -> Any:
    return dfx.PIDController(rtol=0.0, atol=0.0)


def _begun(problem: Problem, first: int, width: int) -> tuple[native_call.State, native_call.Law]:
    """A group at its beginning; runs that only fill up the width are done already."""
    runs = np.resize(np.arange(first, min(first + width, problem.runs)), width)
    real = min(width, problem.runs - first)
    saved = np.where(np.arange(width) < real, 1, len(problem.times))  # the start is saved already
    stand = native_call.State.at(problem.x0[runs], problem.times[0])
    return replace(stand, saved=saved), _law(problem.family, runs)


def _members(problem: Problem, state: Group) -> np.ndarray:
    """The runs of the present group, without those that fill it up."""
    return np.arange(state.first, min(state.first + len(state.stand.t), problem.runs))


def _tried(before: native_call.State, after: native_call.State) -> int:
    """How many steps the busiest run has tried."""
    return int((after.accepted + after.rejected - before.accepted - before.rejected).max())


def _new(runs: np.ndarray, before: np.ndarray, after: np.ndarray, values: np.ndarray) -> Saved:
    """What a call has saved of some runs."""
    count = len(runs)
    values, index = values[:count], np.arange(values.shape[1])
    new = (before[:count, None] <= index) & (index < after[:count, None])
    lane, time = np.nonzero(new)
    whole = new.all()
    return Saved(runs[lane], time, values.reshape(-1, *values.shape[2:]) if whole else values[new])


def _closed(problem: Problem, state: Group, runs: np.ndarray) -> Group:
    """The next group, after the ends and failures of the present one are noted."""
    stand, x, width = state.stand, state.x.copy(), len(state.stand.t)
    x[runs] = stand.x[: len(runs)]
    tol = problem.stepping.tol
    failed = np.flatnonzero(stand.saved[: len(runs)] < len(problem.times))
    failures = {int(runs[k]): _error(stand, k, tol) for k in failed}
    counts = (stand.accepted, stand.rejected, stand.between)
    steps = state.steps + [count[: len(runs)].sum() for count in counts]
    first = state.first + width
    after = replace(state, x=x, steps=steps, failures=state.failures | failures, first=first)
    if first >= problem.runs:
        return replace(after, done=True)
    stand, law = _begun(problem, first, width)
    return replace(after, stand=stand, law=law)


def _error(stand: native_call.State, k: Any, tol: float) -> SolveError:
    return stuck_error(stand.t[k], stand.x[k], stand.velocity[k], tol)


def _law(family: Family, runs: np.ndarray) -> native_call.Law:
    """beta, M, V, masses and window of every run."""
    flows: Any = family.fields
    attentions = [flow.attention for flow in flows]

    def of_runs(parts: list[Any]) -> Any:
        return None if parts[0] is None else np.stack(parts)[family.which[runs]]

    return native_call.Law(
        beta=of_runs([one.beta for one in attentions]),
        qk=of_runs([_only_head(one.dense_qk) for one in attentions]),
        ov=of_runs([_only_head(one.dense_ov) for one in attentions]),
        masses=of_runs([one.masses for one in attentions]),
        width=of_runs([_width(one.mask) for one in attentions]),
    )


def _only_head(matrices: Any) -> np.ndarray | None:
    return None if matrices is None else np.asarray(matrices)[0]


def _width(mask: Mask) -> np.int64:
    return np.int64(mask.width if isinstance(mask, Window) else 0)
