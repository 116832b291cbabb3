"""Measuring: observables of saved tokens, taken as the tokens come.

Paths are never held as a whole: 2048 runs of 32 tokens in R^128 at 200 times are 13 GB.
"""

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from jaxtyping import Array, Float

from tokenflock._jax import jax, jnp
from tokenflock.attention import native
from tokenflock.errors import InputError
from tokenflock.numerics import ffi

PAIRS = 2**21  # of tokens measured at a time
LARGEST_BUFFER = 2**21  # numbers that wait to be measured


@dataclass(frozen=True)
class Measure:
    """An observable with some of its keywords fixed."""

    function: Callable[..., Any]
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_traceable(self) -> bool:
        """Whether JAX can compile it; a plain function is not known to be."""
        return bool(getattr(self.function, "traceable", False))

    @property
    def keywords(self) -> set[str]:
        """What it asks for besides tokens and what is fixed."""
        return set(getattr(self.function, "keywords", ())) - set(self.options)


@dataclass(frozen=True)
class Known:
    """What observables may ask for besides tokens, by run."""

    start: np.ndarray  # (runs, n, d)
    beta: np.ndarray | None  # (runs, times), or (runs, 1) where it does not change
    metric: tuple[str, ...]  # one per run

    def beta_at(self, runs: np.ndarray, index: np.ndarray) -> np.ndarray:
        """beta of some runs at the index-th times."""
        assert self.beta is not None
        return self.beta[runs, np.minimum(index, self.beta.shape[1] - 1)]


class Measures:
    """A sink that fills `values[name]` (runs, times, ...) with measures of what it is handed."""

    def __init__(self, measures: Mapping[str, Measure], known: Known, times: int) -> None:
        runs, n, d = known.start.shape
        self.measures, self.known, self.shape = dict(measures), known, (runs, times)
        self.values: dict[str, np.ndarray] = {}
        rows = min(int(np.clip(PAIRS // n**2, 16, 4096)), max(1, LARGEST_BUFFER // (n * d)))
        self._x = np.zeros((rows, n, d))
        self._runs, self._index = np.zeros((2, rows), int)
        self._filled = 0

    def __call__(self, runs: np.ndarray, index: np.ndarray, x: np.ndarray) -> None:
        """Measure tokens (m, n, d) of some runs at some times, or note them for later."""
        room, whole = len(self._x), len(x) // len(self._x) * len(self._x)
        for done in range(0, whole, room):  # as they are: nothing is copied
            rows = slice(done, done + room)
            self._measure(x[rows], runs[rows], index[rows])
        while whole < len(x):
            rows = slice(whole, whole + room - self._filled)
            self._note(x[rows], runs[rows], index[rows])
            whole = rows.stop

    def _note(self, x: np.ndarray, runs: np.ndarray, index: np.ndarray) -> None:
        to = slice(self._filled, self._filled + len(x))
        self._x[to], self._runs[to], self._index[to] = x, runs, index
        self._filled = to.stop
        if self._filled == len(self._x):
            self.flush()

    def flush(self) -> None:
        """Measure what has been noted."""
        if self._filled:
            self._measure(self._x, self._runs[: self._filled], self._index[: self._filled])
        self._filled = 0

    def _measure(self, x: np.ndarray, runs: np.ndarray, index: np.ndarray) -> None:
        """Measure x, of which the first are those of some runs and times."""
        for name, measure in self.measures.items():
            traced = measure.is_traceable and "start" not in measure.keywords
            taken = _traced if traced else _on_host
            values = np.asarray(taken(measure, self.known, x, runs, index))[: len(runs)]
            if name not in self.values:
                self.values[name] = np.full((*self.shape, *values.shape[1:]), np.nan)
            self.values[name][runs, index] = values


def _traced(
    measure: Measure, known: Known, x: np.ndarray, runs: np.ndarray, index: np.ndarray
) -> Any:
    """All rows at once, compiled: also those behind the last, which the buffer holds anyway."""
    options = tuple(sorted(measure.options.items()))
    if "metric" in measure.keywords:
        options += (("metric", known.metric[runs[0]]),)
    if "beta" not in measure.keywords or known.beta is None:
        return _one_each(measure, _compiled(measure.function, options, False)(x), len(x))
    beta = np.resize(known.beta_at(runs, index), len(x))
    return _compiled(measure.function, options, True)(x, beta)


def _one_each(measure: Measure, values: Any, count: int) -> Any:
    """The values, one for each of so many configurations."""
    if np.shape(values)[:1] != (count,):
        name = getattr(measure.function, "__name__", "measure")
        raise InputError(
            f"`{name}` must reduce tokens (..., n, d) to (...), one value for each configuration. "
            f"For {count} of them it gave shape {np.shape(values)}."
        )
    return values


@functools.lru_cache(maxsize=64)
def _compiled(function: Any, options: tuple[tuple[str, Any], ...], with_beta: bool) -> Any:
    one = functools.partial(_kernel(function), **dict(options))
    if not with_beta:
        return jax.jit(one)
    return jax.jit(jax.vmap(lambda x, beta: one(x, beta=beta)))


def _kernel(function: Any) -> Any:
    """The function, or the kernel that computes the same."""
    from tokenflock import observables  # SciPy, a fifth of a second that runs are spared

    return close_pairs if function is observables.close_pairs and native.runs_here() else function


def _on_host(
    measure: Measure, known: Known, x: np.ndarray, runs: np.ndarray, index: np.ndarray
) -> np.ndarray:
    """Row by row, those together for which everything else is the same."""
    x, values = x[: len(runs)], None
    for rows in _alike(measure, known, runs, index):
        asked = _asked(measure, known, runs[rows[0]], index[rows[0]])
        some = np.asarray(measure.function(x[rows], **asked, **measure.options))
        _one_each(measure, some, len(rows))
        values = np.full((len(runs), *some.shape[1:]), np.nan) if values is None else values
        values[rows] = some
    assert values is not None
    return values


def _alike(
    measure: Measure, known: Known, runs: np.ndarray, index: np.ndarray
) -> Iterator[np.ndarray]:
    """The rows that can be measured at once: of one run, beta and metric, if they are asked for."""
    asked, same = measure.keywords, np.zeros(len(runs))
    run = runs if "start" in asked else same
    beta = known.beta_at(runs, index) if "beta" in asked and known.beta is not None else same
    metric = np.asarray(known.metric)[runs]
    _, group = np.unique(np.rec.fromarrays([run, beta, metric]), return_inverse=True)
    for value in range(group.max() + 1):
        yield np.flatnonzero(group == value)


def _asked(measure: Measure, known: Known, run: int, index: int) -> dict[str, Any]:
    """The keywords of a measure that are known, for one row."""
    found: dict[str, Any] = {"metric": known.metric[run], "start": known.start[run]}
    if known.beta is not None:
        found["beta"] = float(known.beta_at(np.array([run]), np.array([index]))[0])
    return {name: value for name, value in found.items() if name in measure.keywords}


def close_pairs(x: Float[Array, "... n d"], above: Any = 0.999) -> Float[Array, "..."]:
    """As `observables.close_pairs`, every pair once and without a matrix of them."""
    if x.shape[-2] < 2:
        return jnp.ones(x.shape[:-2])
    found = ffi.call(
        "tokenflock_close_pairs",
        operands={"x": x, "above": jnp.asarray(above, float)},
        results={"share": jax.ShapeDtypeStruct(x.shape[:-2], float)},
    )
    return found["share"]
