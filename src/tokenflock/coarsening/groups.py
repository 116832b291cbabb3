"""Groups of tokens that have met, and the merges that made them (see `results.merges`)."""

from dataclasses import dataclass

import numpy as np

from tokenflock.observables.configuration import chord
from tokenflock.observables.linkage import components, first_members
from tokenflock.results.merges import MET, Merge

MOST_MEASURED = 1000  # clusters whose energy is measured


@dataclass(frozen=True)
class Groups:
    """Who follows whom: leader (n,) names the leader of every token, mass (n,) their masses."""

    leader: np.ndarray
    mass: np.ndarray
    energy: float  # on the present plateau
    merges: tuple[Merge, ...] = ()

    @property
    def leaders(self) -> np.ndarray:
        return np.flatnonzero(self.leader == np.arange(len(self.leader)))

    def mass_of(self, leader: int) -> float:
        return float(self.mass[self.leader == leader].sum())

    def joined(self, time: float, a: int, b: int, x: np.ndarray, beta: float) -> "Groups":
        """The groups after leaders a and b met at a time with the tokens at x."""
        leader, joiner = min(a, b), max(a, b)
        of = np.where(self.leader == joiner, leader, self.leader)
        after = plateau(of, self.mass, x, beta)
        merge = Merge(
            time, leader, joiner, self.mass_of(leader), self.mass_of(joiner),
            self.energy, after, len(self.leaders) - 1,
        )  # fmt: skip
        return Groups(of, self.mass, after, (*self.merges, merge))


def groups_at(x: np.ndarray, mass: np.ndarray, beta: float) -> Groups:
    """The groups of tokens x (n, d) before anything moves: those within 1e-3 rad at the start."""
    component = components(x, chord(MET))
    leader = first_members(component)[component]
    return Groups(leader, mass, plateau(leader, mass, x, beta))


def plateau(leader: np.ndarray, mass: np.ndarray, x: np.ndarray, beta: float) -> float:
    """The normalized energy of clusters at the places of their leaders,

        sum_ab m_a m_b e^{beta (<x_a, x_b> - 1)} / (sum_a m_a)^2;

    not measured (NaN) for more than 1000 clusters.
    """
    led = np.flatnonzero(leader == np.arange(len(leader)))
    if len(led) > MOST_MEASURED:
        return float("nan")
    m = np.bincount(leader, mass, len(leader))[led] / mass.sum()
    return float(m @ np.exp(beta * np.minimum(x[led] @ x[led].T - 1, 0.0)) @ m)
