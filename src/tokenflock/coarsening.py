"""Coarsening: paths over exponentially long times.

Tokens contract into clusters in a time of order one, and clusters meet after times of order
e^{c beta}.  The first part takes explicit steps of all tokens (`paths`); as soon as few sites are
left they are followed by the slow dynamics (`slow`), merge after merge, to t = 1e300 if need be.
Every token keeps a place at every saved time, and a bound for how far it may be from it.
"""

from dataclasses import dataclass, replace

import numpy as np

from tokenflock.attention.masks import Causal, Full
from tokenflock.contraction import Quick, Reduction, contracted
from tokenflock.errors import InputError
from tokenflock.flow import Flow
from tokenflock.followers import regrouped, slaved
from tokenflock.linearisation import transversal
from tokenflock.merging import MET, Groups, groups_at
from tokenflock.paths import Cost, Progress
from tokenflock.pulls import Law, law_of
from tokenflock.sites import Settled, decayed, merged, settled
from tokenflock.slow import Moment, advance, continued, gap, meeting
from tokenflock.spaces import Sphere

MOST_STEPS = 5000  # to the next merge or saved time: more means that tokens do not slow down
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
    hopeless = duration > LONGEST_EXPLICIT and isinstance(flow.space, Sphere) and method == "auto"
    if obstacle and hopeless and step is None:
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
    slowest = float(transversal(law_of(flow.attention), now.sites.y, now.sites.log_counts).min())
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
    flow: Flow,
    x0: np.ndarray,
    times: np.ndarray,
    tol: float,
    progress: Progress | None = None,
    law: Law | None = None,
) -> Long:
    """The path of tokens x0 (n, d) under full or causal attention, saved at all of `times`.

    `law` is that of the flow unless given; explicit steps, of more than 48 tokens, need the flow's.
    """
    law, mass = law or law_of(flow.attention), np.ones(len(x0))
    progress = _forward(progress)
    reduction = _reduction(flow, law, mass, tol)
    groups = groups_at(x0, mass, law.beta)
    quick = contracted(flow, x0, times, tol, groups, reduction, progress)
    return _slow(law, reduction, quick, times, max(1e-3 * tol, 1e-12), progress)


def _forward(progress: Progress | None) -> Progress | None:
    """The same without steps back: some stretches are taken twice, the second time closely."""
    if progress is None:
        return None
    reached = -np.inf

    def told(t: float) -> None:
        nonlocal reached
        reached = max(reached, t)
        progress(reached)

    return told


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
        last_change = moment.steps
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
    if moment.steps - last_change > MOST_STEPS:
        raise InputError(
            f"The tokens do not slow down: {MOST_STEPS} steps without a merge lead to "
            f"t={moment.t:.3g} only. Ask for a smaller `t_end` than {t_end:g}."
        )
