"""Contraction: the beginning of a long path, by explicit steps of all tokens.

In a time of order one tokens fall into clusters; explicit steps are the fastest way through it.
"""

from collections.abc import Callable
from dataclasses import dataclass

import diffrax as dfx
import numpy as np

from tokenflock.coarsening.meetings import watched
from tokenflock.coarsening.merging import Groups
from tokenflock.coarsening.sites import Settled
from tokenflock.errors import InputError
from tokenflock.fields.flow import Flow
from tokenflock.solvers import lanes
from tokenflock.solvers.paths import Cost, Progress

FEW = 48  # sites: from here on the slow dynamics is faster than explicit steps
MOST = 160  # sites that the slow dynamics accepts at all
CHUNK, LOOKS = 4.0, 64  # time units of explicit steps at a time, and looks at the tokens in them
LONGEST_WAIT = 4000.0  # time units of explicit steps for tokens to meet


@dataclass(frozen=True)
class Reduction:
    """How tokens become sites and sites become fewer, and how long explicit steps are better."""

    gather: Callable[[np.ndarray], Settled]
    regroup: Callable[[Settled, float], Settled]  # after a step of some duration
    freed: Callable[[Settled, Settled], Settled | None]  # before and after a step too far for some
    patience: float


@dataclass(frozen=True)
class Quick:
    """The beginning of a path, by explicit steps: all its times, tokens, groups and the cost."""

    times: np.ndarray
    x: np.ndarray
    groups: Groups
    cost: Cost


def contracted(
    flow: Flow, x0: np.ndarray, times: np.ndarray, tol: float, groups: Groups,
    reduction: Reduction, progress: Progress | None, origin: float = 0.0,
) -> Quick:  # fmt: skip
    """The path until few sites are left: its saved times, and the time where it stopped.

    `times` are counted from `origin`, which may be 1e20 of them.

    Merges are interpolated between looks at the tokens, which must be close together when tokens
    meet; as long as none do, the looks grow rare.
    """
    now, chunk = Quick(times[:1], x0[None], groups, {}), CHUNK
    while not _handed_over(now, times, reduction):
        t = now.times[-1]
        path = _chunk(flow, now, times, min(t + chunk, times[-1]), tol, progress, origin)
        if chunk > CHUNK and len(path.groups.merges) > len(now.groups.merges):
            chunk = CHUNK  # once more, and closely
        else:
            now, chunk = path, 2 * chunk if path.groups is now.groups else CHUNK
    return now


def _handed_over(now: Quick, times: np.ndarray, reduction: Reduction) -> bool:
    """Whether the slow dynamics takes over, or everything is saved."""
    x, spent = now.x[-1], now.times[-1] - times[0]
    if len(x) <= FEW or now.times[-1] >= times[-1]:
        return True
    left = len(reduction.gather(x).sites.y) if spent >= reduction.patience else len(x)
    if left > MOST and spent > LONGEST_WAIT:
        raise InputError(
            f"After {spent:.3g} time units {left} tokens are still apart, and exponentially long "
            f"times can be followed for at most {MOST}. Ask for fewer tokens, a smaller `beta` or "
            "a smaller `t_end`."
        )
    return left <= FEW or spent > LONGEST_WAIT


def _chunk(
    flow: Flow, now: Quick, times: np.ndarray, end: float, tol: float,
    progress: Progress | None, origin: float,
) -> Quick:  # fmt: skip
    """The path with explicit steps to `end` added."""
    t = now.times[-1]
    due = times[(times > t) & (times <= end)]
    grid = np.union1d(np.linspace(t, end, LOOKS + 1), due)
    told = None if progress is None else lambda t: progress(origin + t)
    x, spent = lanes.adaptive_run(flow, dfx.Dopri8(), now.x[-1], grid, tol, told)
    saved = np.isin(grid, due)
    saved[-1] = True
    return Quick(
        np.append(now.times, grid[saved]),
        np.concatenate([now.x, x[saved]]),
        watched(now.groups, origin + grid, x, float(flow.attention.at(0.0).beta)),
        {name: now.cost.get(name, 0) + value for name, value in spent.items()},
    )
