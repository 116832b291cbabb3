"""Gauges: observables of saved tokens, taken as the tokens come.

Paths are never held as a whole: 2048 runs of 32 tokens in R^128 at 200 times are 13 GB.
"""

import functools
import inspect
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tokenflock import observables
from tokenflock._jax import jax
from tokenflock.attention import native
from tokenflock.solvers import native_runs
from tokenflock.spec import Spec
from tokenflock.sweeps.measures import Measure

PAIRS = 2**21  # of tokens measured at a time
# Observables that kernels take as well.
KERNELS: dict[str, Callable[..., Any]] = {"close_pairs": native_runs.close_pairs}


class Gauges:
    """Fills `values[name]` (run, time) with every measure of what `keep` is handed."""

    def __init__(
        self, measures: dict[str, Measure], specs: list[Spec], x0: np.ndarray, times: int
    ) -> None:
        runs, n, d = x0.shape
        self.x0, self.specs = x0, specs
        self.beta = np.array([spec.beta for spec in specs])
        self.takers = {name: _taker(measure) for name, measure in measures.items()}
        self.values = {name: np.full((runs, times), np.nan) for name in measures}
        self.x = np.zeros((int(np.clip(PAIRS // n**2, 16, 4096)), n, d))
        self.run, self.time = np.zeros((2, len(self.x)), int)
        self.filled = 0

    def keep(self, runs: np.ndarray, times: np.ndarray, x: np.ndarray) -> None:
        """Take note of the tokens (m, n, d) of some runs at some times."""
        room, whole = len(self.x), len(x) // len(self.x) * len(self.x)
        for done in range(0, whole, room):  # as they are: nothing is copied
            of = slice(done, done + room)
            self._measure(x[of], runs[of], times[of])
        while whole < len(x):
            of = slice(whole, whole + room - self.filled)
            self._note(x[of], runs[of], times[of])
            whole = of.stop

    def _note(self, x: np.ndarray, runs: np.ndarray, times: np.ndarray) -> None:
        to = slice(self.filled, self.filled + len(x))
        self.x[to], self.run[to], self.time[to] = x, runs, times
        self.filled = to.stop
        if self.filled == len(self.x):
            self.flush()

    def flush(self) -> None:
        """Measure what has been noted."""
        if self.filled:
            self._measure(self.x, self.run[: self.filled], self.time[: self.filled])
        self.filled = 0

    def _measure(self, x: np.ndarray, runs: np.ndarray, times: np.ndarray) -> None:
        """Measure x, of which the first are those of given runs and times."""
        for name, taker in self.takers.items():
            self.values[name][runs, times] = np.asarray(taker(x, runs, self))[: len(runs)]


Taker = Callable[[np.ndarray, np.ndarray, Gauges], np.ndarray]


def _taker(measure: Measure) -> Taker:
    function = getattr(observables, measure.of)
    wanted = set(inspect.signature(function).parameters) - set(measure.options)
    if measure.traced:
        compiled = _compiled(measure.of, tuple(sorted(measure.options.items())), "beta" in wanted)
        return lambda x, run, gauges: compiled(x, np.resize(gauges.beta[run], len(x)))

    def take(x: np.ndarray, run: np.ndarray, gauges: Gauges) -> np.ndarray:
        values = np.full(len(x), np.nan)
        for some in _alike(run, gauges, "start" in wanted):
            known = _known(wanted, gauges, int(run[some[0]]))
            values[some] = function(x[some], **known, **measure.options)
        return values

    return take


@functools.cache
def _compiled(of: str, options: tuple[tuple[str, Any], ...], needs_beta: bool) -> Any:
    by_kernel = of in KERNELS and native.available()
    known = KERNELS[of] if by_kernel else getattr(observables, of)
    function = functools.partial(known, **dict(options))

    def one(x: Any, beta: Any) -> Any:
        return function(x, beta=beta) if needs_beta else function(x)

    return jax.jit(jax.vmap(one)) if needs_beta else jax.jit(lambda x, beta: function(x))


def _alike(run: np.ndarray, gauges: Gauges, one_run: bool) -> Iterator[np.ndarray]:
    """The places of runs that can be measured at once: one run, or all of one spec but its seed."""
    kind = run if one_run else np.array([id(gauges.specs[r]) for r in run])
    for value in np.unique(kind):
        yield np.flatnonzero(kind == value)


def _known(wanted: set[str], gauges: Gauges, run: int) -> dict[str, Any]:
    spec = gauges.specs[run]
    known = {"beta": spec.beta, "space": spec.space.partition(":")[0], "start": gauges.x0[run]}
    return {name: value for name, value in known.items() if name in wanted}
