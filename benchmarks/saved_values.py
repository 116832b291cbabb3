"""Errors of values saved between the ends of steps, beside those at the ends, in units of tol.

    python benchmarks/saved_values.py [systems]

Random systems of every space and mask, by every method with error control, at tolerances that the
method can reach; 50 times that lie strictly inside steps.  The reference ends a step at each of
them, at a tolerance of 1e-14.  Errors at the ends of steps are the problem's own: what its
condition makes of tol.  Prints one line per path, the worst last.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from unittest import mock

import numpy as np

import tokenflock as tkf
from tokenflock import spaces
from tokenflock.solvers import compiled, driver
from tokenflock.solvers.compiled import Compiled
from tokenflock.solvers.family import Family
from tokenflock.solvers.methods import Stepping
from tokenflock.solvers.native import Native
from tokenflock.solvers.problem import Engine, Problem

SPACES = ("sphere", "euclidean", "rescaled", "preln", "periln", "mixln:0.7", "ngpt", "sqrtscaled")
MASKS = ("full", "causal", "window:3")
ALL = (1e-6, 1e-8, 1e-10, 1e-12)
FEW = (1e-4, 1e-6)
TOLERANCES = {
    "dopri8": ALL, "tsit5": ALL, "dopri5": ALL, "bosh3": (1e-6, 1e-8), "heun": FEW,
    "midpoint": FEW, "ralston": FEW,
}  # fmt: skip
METHODS = ("dopri8", "tsit5", "dopri8", "dopri5", "dopri8", "bosh3", "heun", "midpoint", "ralston")
COUNT = 50
MOST_STEPS = 5000


class TooManyStepsError(Exception):
    """The field jumps, as that of Peri-LN does where an average vanishes."""


@dataclass(frozen=True)
class System:
    """A problem to follow by several tolerances."""

    name: str
    problem: Problem
    engine: Engine

    def at(self, tol: float, method: str | None = None) -> "System":
        """The same by another tolerance."""
        stepping = Stepping(method or self.problem.stepping.method, tol)
        return replace(self, problem=replace(self.problem, stepping=stepping))

    def path(self, times: np.ndarray) -> np.ndarray:
        """The tokens at some times, and at the end."""
        problem = self.problem
        every = np.unique([problem.times[0], *times, problem.times[-1]])
        x = np.empty((len(every), *problem.x0.shape[1:]))

        def keep(_: np.ndarray, index: np.ndarray, values: np.ndarray) -> None:
            x[index] = values

        driver.follow(replace(problem, times=every), keep, [self.engine])
        return x[np.searchsorted(every, times)]

    def ends(self) -> np.ndarray:
        """The ends of all steps."""
        reached: list[float] = [float(self.problem.times[0])]

        def note(t: float) -> None:
            reached.append(t)
            if len(reached) > MOST_STEPS:
                raise TooManyStepsError

        with mock.patch.multiple(driver, FIRST_STEPS=1, MOST_STEPS=1):
            nothing = lambda *_: None  # noqa: E731
            driver.follow(self.problem, nothing, [self.engine], progress=note)
        return np.unique(reached)

    def exact(self, times: np.ndarray) -> np.ndarray:
        """The tokens at some times, each the end of a step of a far smaller tolerance."""
        precise = replace(self.at(1e-14, "dopri8"), engine=Compiled())
        with mock.patch.object(compiled, "SLOTS", 1):
            return precise.path(times)


def averaging(space: str, engine: Engine, n: int = 12) -> System:
    """beta = 0, causal: in R^d a linear field."""
    x = tkf.normalize(np.random.default_rng(1).normal(size=(n, 3)))
    flow = tkf.Flow(tkf.SelfAttention(0.0, mask="causal"), spaces.named(space))
    return system(f"beta = 0, {space}", flow, x, 4.0, "dopri8", engine)


def system(name: str, flow: tkf.Flow, x: np.ndarray, t_end: float, method: str, engine: Engine):
    problem = Problem(Family.of(flow, 1), x[None], np.array([0.0, t_end]), Stepping(method))
    kind = type(engine).__name__.lower()
    return System(f"{name}, {method}, {kind}", problem, engine)


def random_system(seed: int) -> System:
    """A system without symmetry, its space, mask and method by turns."""
    rng = np.random.default_rng(seed)
    n, d, beta = int(rng.integers(3, 24)), int(rng.integers(2, 6)), float(rng.choice([0.5, 2, 8]))
    M, V = rng.normal(size=(2, d, d)) / np.sqrt(d)
    space, mask = SPACES[seed % len(SPACES)], MASKS[seed % len(MASKS)]
    attention = tkf.SelfAttention(beta, M, V, mask=mask)
    engine = Native() if space == "sphere" and seed % 16 else Compiled()
    x = tkf.normalize(rng.normal(size=(n, d)))
    flow = tkf.Flow(attention, spaces.named(space))
    return system(f"{seed}: {space}, {mask}", flow, x, 2.0, METHODS[seed % len(METHODS)], engine)


def between(ends: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Times strictly inside steps, some steps more than once."""
    first = rng.integers(len(ends) - 1, size=COUNT)
    share = rng.uniform(0.05, 0.95, COUNT)
    return np.unique(ends[first] + share * np.diff(ends)[first])


def in_units(x: np.ndarray, exact: np.ndarray, tol: float) -> float:
    """The largest error of a token, in units of tol (1 + |x|)."""
    error = (x - exact) / (tol * (1 + np.abs(exact)))
    return float(np.linalg.norm(error, axis=-1).max())


def measured(one: System, tol: float) -> tuple[float, float, int]:
    """The errors between the ends of steps and at them, in units of tol, and how many steps."""
    one, rng = one.at(tol), np.random.default_rng(0)
    ends = one.ends()
    inside = between(ends, rng)
    some = np.sort(rng.choice(ends[1:], min(COUNT, len(ends) - 1), replace=False))
    errors = (in_units(one.path(t), one.exact(t), tol) for t in (inside, some))
    return (*errors, len(ends) - 1)


def systems(count: int) -> Iterator[System]:
    """The two of beta = 0, then so many random ones."""
    yield averaging("euclidean", Compiled())
    yield averaging("sphere", Native())
    yield from map(random_system, range(count))


def main() -> None:
    worst: dict[tuple[str, float], list[tuple[float, float]]] = {}
    for one in systems(int(sys.argv[1]) if len(sys.argv) > 1 else 40):
        method = one.problem.stepping.method
        for tol in TOLERANCES[method]:
            try:
                inside, ends, steps = measured(one, tol)
            except TooManyStepsError:
                print(f"{one.name:44} tol {tol:.0e}: left out, more than {MOST_STEPS} steps")
                break
            print(f"{one.name:44} tol {tol:.0e}: between {inside:8.2f}, at ends {ends:8.2f}, "
                  f"{steps} steps", flush=True)  # fmt: skip
            worst.setdefault((method, tol), []).append((inside, inside / max(ends, 1.0)))
    for (method, tol), errors in sorted(worst.items()):
        largest, excess = np.max(errors, axis=0)
        print(f"{method:8} {tol:.0e}: between <= {largest:.2f}, / max(tol, ends) <= {excess:.2f}")


if __name__ == "__main__":
    main()
