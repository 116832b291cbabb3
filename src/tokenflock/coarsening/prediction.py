"""When the next two clusters of causal tokens will meet: they are followed until they do."""

import numpy as np

from tokenflock.coarsening.causal_motion import CausalMotion
from tokenflock.coarsening.groups import Groups
from tokenflock.errors import SolveError
from tokenflock.fields import Flow

FOREVER = 1e300
TOLERANCE = 1e-8


def next_meeting(flow: Flow, x: np.ndarray, leaders: np.ndarray) -> float | None:
    """The time until two of the tokens `leaders` have merged; None where none do by 1e300."""
    motion = CausalMotion.of(flow, len(x), TOLERANCE)
    stage, due = motion.start(0.0, x), np.array([FOREVER])
    try:
        while stage.saved == 1:
            stage = motion.move(stage, due, None).stage
            met = _met(stage.groups, leaders)
            if met is not None:
                return met
    except SolveError:
        pass
    return None


def _met(groups: Groups, leaders: np.ndarray) -> float | None:
    """When the first two of some tokens came together; None if all are apart."""
    found, first = np.unique(groups.leader[leaders], return_index=True)
    if len(found) == len(leaders):
        return None
    late = np.delete(leaders, first)
    return min(_joined(groups, int(token)) for token in late)


def _joined(groups: Groups, token: int) -> float:
    """When the group of a token came together."""
    times = [0.0]
    while groups.joined[token] != token:
        times += [groups.told[token].time] if token in groups.told else []
        token = int(groups.joined[token])
    return max(times)
