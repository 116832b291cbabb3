"""Paths: a flow followed through given times, one window after another.

Three ways to step: adaptive to a tolerance, equal steps of a solver, and the layers of a
transformer.  Each returns the saved tokens, time before token, and what they cost.
"""

import time as clock
from collections.abc import Callable, Iterator
from typing import Any

import diffrax as dfx
import numpy as np

from tokenflock import windows
from tokenflock.backend import jax, jnp
from tokenflock.errors import InputError
from tokenflock.flow import Flow
from tokenflock.spaces import Rescaled

WINDOW_SECONDS = 0.2

Progress = Callable[[float], None]
Cost = dict[str, int]


def adaptive(
    flow: Any,
    solver: Any,
    x0: np.ndarray,
    times: np.ndarray,
    tol: float,
    progress: Progress | None = None,
    *,
    single: bool = True,
    norm: Callable[[Any], Any] = windows.token_norm,
) -> tuple[np.ndarray, Cost]:
    """The path by steps that keep the norm of the estimated error below tol.

    Unless `single`, the first axis of x0 runs over independent paths with steps of their own.
    """
    start = windows.start if single else windows.start_runs
    advance = windows.advance if single else windows.advance_runs
    control = _controller(tol, norm)
    t_start, t_end = jnp.asarray(times[0]), jnp.asarray(times[-1])
    cursor = start(flow, solver, control, t_start, jnp.asarray(x0))
    x = _empty_path(x0[None] if single else x0, times)
    saved = np.ones(x.shape[0], int)
    for budget in _budgets():
        if (saved == len(times)).all():
            break
        due = _targets(times, saved)
        targets = jnp.asarray(due[0] if single else due)
        cursor, page = advance(flow, solver, control, cursor, targets, t_end, budget)
        _collect(x, saved, page)
        _refuse_if_stuck(cursor, tol)
        if progress is not None:
            progress(float(np.min(cursor.t)))
    return (x[0] if single else x), _cost(solver, cursor)


def _controller(tol: float, norm: Callable[[Any], Any]) -> dfx.PIDController:
    # An array, so that another tolerance does not compile anew.
    bound = jnp.asarray(tol)
    return dfx.PIDController(rtol=bound, atol=bound, norm=norm)


def _empty_path(x0: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Room for (runs, time, n, d), the first time filled."""
    x = np.empty((len(x0), len(times), *x0.shape[1:]))
    x[:, 0] = x0
    return x


def _targets(times: np.ndarray, saved: np.ndarray) -> np.ndarray:
    """The next times each run has to save; infinity where there are none."""
    padded = np.append(times, np.full(windows.SLOTS, np.inf))
    return np.stack([padded[k : k + windows.SLOTS] for k in saved])


def _collect(x: np.ndarray, saved: np.ndarray, page: windows.Page) -> None:
    values = np.asarray(page.values).reshape(len(saved), windows.SLOTS, *x.shape[2:])
    for run, filled in enumerate(np.atleast_1d(page.filled)):
        x[run, saved[run] : saved[run] + filled] = values[run, :filled]
        saved[run] += filled


def _budgets() -> Iterator[Any]:
    """Step budgets of successive windows, aimed at WINDOW_SECONDS each."""
    steps, last = 8, clock.perf_counter()
    while True:
        yield jnp.asarray(steps)
        now = clock.perf_counter()
        aim = WINDOW_SECONDS / max(now - last, 1e-6)
        # The first windows compile, which says nothing of a step: never shrink below 8 at once.
        steps, last = int(np.clip(steps * min(aim, 4.0), 1 if now - last < 1 else 8, 1e6)), now


def _refuse_if_stuck(cursor: windows.Cursor, tol: float) -> None:
    if not np.any(cursor.stuck):
        return
    t = float(np.min(np.where(cursor.stuck, cursor.t, np.inf)))
    if float(np.max(np.abs(cursor.x))) > 1e150:
        raise InputError(
            f"The tokens grow beyond floating point: past 1e150 at t={t:.6g}. "
            "Use `space='rescaled'` or a smaller `t_end`."
        )
    raise InputError(
        f"`tol={tol:g}` cannot be met: at t={t:.6g} even the smallest step has a larger error. "
        "Ask for a larger `tol`."
    )


def _cost(solver: Any, cursor: windows.Cursor) -> Cost:
    accepted, rejected = int(np.sum(cursor.accepted)), int(np.sum(cursor.rejected))
    stages = solver.tableau.num_stages - bool(solver.tableau.fsal)
    return {
        "steps_accepted": accepted,
        "steps_rejected": rejected,
        "evaluations": stages * (accepted + rejected),
    }


def equal_steps(
    flow: Flow,
    solver: Any,
    x0: np.ndarray,
    times: np.ndarray,
    step: float,
    progress: Progress | None,
) -> tuple[np.ndarray, Cost]:
    """The path by equal steps, at most `step` long, that land on every output time."""
    counts = np.maximum(np.ceil(np.diff(times) / step - 1e-9), 1).astype(int)
    lengths = np.diff(times) / counts

    def advance(k: int, done: int, x: Any, steps: Any) -> Any:
        t = jnp.asarray(times[k] + done * lengths[k])
        return windows.march(flow, solver, t, x, jnp.asarray(lengths[k]), steps)

    return _counted(advance, x0, times, counts, progress), {"steps_accepted": int(counts.sum())}


def layers(
    flow: Flow, x0: np.ndarray, times: np.ndarray, step: float | None, progress: Progress | None
) -> tuple[np.ndarray, Cost]:
    """The path x <- N(x + step A), one layer per step."""
    step = 1.0 if step is None else step
    if isinstance(flow.space, Rescaled):
        raise InputError(
            "`method='layers'` iterates tokens themselves, not z = e^(-tV) x. "
            "Use `space='sphere'` or `space='euclidean'`."
        )
    depth = np.rint((times - times[0]) / step).astype(int)
    off = np.abs(times - times[0] - depth * step) > 1e-9 * np.maximum(step, np.abs(times))
    if off.any():
        raise InputError(
            f"With `method='layers'` every time must be a whole number of layers, a multiple of "
            f"`step={step:g}`. Got t={times[off][0]:g}."
        )
    length, counts = jnp.asarray(step), np.diff(depth)

    def advance(k: int, done: int, x: Any, steps: Any) -> Any:
        return windows.descend(flow, x, length, steps)

    return _counted(advance, x0, times, counts, progress), {"layers": int(depth[-1])}


def _counted(
    advance: Callable[[int, int, Any, Any], Any],
    x0: np.ndarray,
    times: np.ndarray,
    counts: np.ndarray,
    progress: Progress | None,
) -> np.ndarray:
    """The path saved after counts[0], counts[1], ... steps, taken in interruptible portions."""
    x, path, budgets = jnp.asarray(x0), [x0], _budgets()
    for k, count in enumerate(counts):
        done = 0
        while done < count:
            steps = min(int(next(budgets)), int(count) - done)
            x = jax.block_until_ready(advance(k, done, x, jnp.asarray(steps)))
            done += steps
            if progress is not None:
                progress(float(times[k] + (times[k + 1] - times[k]) * done / count))
        path.append(np.asarray(x))
    return np.stack(path, axis=-3)
