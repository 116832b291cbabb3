"""Coarsening: paths over exponentially long times.

Tokens contract into clusters in a time of order one, and clusters meet after times of order
e^{c beta}.  The first part takes explicit steps of all tokens (`paths`); as soon as few sites are
left they are followed by the slow dynamics (`slow`), merge after merge, to t = 1e300 if need be.
Every token keeps a place at every saved time, and a bound for how far it may be from it.
"""

from dataclasses import dataclass, replace

import numpy as np

from tokenflock.attention import SelfAttention
from tokenflock.attention.masks import Causal, Full
from tokenflock.coarsening.contraction import FEW, Quick, Reduction, contracted
from tokenflock.coarsening.followers import freed, regrouped, slaved
from tokenflock.coarsening.forces import Law, law_of
from tokenflock.coarsening.merging import MET, Groups, groups_at
from tokenflock.coarsening.sites import Settled, decayed, merged, settled
from tokenflock.coarsening.slopes import transversal
from tokenflock.coarsening.slow import Chart, Moment, advance, gap, meeting
from tokenflock.errors import InputError
from tokenflock.fields.flow import Flow
from tokenflock.solvers.paths import Cost, Progress, Saved
from tokenflock.spaces import Sphere

MOST_STEPS = 5000  # to the next merge or saved time: more means that tokens do not slow down
LONGEST_EXPLICIT = 1e7  # time units, from which on explicit steps are hopeless
LARGEST_CHECKED = 1000  # tokens
BRISK = -5.0  # log of the pace from which the wait for a merge is worth explicit steps


