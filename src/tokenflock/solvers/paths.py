"""Paths: a flow followed through given times, one window after another.

Three ways to step: adaptive to a tolerance, equal steps of a solver, and the layers of a
transformer.  Each returns the saved tokens, time before token, and what they cost.
"""

import time as clock
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import diffrax as dfx
import numpy as np

from tokenflock._jax import jax, jnp
from tokenflock.errors import InputError
from tokenflock.fields.flow import Flow
from tokenflock.solvers import windows

WINDOW_SECONDS = 0.2

Progress = Callable[[float], None]
Saved = Callable[[np.ndarray, np.ndarray], None]  # told times and tokens, as they are saved
Cost = dict[str, int]


def adaptive(
    flow: Any,
    solver: Any,
    x0: np.ndarray,
    times: np.ndarray,
    tol: float,
    progress: Progress | None = None,
    *,
    norm: Callable[[Any], Any] = windows.token_norm,
    told: Saved | None = None,
) -> tuple[np.ndarray, Cost]:
    """The path by steps that keep the norm of the estimated error below tol."""
    control = controller(tol, norm)
    t_end = jnp.asarray(times[-1])
    cursor = windows.start(flow, solver, control, jnp.asarray(times[0]), jnp.asarray(x0))
    x = np.empty((len(times), *x0.shape))
    x[0], saved = x0, 1
    slots = windows.slots(x0.size)
    for budget in budgets():
        if saved == len(times):
            break
        targets = jnp.asarray(_targets(times, saved, slots))
        cursor, page = windows.advance(
            flow, solver, control, cursor, targets, t_end, jnp.asarray(budget)
        )
        count = _collect(x[saved:], page.values, page.filled)
        if told is not None and count:
            told(times[saved : saved + count], x[saved : saved + count])
        saved += count
        _refuse_if_stuck(cursor, tol)
        if progress is not None:
            progress(float(cursor.t))
    return x, _cost(solver, cursor)


def controller(tol: float, norm: Callable[[Any], Any]) -> dfx.PIDController:
    """Step sizes by the norm of the estimated error."""
    # An array, so that another tolerance does not compile anew.
    bound = jnp.asarray(tol)
    return dfx.PIDController(rtol=bound, atol=bound, norm=norm)


def _targets(times: np.ndarray, saved: int, slots: int) -> np.ndarray:
    """The next times to save; infinity where there are none."""
    due = times[saved : saved + slots]
    return np.append(due, np.full(slots - len(due), np.inf))


def _collect(x: np.ndarray, values: Any, filled: Any) -> int:
    """Write the saved values to the beginning of x; their number."""
    count = int(filled)
    x[:count] = np.asarray(values)[:count]  # sliced by JAX, every count would compile
    return count


def budgets() -> Iterator[int]:
    """Step budgets of successive windows, aimed at WINDOW_SECONDS each."""
    steps, last = 8, clock.perf_counter()
    while True:
        yield steps
        now = clock.perf_counter()
        aim = WINDOW_SECONDS / max(now - last, 1e-6)
        # The first windows compile, which says nothing of a step: never shrink below 8 at once.
        steps, last = int(np.clip(steps * min(aim, 4.0), 1 if now - last < 1 else 8, 1e6)), now


def _refuse_if_stuck(cursor: windows.Cursor, tol: float) -> None:
    if cursor.stuck:
        raise stuck(float(cursor.t), np.asarray(cursor.x), tol)


def stuck(t: float, x: np.ndarray, tol: float) -> InputError:
    """Why no step from x at time t is short enough."""
    if float(np.max(np.abs(x))) > 1e150:
        return InputError(
            f"The tokens grow beyond floating point: past 1e150 at t={t:.6g}. "
            "Use `space='rescaled'` or a smaller `t_end`."
        )
    return InputError(
        f"`tol={tol:g}` cannot be met: at t={t:.6g} even the smallest step has a larger error. "
        "Ask for a larger `tol`."
    )


def _cost(solver: Any, cursor: windows.Cursor) -> Cost:
    return evaluations(solver, int(cursor.accepted), int(cursor.rejected))


def evaluations(solver: Any, accepted: int, rejected: int) -> Cost:
    """What a number of tried steps cost."""
    stages = solver.tableau.num_stages - bool(solver.tableau.fsal)
    return {
        "steps_accepted": int(accepted),
        "steps_rejected": int(rejected),
        "evaluations": int(stages * (accepted + rejected)),
    }


