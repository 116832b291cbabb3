"""Ratios of running times from interleaved repetitions: noise hits every competitor alike."""

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

import numpy as np

Task = Callable[[], object]

OURS = "tokenflock"
REST = 0.03  # seconds after which idle thread pools have stopped to spin


@dataclass(frozen=True)
class Spread:
    """The median of some repetitions, the quartiles around it, and the smallest of all."""

    median: float
    low: float
    high: float
    least: float

    @classmethod
    def of(cls, values: Any) -> "Spread":
        """The spread of a list of numbers."""
        low, median, high = np.quantile(values, [0.25, 0.5, 0.75])
        return cls(float(median), float(low), float(high), float(np.min(values)))


@dataclass(frozen=True)
class Target:
    """A number that should be at least, or at most, some bound."""

    name: str
    value: float
    sense: Literal["at least", "at most"]
    bound: float

    @property
    def reached(self) -> bool:
        """Whether it is; a NaN reaches nothing."""
        return self.value >= self.bound if self.sense == "at least" else self.value <= self.bound


@dataclass(frozen=True)
class Row:
    """One comparison: seconds of every competitor, theirs over ours, other figures, targets."""

    title: str
    seconds: dict[str, Spread] = field(default_factory=dict)
    ratios: dict[str, Spread] = field(default_factory=dict)
    figures: dict[str, float] = field(default_factory=dict)
    targets: list[Target] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    about: dict[str, float] = field(default_factory=dict)  # parameters that a figure needs

    def plain(self) -> dict[str, Any]:
        """The row as values that JSON can hold."""
        targets = [asdict(t) | {"reached": t.reached} for t in self.targets]
        return asdict(self) | {"targets": targets}


def interleaved(
    tasks: Mapping[str, Task],
    repetitions: int,
    *,
    warm: bool = True,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, np.ndarray]:
    """Seconds of every task in every turn; one call of each before the first, to warm up."""
    for task in tasks.values() if warm else ():
        task()
    turns = [[seconds(task, clock) for task in tasks.values()] for _ in range(repetitions)]
    return dict(zip(tasks, np.array(turns).T, strict=True))


def seconds(task: Task, clock: Callable[[], float] = time.perf_counter) -> float:
    """What one call takes on a clock, after a rest: threads of the call before may still spin."""
    time.sleep(REST)
    start = clock()
    task()
    return clock() - start


def compared(
    title: str,
    times: Mapping[str, np.ndarray],
    at_least: Mapping[str, float] | None = None,
    left_out: list[str] | None = None,
) -> Row:
    """How many times as long as we each peer takes, and whether that is as many as it should be."""
    ratios = {n: Spread.of(t / times[OURS]) for n, t in times.items() if n != OURS}
    targets = [
        Target(f"{name} / {OURS}", ratios[name].median, "at least", bound)
        for name, bound in (at_least or {}).items()
        if name in ratios
    ]
    measured = {name: Spread.of(t) for name, t in times.items()}
    return Row(title, measured, ratios, targets=targets, left_out=left_out or [])


def duration(seconds: float) -> str:
    """Seconds in words, or milliseconds below one."""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1e3 * seconds:.3g} ms"