def wanted(
    flow: Flow, x0: np.ndarray, times: np.ndarray, method: str, step: float | None,
    coarsen: bool | None,
) -> bool:  # fmt: skip
    """Whether a path is to be coarsened; refused if it was asked for and cannot be.

    Asked about durations of more than 1e4 time units, or with `coarsen=True`.  With
    `coarsen=None` that is so for one run of tokens on the sphere, with full or causal attention
    and the method left to us.
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
    return not obstacle


def _obstacle(flow: Flow, x0: np.ndarray, method: str, step: float | None) -> str:
    """Why a path cannot be coarsened; empty if it can."""
    if not isinstance(flow.space, Sphere):
        return f"needs tokens on the sphere. Got {type(flow.space).__name__} tokens"
    unsuited = _unsuited(flow)
    if unsuited:
        return unsuited
    if x0.ndim != 2:
        return f"follows one run of tokens (n, d) at a time. Got shape {x0.shape}"
    if method != "auto" or step is not None:
        return "chooses its own steps. Leave out `method` and `step`"
    return _parting(flow, x0)


def _unsuited(flow: Flow) -> str:
    """Why tokens of a flow that have met would not move as one; empty if they would."""
    if not isinstance(flow.attention, SelfAttention) or flow.noise is not None:
        return "needs weights that do not change with time, and no noise"
    attention = flow.attention
    if not isinstance(attention.mask, Full | Causal):
        return "needs full or causal attention"
    if not attention.weighting.exponential or attention.position is not None:
        return "needs softmax or unnormalized attention without positions"
    return "needs tokens that are free to move, none frozen" if flow.frozen is not None else ""


def _parting(flow: Flow, x0: np.ndarray) -> str:
    """That close tokens separate everywhere, if they do: then none can be merged."""
    attention = flow.attention.at(0.0)
    if (attention.ov is None and attention.qk is None) or len(x0) > LARGEST_CHECKED:
        return ""
    now = settled(x0, _masses(attention, len(x0)), 0.0)
    if len(now.sites.y) < len(x0):
        return ""  # coincident tokens stay together whatever their neighbors do
    slowest = float(transversal(law_of(attention), now.sites.y, now.sites.log_counts).min())
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
    told: Saved | None = None,
) -> Long:
    """The path of tokens x0 (n, d) under full or causal attention, saved at all of `times`."""
    attention = flow.attention.at(0.0)
    law, mass = law_of(attention), _masses(attention, len(x0))
    progress = _forward(progress)
    reduction = _reduction(flow, law, mass, tol)
    groups = groups_at(x0, mass, law.beta)
    quick = contracted(flow, x0, times, tol, groups, reduction, progress)
    return _slow(Mover(flow, law, reduction, tol), quick, times, progress, told)


def _masses(attention: SelfAttention, n: int) -> np.ndarray:
    return np.ones(n) if attention.masses is None else np.asarray(attention.masses)


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
    if isinstance(flow.attention.at(0.0).mask, Causal):
        slack = 0.1 * tol
        return Reduction(
            lambda x: slaved(law, x, mass, slack),
            lambda now, duration: regrouped(law, now, slack),
            lambda now, there: freed(law, now, there, 2 * slack),
            # Followers are released in every merge, so the early merges are cheaper explicitly.
            patience=2000.0,
        )
    distance = merging_distance(tol)
    return Reduction(
        lambda x: settled(x, mass, distance),
        lambda now, duration: merged(law, decayed(law, now, duration, tol), distance),
        lambda now, there: None,
        patience=0.0,
    )


def merging_distance(tol: float) -> float:
    """How close tokens must be to become one: four digits below the tolerance."""
    return max(1e-4 * tol, 1e-14)


@dataclass(frozen=True)
class Stage:
    """Where a long path stands: tokens at sites, the moment, the groups, steps since a change."""

    now: Settled
    moment: Moment
    groups: Groups
    cost: Cost
    idle: int = 0


@dataclass(frozen=True)
class Mover:
    """What moves a stage on: the flow, its law, the reduction and both tolerances."""

    flow: Flow
    law: Law
    reduction: Reduction
    tol: float

    def moved(self, at: Stage, until: float, progress: Progress | None) -> Stage:
        """The stage one step on."""
        if self.is_brisk(at):
            return self._all_tokens(at, until, progress)
        after = advance(self.law, at.moment, until, max(1e-3 * self.tol, 1e-12))
        there = replace(at.now, sites=after.sites)
        again = self.reduction.freed(at.now, there)
        if again is not None:  # the step once more, without those who could not follow
            return replace(at, now=again, moment=replace(at.moment, sites=again.sites))
        groups = _met(self.law, at.groups, at.now, at.moment, after)
        now = self.reduction.regroup(there, after.t - at.moment.t)
        idle = at.idle + 1 if now.sites is after.sites else 0
        return Stage(now, replace(after, sites=now.sites), groups, at.cost, idle)

    def is_brisk(self, at: Stage) -> bool:
        """Whether many sites will be fewer so soon that explicit steps are cheaper."""
        sites = at.now.sites
        if len(sites.y) <= FEW or not sites.causal:
            return False
        return Chart(self.law, sites).scale > BRISK

    def _all_tokens(self, at: Stage, until: float, progress: Progress | None) -> Stage:
        """The stage after explicit steps of all tokens, until few sites are left."""
        t = at.moment.t
        span = np.array([0.0, until - t])
        at_once = replace(self.reduction, patience=0.0)
        quick = contracted(self.flow, at.now.x, span, self.tol, at.groups, at_once, progress, t)
        now, spent = self.reduction.gather(quick.x[-1]), quick.times[-1]
        t = until if spent == span[-1] else t + float(spent)
        cost = {name: at.cost.get(name, 0) + value for name, value in quick.cost.items()}
        moment = Moment(t, now.sites, steps=at.moment.steps)
        return Stage(now, moment, quick.groups, at.cost | cost)


def _slow(
    mover: Mover, quick: Quick, times: np.ndarray, progress: Progress | None, told: Saved | None
) -> Long:
    """The rest of the path, site by site."""
    now, begun = mover.reduction.gather(quick.x[-1]), float(quick.times[-1])
    early = np.isin(quick.times, times)
    x, bound = [*quick.x[early]], [np.zeros(len(now.home))] * int(early.sum())
    at = Stage(now, Moment(begun, now.sites), quick.groups, quick.cost)
    told = told or (lambda times, x: None)
    told(quick.times[early][1:], quick.x[early][1:])
    for until in times[times > begun].tolist():
        at = replace(at, idle=0)
        while at.moment.t < until:
            at = mover.moved(at, until, progress)
            _refuse_if_restless(at, times[-1])
            if progress is not None:
                progress(at.moment.t)
        x.append(at.now.x)
        told(np.array([until]), at.now.x[None])
        bound.append(at.now.bound)
    cost = at.cost | {"slow_steps": at.moment.steps}
    return Long(np.stack(x), np.stack(bound), at.groups, cost)


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


def _refuse_if_restless(at: Stage, t_end: float) -> None:
    if at.idle > MOST_STEPS:
        raise InputError(
            f"The tokens do not slow down: {MOST_STEPS} steps without a merge lead to "
            f"t={at.moment.t:.3g} only. Ask for a smaller `t_end` than {t_end:g}."
        )
