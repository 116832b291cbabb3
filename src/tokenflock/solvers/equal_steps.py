"""Equal steps: of a Runge-Kutta method, of a transformer's layers, or through noise.

All runs take the same steps, which land on every output time.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import equinox as eqx
import numpy as np
from jaxtyping import Array, Float

from tokenflock._jax import jax, jnp
from tokenflock.errors import InputError, SolveError
from tokenflock.fields.vector_field import Time, Tokens, VectorField
from tokenflock.solvers import native_call, native_law
from tokenflock.solvers.failures import overflow_error
from tokenflock.solvers.family import combined, over_runs
from tokenflock.solvers.methods import SPLITTING
from tokenflock.solvers.momentum import at_rest, is_accelerated, looked_ahead, momentum
from tokenflock.solvers.problem import Cost, Problem, Saved
from tokenflock.solvers.runge_kutta import equal_step, tables
from tokenflock.spaces import Rescaled
from tokenflock.spec.vocabulary import is_layered

WIDTH = 256  # runs that step together, where a problem does not say


@dataclass(frozen=True)
class Position:
    """How far all runs have come: the interval between saved times, and steps done in it.

    Runs step in groups of one width; `first` is the first run of the present group.
    """

    x: np.ndarray
    tokens: Any  # of the present group, on the device; pairs of them where layers have momentum
    first: int
    interval: int
    done_steps: int
    grid: "Grid"
    failures: dict[int, SolveError] = field(default_factory=dict)
    tried: int = 0

    @property
    def done(self) -> bool:
        """Whether the last group has saved all times."""
        return self.first >= len(self.x)

    @property
    def reached(self) -> np.ndarray:
        """The times that runs have reached: those of later groups have not begun."""
        times, (before, here) = self.grid.times, (self.first, self.first + self.grid.width)
        run = np.arange(len(self.x))
        now = self.grid.time(self.interval, self.done_steps) if not self.done else times[-1]
        return np.where(run < before, times[-1], np.where(run < here, now, times[0]))

    @property
    def cost(self) -> Cost:
        """The steps of all runs."""
        return {self.grid.unit: int(self.grid.counts.sum()) * len(self.x)}


@dataclass(frozen=True)
class Grid:
    """How many equal steps lead from each saved time to the next, and their lengths."""

    times: np.ndarray
    counts: np.ndarray
    lengths: np.ndarray
    width: int
    unit: str = "steps_accepted"
    is_native: bool = False  # whether the kernels take the steps

    def time(self, interval: int, done: int) -> float:
        """The time after some steps of an interval."""
        last = interval >= len(self.counts)
        return float(
            self.times[-1] if last else self.times[interval] + done * self.lengths[interval]
        )

    def steps_before(self, interval: int) -> int:
        """How many steps lead to the beginning of an interval."""
        return int(self.counts[:interval].sum())


@dataclass(frozen=True)
class EqualSteps:
    """Steps of one length, by the kernels where they know the field, else compiled by XLA."""

    by_kernels: bool = True  # where they can

    def serves(self, problem: Problem) -> bool:
        """True where a step is given."""
        return not problem.stepping.is_adaptive

    def start(self, problem: Problem) -> Position:
        """All runs at their beginning."""
        width = problem.width or min(problem.runs, WIDTH)
        grid = replace(_grid(problem, width), is_native=self.by_kernels and _are_native(problem))
        return _group(problem, Position(problem.x0.copy(), None, 0, 0, 0, grid), 0)

    def advance(self, problem: Problem, state: Position, steps: int) -> tuple[Position, Saved]:
        """Some steps of the present group, at most to the next saved time."""
        grid, k = state.grid, state.interval
        count = min(steps, int(grid.counts[k]) - state.done_steps)
        tokens = _stepped(problem, state, count)
        done = state.done_steps + count
        state = replace(state, tokens=tokens, done_steps=done, tried=count)
        return _arrived(problem, state) if done == grid.counts[k] else (state, _nothing(problem))


def _arrived(problem: Problem, state: Position) -> tuple[Position, Saved]:
    """The position at a saved time, where runs that are no longer finite are left behind."""
    k, times = state.interval + 1, state.grid.times
    runs = np.setdiff1d(_members(problem, state), list(state.failures))
    values = _now(problem, state.tokens)[runs - state.first]
    finite = np.isfinite(values).reshape(len(runs), -1).all(axis=1)
    lost = {int(r): overflow_error(times[k], state.x[r]) for r in runs[~finite]}
    runs, values = runs[finite], values[finite]
    x = state.x.copy()
    x[runs] = values
    state = replace(state, x=x, interval=k, done_steps=0, failures=state.failures | lost)
    saved = Saved(runs, np.full(len(runs), k), values)
    if k < len(state.grid.counts) and len(runs):
        return state, saved
    return _group(problem, state, state.first + state.grid.width), saved


def _now(problem: Problem, tokens: Any) -> np.ndarray:
    """The tokens of a group, without those of the layer before."""
    tokens = np.asarray(tokens)
    return tokens[:, 0] if is_accelerated(problem.stepping.method) else tokens


def _grid(problem: Problem, width: int) -> Grid:
    times, step = problem.times, problem.stepping.step
    assert step is not None
    if is_layered(problem.stepping.method):
        depth = _depths(times, step)
        counts = np.diff(depth)
        return Grid(times, counts, np.full(len(counts), step), width, "layers")
    counts = np.maximum(np.ceil(np.diff(times) / step - 1e-9), 1).astype(int)
    return Grid(times, counts, np.diff(times) / counts, width)


def _depths(times: np.ndarray, step: float) -> np.ndarray:
    """The number of layers before each time."""
    depth = np.rint((times - times[0]) / step).astype(int)
    off = np.abs(times - times[0] - depth * step) > 1e-9 * np.maximum(step, np.abs(times))
    if off.any():
        raise InputError(
            f"Layers are counted, so every time must be a whole number of them, a multiple of "
            f"`step={step:g}`. Got t={times[off][0]:g}."
        )
    return depth


def _group(problem: Problem, state: Position, first: int) -> Position:
    """The position at the beginning of a group of runs; the last run fills up the last group."""
    if first >= problem.runs:
        return replace(state, tokens=None, first=first, interval=0, done_steps=0)
    runs = _numbers(problem, first, state.grid.width)
    tokens = problem.x0[runs]
    tokens = at_rest(tokens) if is_accelerated(problem.stepping.method) else tokens
    tokens = tokens if state.grid.is_native else jnp.asarray(tokens)
    return replace(state, tokens=tokens, first=first, interval=0, done_steps=0)


def _numbers(problem: Problem, first: int, width: int) -> np.ndarray:
    return np.minimum(np.arange(first, first + width), problem.runs - 1)


def _members(problem: Problem, state: Position) -> np.ndarray:
    """The runs of the present group, without those that fill it up."""
    return np.arange(state.first, min(state.first + state.grid.width, problem.runs))


def _nothing(problem: Problem) -> Saved:
    none = np.zeros(0, int)
    return Saved(none, none, np.zeros((0, *problem.x0.shape[1:])))


WAYS = {"layers": "layers", "no-residual": "no-residual", SPLITTING: "splitting"}


def _are_native(problem: Problem) -> bool:
    field, shape = problem.family.first, problem.x0.shape
    return (
        len(shape) == 3
        and not is_accelerated(problem.stepping.method)
        and native_law.is_known(problem.family, *shape[1:])
        and (not field.is_noisy or native_law.kind_of(field).space in SHAKEN)
        and not (problem.stepping.method == "layers" and _refuses_layers(field))
    )


def _refuses_layers(field: Any) -> bool:
    """Whether `Rescaled.layer` raises an error, which it does once it is compiled."""
    return isinstance(field.space, Rescaled) and field.attention.ov is not None


SHAKEN = ("sphere", "euclidean")  # where noise is defined


def _stepped(problem: Problem, state: Position, count: int) -> Any:
    runs = _numbers(problem, state.first, state.grid.width)
    if state.grid.is_native:
        return _stepped_by_kernels(problem, state, runs, count)
    return _stepped_by_xla(problem, state, runs, count)


def _stepped_by_kernels(problem: Problem, state: Position, runs: np.ndarray, count: int) -> Any:
    grid, k, method = state.grid, state.interval, problem.stepping.method
    steps = native_call.EqualSteps(
        t=grid.time(k, state.done_steps), length=float(grid.lengths[k]), count=count,
        first=grid.steps_before(k) + state.done_steps,
    )  # fmt: skip
    table = "midpoint" if method in WAYS else method
    return native_call.take_steps(
        np.asarray(state.tokens), native_law.law_of(problem.family, runs, *problem.x0.shape[1:]),
        steps, kind=native_law.kind_of(problem.family.first), way=WAYS.get(method, "runge-kutta"),
        tables=tables(table), seed=None if problem.seeds is None else problem.seeds[runs],
    )  # fmt: skip


def _stepped_by_xla(problem: Problem, state: Position, runs: np.ndarray, count: int) -> Any:
    grid, k, stepping = state.grid, state.interval, problem.stepping
    steps = Steps(
        jnp.asarray(grid.time(k, state.done_steps)), jnp.asarray(grid.lengths[k]),
        jnp.asarray(count), jnp.asarray(grid.steps_before(k) + state.done_steps),
    )  # fmt: skip
    keys = None if problem.seeds is None else jnp.asarray(problem.seeds[runs])
    own = problem.family.arrays_of(runs)
    x = _taken(stepping.method, problem.family.shared, own, state.tokens, keys, steps)
    return jax.block_until_ready(x)


class Steps(eqx.Module):
    """Steps to take: when the first begins, how long and how many they are, and its number."""

    t: Float[Array, ""]
    length: Float[Array, ""]
    count: Array
    first: Array


@eqx.filter_jit
def _taken(method: str, shared: VectorField, own: Any, x: Array, keys: Any, steps: Steps) -> Array:
    """The tokens (runs, n, d) after some equal steps of a method, or pairs of such."""

    def one(own: Any, x: Tokens, key: Any) -> Tokens:
        step = _step(method, combined(shared, own), key)

        def body(k: Array, x: Tokens) -> Tokens:
            return step(steps.t + k * steps.length, x, steps.length, steps.first + k)

        return jax.lax.fori_loop(0, steps.count, body, x)

    return over_runs(one, len(x))(own, x, keys)


def _step(method: str, field: VectorField, key: Any) -> Callable[..., Tokens]:
    """The map (t, x, step, number of the step) -> x of a method."""
    if method == "layers":
        return lambda t, x, step, _: field.layer(t, x, step)
    if method == "no-residual":
        return lambda t, x, step, _: field.without_residual(t, x)
    if is_accelerated(method):
        return lambda t, x, step, k: looked_ahead(field, momentum(method, k), t, x, step)
    if method == SPLITTING:
        return lambda t, x, step, number: _noisy(field, key, t, x, step, number)
    return lambda t, x, step, _: equal_step(field, tables(method), t, x, step)


def _noisy(
    field: VectorField, key: Array, t: Array, x: Tokens, step: Array, number: Array
) -> Tokens:
    """A step of a noisy field: its random numbers depend on the step and the token alone."""
    stream = jax.random.fold_in(jax.random.wrap_key_data(key), number)
    return noisy_step(field, t, x, step, field.gaussians(stream, x))


def noisy_step(
    field: VectorField, t: Time, x: Tokens, step: Time, gaussians: Float[Array, "2 ..."]
) -> Tokens:
    """Half the noise, the drift by the midpoint rule, half the noise: weak order two."""
    x = field.shaken(gaussians[0], x, step / 2)
    x = equal_step(field, tables("midpoint"), t, x, step)
    return field.shaken(gaussians[1], x, step / 2)
