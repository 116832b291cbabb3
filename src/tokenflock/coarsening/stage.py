"""Where a long run stands, and what one move of it leads to."""

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np

from tokenflock.coarsening.groups import Groups
from tokenflock.coarsening.meetings import Trail
from tokenflock.solvers.problem import Cost, Progress


class Phase(Protocol):
    """A way in which tokens are being followed."""

    @property
    def t(self) -> float:
        """The time that is reached."""


@dataclass(frozen=True)
class Stage:
    """In which phase a run is, which groups have met, how many times are saved.

    The trail is where tokens went since their groups were last looked at.
    """

    phase: Phase
    groups: Groups
    trail: Trail
    saved: int = 1

    @property
    def t(self) -> float:
        """The time it has reached."""
        return self.phase.t


class Move(NamedTuple):
    """What one move of a run leads to: tokens saved on the way, their bounds, and the cost."""

    stage: Stage
    x: Any = ()
    bounds: Any = ()
    cost: Cost = {}  # noqa: RUF012


class Motion(Protocol):
    """What moves the tokens of a run."""

    def start(self, t: float, x0: np.ndarray) -> Stage:
        """The stage of tokens x0 at a time, before anything moves."""

    def move(self, stage: Stage, due: np.ndarray, progress: Progress | None) -> Move:
        """The stage after a moment's work; `due` are the times still to be saved."""