def equal_steps(
    flow: Flow,
    solver: Any,
    x0: np.ndarray,
    times: np.ndarray,
    step: float,
    progress: Progress | None,
    told: Saved | None = None,
    march: Callable[..., Any] = windows.march,
) -> tuple[np.ndarray, Cost]:
    """The path by equal steps, at most `step` long, that land on every output time."""
    counts, lengths = _divided(times, step)

    def advance(k: int, done: int, x: Any, steps: Any) -> Any:
        t = jnp.asarray(times[k] + done * lengths[k])
        return march(flow, solver, t, x, jnp.asarray(lengths[k]), steps)

    return _counted(advance, x0, times, counts, progress, told), {
        "steps_accepted": int(counts.sum())
    }


def noisy(
    flow: Flow,
    x0: np.ndarray,
    times: np.ndarray,
    step: float,
    key: Any,
    progress: Progress | None,
    told: Saved | None = None,
    wander: Callable[..., Any] = windows.wander,
) -> tuple[np.ndarray, Cost]:
    """A path of a flow with noise, by equal steps as in `equal_steps`."""
    counts, lengths = _divided(times, step)
    before = np.append(0, np.cumsum(counts))

    def advance(k: int, done: int, x: Any, steps: Any) -> Any:
        t, first = jnp.asarray(times[k] + done * lengths[k]), jnp.asarray(before[k] + done)
        return wander(flow, key, first, t, x, jnp.asarray(lengths[k]), steps)

    return _counted(advance, x0, times, counts, progress, told), {
        "steps_accepted": int(counts.sum())
    }


def _divided(times: np.ndarray, step: float) -> tuple[np.ndarray, np.ndarray]:
    """How many equal steps, at most `step` long, lead from each time to the next; their lengths."""
    counts = np.maximum(np.ceil(np.diff(times) / step - 1e-9), 1).astype(int)
    return counts, np.diff(times) / counts


def layers(
    flow: Flow,
    kind: Callable[..., Any],
    x0: np.ndarray,
    times: np.ndarray,
    step: float,
    progress: Progress | None,
    told: Saved | None = None,
) -> tuple[np.ndarray, Cost]:
    """The path through layers of a kind, `windows.descend` or `collapse`, one per step."""
    depth = np.rint((times - times[0]) / step).astype(int)
    off = np.abs(times - times[0] - depth * step) > 1e-9 * np.maximum(step, np.abs(times))
    if off.any():
        raise InputError(
            f"With `method='layers'` every time must be a whole number of layers, a multiple of "
            f"`step={step:g}`. Got t={times[off][0]:g}."
        )
    length, counts = jnp.asarray(step), np.diff(depth)

    def advance(k: int, done: int, x: Any, steps: Any) -> Any:
        return kind(flow, jnp.asarray(times[k] + done * step), x, length, steps)

    return _counted(advance, x0, times, counts, progress, told), {"layers": int(depth[-1])}


def piecewise(
    flow: Flow, x0: np.ndarray, times: np.ndarray, follow: Callable[..., tuple[np.ndarray, Cost]]
) -> tuple[np.ndarray, Cost]:
    """The path over stretches on which the flow is smooth, each by `follow(flow, x0, times)`."""
    ends = [*flow.breaks(times[0], times[-1]), times[-1]]
    saved, total, start, x = [x0[..., None, :, :]], Counter[str](), times[0], x0
    for end in ends if len(times) > 1 else []:
        inside = times[(times > start) & (times < end)]
        path, cost = follow(flow.during((start + end) / 2), x, np.array([start, *inside, end]))
        wanted = path[..., 1:, :, :] if end in times else path[..., 1:-1, :, :]
        saved, x, start = [*saved, wanted], path[..., -1, :, :], end
        total.update(cost)
    return np.concatenate(saved, axis=-3), dict(total)


def _counted(
    advance: Callable[[int, int, Any, Any], Any],
    x0: np.ndarray,
    times: np.ndarray,
    counts: np.ndarray,
    progress: Progress | None,
    told: Saved | None,
) -> np.ndarray:
    """The path saved after counts[0], counts[1], ... steps, taken in interruptible portions."""
    x, path, portions = jnp.asarray(x0), [x0], budgets()
    for k, count in enumerate(counts):
        done = 0
        while done < count:
            steps = min(next(portions), int(count) - done)
            x = jax.block_until_ready(advance(k, done, x, jnp.asarray(steps)))
            done += steps
            if progress is not None:
                progress(float(times[k] + (times[k + 1] - times[k]) * done / count))
        path.append(np.asarray(x))
        if told is not None:
            told(times[k + 1 : k + 2], path[-1][None])
    return np.stack(path, axis=-3)
