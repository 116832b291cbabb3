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
from tokenflock.followers import regrouped, slaved
from tokenflock.linearisation import transversal
from tokenflock.merging import MET, Groups, groups_at
from tokenflock.paths import Cost, Progress
from tokenflock.pulls import Law
from tokenflock.settling import watched
from tokenflock.sites import Settled, decayed, merged, settled
from tokenflock.slow import Moment, advance, continued, gap, meeting
from tokenflock.spaces import Sphere

FEW = 48  # sites: from here on the slow dynamics is faster than explicit steps
MOST = 160  # sites that the slow dynamics accepts at all
CHUNK, LOOKS = 4.0, 64  # time units of explicit steps at a time, and looks at the tokens in them
LONGEST_WAIT = 4000.0  # time units of explicit steps for tokens to meet
MOST_STEPS = 20_000  # between two merges: more means that the tokens do not slow down


EXPLICIT_TIME = 1e4  # explicit steps are about 3 time units long, so up to here they are cheap
LONGEST_EXPLICIT = 1e7  # and from here on hopeless
LARGEST_CHECKED = 1000  # tokens


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
    return _parting(flow, x0)


def _parting(flow: Flow, x0: np.ndarray) -> str:
    """That close tokens separate everywhere, if they do: then none can be merged."""
    attention = flow.attention
    if (attention.ov is None and attention.qk is None) or len(x0) > LARGEST_CHECKED:
        return ""
    now = settled(x0, np.ones(len(x0)), 0.0)
    if len(now.sites.y) < len(x0):
        return ""  # coincident tokens stay together whatever their neighbours do
    slowest = float(transversal(law_of(flow), now.sites.y, now.sites.log_counts).min())
    if slowest < 0:
        return ""
    return f"needs tokens that approach, but here close tokens part like e^({slowest:.2g} t)"


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
    """The path of tokens x0 (n, d) under full or causal attention, saved at all of `times`."""
    law, mass = law_of(flow), np.ones(len(x0))
    reduction = _reduction(flow, law, mass, tol)
    groups = groups_at(x0, mass, law.beta)
    quick = _contracted(flow, x0, times, tol, groups, reduction, progress)
    return _slow(law, reduction, quick, times, max(1e-3 * tol, 1e-12), progress)


@dataclass(frozen=True)
class Reduction:
    """How tokens become sites and sites become fewer, and how long explicit steps are better."""

    gather: Callable[[np.ndarray], Settled]
    regroup: Callable[[Settled, float], Settled]  # after a step of some duration
    patience: float


def _reduction(flow: Flow, law: Law, mass: np.ndarray, tol: float) -> Reduction:
    """By slaving followers to leaders (causal), or by merging (full attention)."""
    if isinstance(flow.attention.mask, Causal):
        slack = 0.1 * tol
        return Reduction(
            lambda x: slaved(law, x, mass, slack),
            lambda now, duration: regrouped(law, now, slack),
            # Followers are released in every merge, so the early merges are cheaper explicitly.
            patience=2000.0,
        )
    distance = merging_distance(tol)
    return Reduction(
        lambda x: settled(x, mass, distance),
        lambda now, duration: merged(law, decayed(law, now, duration, tol), distance),
        patience=0.0,
    )


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
    reduction: Reduction, progress: Progress | None,
) -> Quick:  # fmt: skip
    """The path until few sites are left: its saved times, and the time where it stopped.

    Merges are interpolated between looks at the tokens, which must be close together when tokens
    meet; as long as none do, the looks grow rare.
    """
    now, chunk = Quick(times[:1], x0[None], groups, {}), CHUNK
    while not _handed_over(now, times, reduction):
        t = now.times[-1]
        path = _chunk(flow, now, times, min(t + chunk, times[-1]), tol, progress)
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
    flow: Flow, now: Quick, times: np.ndarray, end: float, tol: float, progress: Progress | None
) -> Quick:
    """The path with explicit steps to `end` added."""
    t = now.times[-1]
    due = times[(times > t) & (times <= end)]
    grid = np.union1d(np.linspace(t, end, LOOKS + 1), due)
    x, spent = paths.adaptive(flow, dfx.Dopri8(), now.x[-1], grid, tol, progress)
    saved = np.isin(grid, due)
    saved[-1] = True
    return Quick(
        np.append(now.times, grid[saved]),
        np.concatenate([now.x, x[saved]]),
        watched(now.groups, grid, x, float(flow.attention.beta)),
        {name: now.cost.get(name, 0) + value for name, value in spent.items()},
    )


def _slow(
    law: Law, reduction: Reduction, quick: Quick, times: np.ndarray, tol: float,
    progress: Progress | None,
) -> Long:  # fmt: skip
    """The rest of the path, site by site."""
    now = reduction.gather(quick.x[-1])
    begun = quick.times[-1]
    early = np.isin(quick.times, times)
    x, bound = [*quick.x[early]], [np.zeros(len(now.home))] * int(early.sum())
    groups, moment = quick.groups, Moment(float(begun), now.sites)
    last_change = 0
    for until in times[times > begun]:
        while moment.t < until:
            before, moment = moment, advance(law, moment, float(until), tol)
            groups = _met(law, groups, now, before, moment)
            now = reduction.regroup(replace(now, sites=moment.sites), moment.t - before.t)
            if now.sites is not moment.sites:
                last_change = moment.steps
                moment = continued(law, moment, now.sites)
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
