"""Coarsening: paths over exponentially long times.

Tokens contract into clusters in a time of order one, and clusters meet after times of order
e^{c beta}.  The first part takes explicit steps of all tokens (`paths`); as soon as few sites are
left they are followed by the slow dynamics (`slow`), merge after merge, to t = 1e300 if need be.
Every token keeps a place at every saved time, and a bound for how far it may be from it.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import diffrax as dfx
import numpy as np

from tokenflock import paths
from tokenflock.attention.masks import Causal, Full
from tokenflock.errors import InputError
from tokenflock.flow import Flow
from tokenflock.merging import MET, Groups, groups_at
from tokenflock.paths import Cost, Progress
from tokenflock.pulls import Law
from tokenflock.settling import watched
from tokenflock.sites import Settled, decayed, merged, settled
from tokenflock.slow import FIRST, Moment, advance, gap, meeting
from tokenflock.spaces import Sphere

FEW = 48  # sites: from here on the slow dynamics is faster than explicit steps
MOST = 160  # sites that the slow dynamics accepts at all
CHUNK, LOOKS = 4.0, 64  # time units of explicit steps at a time, and looks at the tokens in them
PATIENCE = 400.0  # time units of explicit steps, at most
MOST_STEPS = 20_000  # between two merges: more means that the tokens do not slow down

Regroup = Callable[[Settled, float], Settled]  # sites after a step of some duration


EXPLICIT_TIME = 1e4  # explicit steps are about 3 time units long, so up to here they are cheap
LONGEST_EXPLICIT = 1e7  # and from here on hopeless


def wanted(
    flow: Flow, x0: np.ndarray, times: np.ndarray, method: str, step: float | None,
    coarsen: bool | None,
) -> bool:  # fmt: skip
    """Whether a path is to be coarsened; refused if it was asked for and cannot be.

    With `coarsen=None` that is so for one run of tokens on the sphere over more than 1e4 time
    units, with full or causal attention and the method left to us.
    """
    if coarsen is False:
        return False
    obstacle = _obstacle(flow, x0, method, step)
    if coarsen:
        if obstacle:
            raise InputError(f"`coarsen=True` {obstacle}.")
        return True
    duration = times[-1] - times[0]
    if obstacle and duration > LONGEST_EXPLICIT and isinstance(flow.space, Sphere) and not step:
        raise InputError(
            f"t={times[-1]:g} takes about {duration / 3:.0e} explicit steps; longer ones need "
            f"coarsening, which {obstacle}. Ask for a smaller `t_end`."
        )
    return not obstacle and duration > EXPLICIT_TIME


def _obstacle(flow: Flow, x0: np.ndarray, method: str, step: float | None) -> str:
    """Why a path cannot be coarsened; empty if it can."""
    if not isinstance(flow.space, Sphere):
        return f"needs tokens on the sphere. Got {type(flow.space).__name__} tokens"
    if not isinstance(flow.attention.mask, Full | Causal):
        return "needs full or causal attention"
    if x0.ndim != 2:
        return f"follows one run of tokens (n, d) at a time. Got shape {x0.shape}"
    if method != "auto" or step is not None:
        return "chooses its own steps. Leave out `method` and `step`"
    return ""


@dataclass(frozen=True)
class Long:
    """A path over a long time: tokens and bounds at every saved time, merges, and the cost."""

    x: np.ndarray
    bound: np.ndarray
    groups: Groups
    cost: Cost


def follow(
    flow: Flow, x0: np.ndarray, times: np.ndarray, tol: float, progress: Progress | None = None
) -> Long:
    """The path of tokens x0 (n, d) under full attention, saved at all of `times`."""
    law, mass = law_of(flow), np.ones(len(x0))
    distance, fine = merging_distance(tol), max(1e-3 * tol, 1e-12)
    groups = groups_at(x0, mass, law.beta)
    quick = _contracted(flow, x0, times, tol, groups, distance, progress)
    now = settled(quick.x[-1], mass, distance)

    def regroup(now: Settled, duration: float) -> Settled:
        return merged(law, decayed(law, now, duration, tol), distance)

    return _slow(law, now, quick, times, fine, regroup, progress)


def merging_distance(tol: float) -> float:
    """How close tokens must be to become one: four digits below the tolerance."""
    return max(1e-4 * tol, 1e-14)


def law_of(flow: Flow) -> Law:
    """The attention of a flow as the slow dynamics wants it."""
    attention = flow.attention
    qk, ov = (None if m is None else np.asarray(m) for m in (attention.qk, attention.ov))
    return Law(float(attention.beta), qk, ov)


@dataclass(frozen=True)
class Quick:
    """The beginning of a path, by explicit steps: all its times, tokens, groups and the cost."""

    times: np.ndarray
    x: np.ndarray
    groups: Groups
    cost: Cost


def _contracted(
    flow: Flow, x0: np.ndarray, times: np.ndarray, tol: float, groups: Groups,
    distance: float, progress: Progress | None,
) -> Quick:  # fmt: skip
    """The path until few sites are left: its saved times, and the time where it stopped."""
    t, x, kept, cost = times[0], x0, [(times[:1], x0[None])], dict[str, int]()
    while _count(x, distance) > FEW and t < times[-1]:
        if t - times[0] > PATIENCE:
            return _refuse_or_hand_over(Quick(*_joined(kept), groups, cost), distance)
        end = min(t + CHUNK, times[-1])
        due = times[(times > t) & (times <= end)]
        grid = np.union1d(np.linspace(t, end, LOOKS + 1), due)
        path, spent = paths.adaptive(flow, dfx.Dopri8(), x, grid, tol, progress)
        groups = watched(groups, grid, path, float(flow.attention.beta))
        saved = np.isin(grid, due)
        saved[-1] = True
        kept.append((grid[saved], path[saved]))
        cost = {name: cost.get(name, 0) + value for name, value in spent.items()}
        t, x = end, path[-1]
    return Quick(*_joined(kept), groups, cost)


def _joined(kept: list[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    times, x = zip(*kept, strict=True)
    return np.concatenate(times), np.concatenate(x)


def _refuse_or_hand_over(quick: Quick, distance: float) -> Quick:
    left = _count(quick.x[-1], distance)
    if left > MOST:
        raise InputError(
            f"After {PATIENCE:g} time units {left} tokens are still apart, and exponentially long "
            f"times can be followed for at most {MOST}. Ask for fewer tokens, a smaller `beta` or "
            "a smaller `t_end`."
        )
    return quick


def _count(x: np.ndarray, distance: float) -> int:
    return len(settled(x, np.ones(len(x)), distance).sites.y) if len(x) > FEW else len(x)


def _slow(
    law: Law, now: Settled, quick: Quick, times: np.ndarray, fine: float,
    regroup: Regroup, progress: Progress | None,
) -> Long:  # fmt: skip
    """The rest of the path, site by site."""
    begun = quick.times[-1]
    early = np.isin(quick.times, times)
    x, bound = [*quick.x[early]], [np.zeros(len(now.home))] * int(early.sum())
    groups, moment = quick.groups, Moment(float(begun), now.sites)
    last_change = 0
    for until in times[times > begun]:
        while moment.t < until:
            before, moment = moment, advance(law, moment, float(until), fine)
            groups = _met(law, groups, now, before, moment)
            now = regroup(replace(now, sites=moment.sites), moment.t - before.t)
            if len(now.sites.y) != len(moment.sites.y):
                last_change = moment.steps
                moment = replace(moment, sites=now.sites, h=FIRST)
            _refuse_if_restless(moment, last_change, times[-1])
            if progress is not None:
                progress(moment.t)
        x.append(now.x)
        bound.append(now.bound)
    cost = quick.cost | {"slow_steps": moment.steps}
    return Long(np.stack(x), np.stack(bound), groups, cost)


def _met(law: Law, groups: Groups, now: Settled, before: Moment, after: Moment) -> Groups:
    """The groups with those joined whose leaders met during a step."""
    led = groups.leaders
    y = after.sites.y[now.home[led]]
    near = np.argwhere(np.triu(gap(y[:, None], y) <= MET, k=1))
    found = []
    for a, b in led[near].tolist():
        time = meeting(law, before, after, now.home[a], now.home[b], MET)
        found.append((time, a, b))
    for time, a, b in sorted(found):
        if {a, b} <= set(groups.leaders.tolist()):
            groups = groups.joined(time, a, b, after.sites.y[now.home], law.beta)
    return groups


def _refuse_if_restless(moment: Moment, last_change: int, t_end: float) -> None:
    if moment.steps - last_change > MOST_STEPS and moment.t < 0.5 * t_end:
        raise InputError(
            f"The tokens do not slow down: {MOST_STEPS} steps without a merge lead to "
            f"t={moment.t:.3g} only. Ask for a smaller `t_end` than {t_end:g}."
        )
