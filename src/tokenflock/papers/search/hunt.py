"""The hunt: from many starts, evolve and climb towards a violation, within a budget."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import numpy as np
from scipy.optimize import Bounds, differential_evolution, minimize

from tokenflock.papers.search.box import Point
from tokenflock.papers.search.gradients import height_and_slope
from tokenflock.papers.search.journal import Journal
from tokenflock.papers.search.quantified import Quantified

GENERATIONS = 30  # of one start
POPULATION = 64  # points at least: a batch for the native steps
CLIMB = 12  # steps uphill after them
STEP = 1e-4  # of the cube, for differences
KEPT = 8  # candidates that are looked at again
APART = 1e-3  # of the cube: closer candidates are one


class SpentError(Exception):
    """The budget of evaluations is used up."""


@dataclass(frozen=True)
class Candidate:
    """A point and its excess."""

    point: Point
    excess: float


@dataclass
class Evaluations:
    """All that was evaluated so far: how often, and the candidates with the largest excess."""

    quantified: Quantified
    budget: int
    journal: Journal
    watch: Callable[["Evaluations"], None]
    gradients: bool = False
    spent: int = 0
    best: list[Candidate] = field(default_factory=list)

    def __call__(self, points: np.ndarray) -> np.ndarray:
        """The excess at points (count, dimension); raises where the budget is used up."""
        if self.spent >= self.budget:
            raise SpentError
        excess = self.journal.recall(points)
        if excess is None:
            excess = self.quantified.excesses(points)
            self.journal.keep(points, excess)
        self.spent += len(points)
        self._remember(points, excess)
        self.watch(self)
        return excess

    def slope(self, point: Point) -> tuple[float, np.ndarray]:
        """The excess at a point and its slope by a pass back through the flow: one evaluation."""
        if self.spent >= self.budget:
            raise SpentError
        found = self.journal.recall_slope(point)
        if found is None:
            found = height_and_slope(self.quantified, point)
            self.journal.keep(point[None], np.array(found[:1]), found[1])
        self.spent += 1
        self._remember(point[None], np.array(found[:1]))
        self.watch(self)
        return found

    def _remember(self, points: np.ndarray, excess: np.ndarray) -> None:
        top = np.argsort(-excess, kind="stable")[:KEPT]
        new = [Candidate(points[k], float(excess[k])) for k in top if np.isfinite(excess[k])]
        ranked = sorted([*self.best, *new], key=lambda candidate: -candidate.excess)
        self.best = []
        for candidate in ranked:
            if all(np.abs(candidate.point - other.point).max() > APART for other in self.best):
                self.best.append(candidate)
        self.best = self.best[:KEPT]


def hunt(evaluations: Evaluations, seed: int, enough: Callable[[], bool]) -> None:
    """Start again and again until `enough` is seen, or the budget is used up."""
    try:
        for start in count():
            top = _evolved(evaluations, np.random.default_rng([seed, start]), enough)
            if enough():
                return
            _climbed(evaluations, top)
    except SpentError:
        pass


def _evolved(
    evaluations: Evaluations, rng: np.random.Generator, enough: Callable[[], bool]
) -> Point:
    """The best point of some generations of differential evolution from a random start."""
    dimension = evaluations.quantified.box.dimension
    options: Any = {  # the stubs of SciPy know no batches
        "func": lambda columns: -evaluations(columns.T), "vectorized": True,
        "popsize": max(2, -(-POPULATION // dimension)), "maxiter": GENERATIONS, "init": "sobol",
        "callback": lambda x, convergence: enough(),
    }  # fmt: skip
    cube = Bounds(np.zeros(dimension), np.ones(dimension))
    try:
        found = differential_evolution(
            bounds=cube, updating="deferred", polish=False, tol=0.0, rng=rng, **options
        )
    except RuntimeError as error:
        raise error.__cause__ or error from None  # SciPy hides bad input in an error of its own
    return np.asarray(found.x)


def _climbed(evaluations: Evaluations, start: Point) -> None:
    """Climb from a point, by gradients, or slopes that are differences: one batch each."""
    cube = Bounds(np.zeros(len(start)), np.ones(len(start)))
    slope = _by_gradients if evaluations.gradients else _by_differences
    uphill: Any = lambda point: slope(evaluations, point)  # noqa: E731
    options: Any = {"maxiter": CLIMB, "maxfun": 2 * CLIMB}
    with np.errstate(all="ignore"):
        minimize(uphill, start, jac=True, method="L-BFGS-B", bounds=cube, options=options)


def _by_gradients(evaluations: Evaluations, point: Point) -> tuple[float, np.ndarray]:
    """Minus the excess at a point, and its slope."""
    height, slope = evaluations.slope(np.asarray(point))
    return _finite(-height), np.nan_to_num(-slope, nan=0.0, posinf=0.0, neginf=0.0)


def _by_differences(evaluations: Evaluations, point: Point) -> tuple[float, np.ndarray]:
    """Minus the excess at a point, and its slope."""
    moves = STEP * np.eye(len(point))
    around = np.clip(np.concatenate([point[None], point + moves, point - moves]), 0.0, 1.0)
    here, *sides = np.split(-evaluations(around), [1, 1 + len(point)])
    width = np.diagonal(around[1 : 1 + len(point)]) - np.diagonal(around[1 + len(point) :])
    slope = np.nan_to_num((sides[0] - sides[1]) / width, nan=0.0, posinf=0.0, neginf=0.0)
    return _finite(here[0]), slope


def _finite(value: float) -> float:
    return float(np.nan_to_num(value, nan=1e300, posinf=1e300))
