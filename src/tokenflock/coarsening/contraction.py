"""Contraction: stretches of a long path by explicit steps of all tokens.

In a time of order one tokens fall into clusters; explicit steps are the fastest way through it.
"""

from dataclasses import dataclass, replace

import numpy as np

from tokenflock.coarsening.groups import Groups
from tokenflock.coarsening.meetings import groups_along
from tokenflock.coarsening.reduction import Reduction
from tokenflock.errors import SolveError
from tokenflock.fields import Flow
from tokenflock.solvers.driver import path
from tokenflock.solvers.methods import Stepping
from tokenflock.solvers.problem import Cost, Progress

FEW = 48  # sites: from here on the slow dynamics is faster than explicit steps
MOST = 160  # sites that the slow dynamics accepts at all
CHUNK, LOOKS = 4.0, 64  # time units of explicit steps at a time, and looks at the tokens in them
LONGEST_WAIT = 4000.0  # time units of explicit steps for tokens to meet


@dataclass(frozen=True)
class Explicit:
    """Tokens x (n, d) some time units after `origin`, which may be 1e20, and the chunk to try.

    Merges are interpolated between looks at the tokens, which must be close together when tokens
    meet; as long as none do, the chunks grow and the looks grow rare.
    """

    origin: float
    spent: float
    x: np.ndarray
    patience: float
    chunk: float = CHUNK


@dataclass(frozen=True)
class Chunk:
    """Explicit steps that were tried: tokens at the times that were due, and at the end."""

    phase: Explicit
    x: np.ndarray
    groups: Groups
    cost: Cost


def tried(
    flow: Flow, phase: Explicit, due: np.ndarray, tol: float, groups: Groups,
    progress: Progress | None,
) -> Chunk:  # fmt: skip
    """One chunk of explicit steps; `due` are the times to save, the last one where all ends.

    A long chunk in which tokens have met is taken once more, and closely.
    """
    left = due - phase.origin
    end = min(phase.spent + phase.chunk, left[-1])
    inside = left[left <= end]
    grid = np.union1d(np.linspace(phase.spent, end, LOOKS + 1), inside)
    report = None if progress is None else lambda t: progress(phase.origin + t)
    x, cost = path(flow, phase.x, grid, Stepping("dopri8", tol), progress=report)
    beta = float(flow.attention.at(0.0).beta)
    after = groups_along(groups, phase.origin + grid, x, beta)
    met = len(after.merges) > len(groups.merges)
    if met and phase.chunk > CHUNK:
        return Chunk(replace(phase, chunk=CHUNK), x[:0], groups, cost)
    chunk = CHUNK if met else 2 * phase.chunk
    ahead = replace(phase, spent=float(end), x=x[-1], chunk=chunk)
    return Chunk(ahead, x[np.searchsorted(grid, inside)], after, cost)


def is_over(phase: Explicit, reduction: Reduction) -> bool:
    """Whether few enough sites are left for the slow dynamics to take over."""
    if len(phase.x) <= FEW:
        return True
    patient = phase.spent >= phase.patience
    left = len(reduction.gather(phase.x).sites.y) if patient else len(phase.x)
    if left > MOST and phase.spent > LONGEST_WAIT:
        raise SolveError(
            f"After {phase.spent:.3g} time units {left} tokens are still apart, and exponentially "
            f"long times can be followed for at most {MOST}. Ask for fewer tokens, a smaller "
            "`beta` or a smaller `t_end`.",
            time=phase.origin + phase.spent, x=phase.x,
        )  # fmt: skip
    return left <= FEW or phase.spent > LONGEST_WAIT
