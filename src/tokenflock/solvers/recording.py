"""Recording: what a solve keeps of its runs, and the dataset made of it.

`save=None` keeps all tokens, an observable (or several) its values, a path ending in .zarr writes
tokens to a store as they come.
"""

import functools
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr

from tokenflock.errors import InputError
from tokenflock.fields.vector_field import VectorField
from tokenflock.results import dataset
from tokenflock.results.growing import GrowingStore
from tokenflock.solvers.checks import check_memory
from tokenflock.solvers.driver import follow
from tokenflock.solvers.measuring import Known, Measure, Measures
from tokenflock.solvers.problem import Problem
from tokenflock.solvers.sinks import Paths

LARGEST_PATH = 2**25  # numbers of a path that is followed again: 256 MB

Save = None | str | Path | Callable[..., Any] | Sequence[Callable[..., Any]] | Mapping[str, Any]


@dataclass(frozen=True)
class Notes:
    """What a dataset says beside its numbers: attributes, of tokens too, and further variables."""

    attrs: dict[str, Any]
    about_x: dict[str, Any] = field(default_factory=dict)
    variables: dict[str, Any] = field(default_factory=dict)
    of_tokens: dict[str, Any] = field(default_factory=dict)  # variables where tokens are kept


class Recording(ABC):
    """A sink for all runs of a problem, and the dataset of what it took."""

    @abstractmethod
    def __call__(self, runs: np.ndarray, index: np.ndarray, x: np.ndarray) -> None:
        """Take tokens (m, n, d) of some runs at the index-th times."""

    @abstractmethod
    def dataset(self, last: np.ndarray, notes: Notes) -> xr.Dataset:
        """What was kept, labeled; `last` (runs, n, d) is where runs ended."""

    @abstractmethod
    def abandon(self) -> None:
        """Leave nothing behind that is not complete."""


def recording(save: Save, problem: Problem, *, alone: bool) -> Recording:
    """The recording that `save` asks for; that of a run `alone` has no dimension `run`."""
    if save is None:
        check_memory(len(problem.times), problem.x0.shape)
        return _Tokens(problem, alone)
    if isinstance(save, str | Path):
        return _Stored(save, problem, alone)
    return _Measured(_measures(save), problem, alone)


class _Tokens(Recording):
    """All tokens at all times."""

    def __init__(self, problem: Problem, alone: bool) -> None:
        self.problem, self.alone = problem, alone
        self.paths = Paths(problem.runs, len(problem.times), problem.x0.shape[1:])

    def __call__(self, runs: np.ndarray, index: np.ndarray, x: np.ndarray) -> None:
        self.paths(runs, index, x)

    def dataset(self, last: np.ndarray, notes: Notes) -> xr.Dataset:
        x, problem = self.paths.x, self.problem
        about = problem.family.first.about() | notes.about_x
        run = dataset(x[0] if self.alone else x, problem.times, about, **notes.attrs)
        dims = run.x.dims[:-1]
        for name, values in _diagnostics(problem, lambda runs: np.moveaxis(x[runs], 1, 0)).items():
            run[name] = dims, values[0] if self.alone else values
        run = located(run, problem, self.alone)
        more = notes.variables | notes.of_tokens
        return run.assign(more) if more else run  # a third of a millisecond

    def abandon(self) -> None:
        pass


class _Measured(Recording):
    """Observables at all times, and the tokens where runs end."""

    def __init__(self, measures: dict[str, Measure], problem: Problem, alone: bool) -> None:
        self.problem, self.alone = problem, alone
        self.measures = Measures(measures, known_of(problem), len(problem.times))

    def __call__(self, runs: np.ndarray, index: np.ndarray, x: np.ndarray) -> None:
        self.measures(runs, index, x)

    def dataset(self, last: np.ndarray, notes: Notes) -> xr.Dataset:
        self.measures.flush()
        ends = _ends(self.problem, last, notes, self.alone)
        run = ends.rename(x="x_last").assign_coords(time=self.problem.times)
        lead = ("time",) if self.alone else ("run", "time")
        for name, values in self.measures.values.items():
            axes = getattr(self.measures.measures[name].function, "axes", ())
            axes = axes or tuple(f"{name}_{k}" for k in range(values.ndim - 2))
            run[name] = (*lead, *axes), values[0] if self.alone else values
        return located(run, self.problem, self.alone).assign(notes.variables)

    def abandon(self) -> None:
        pass


class _Stored(Recording):
    """All tokens at all times, in a store on disk."""

    def __init__(self, path: str | Path, problem: Problem, alone: bool) -> None:
        if Path(path).suffix != ".zarr":
            raise InputError(
                "`save` must be an observable, several, or a path that ends in .zarr. "
                f"Got {str(path)!r}."
            )
        self.problem, self.alone = problem, alone
        shape = (problem.runs, len(problem.times), *problem.x0.shape[1:])
        dims = ("run", "time", "token", "coord")
        self.store = GrowingStore(path, dims[alone:], shape[alone:])

    def __call__(self, runs: np.ndarray, index: np.ndarray, x: np.ndarray) -> None:
        for run, time, state in zip(runs, index, x, strict=True):
            self.store.write((int(run), int(time))[self.alone :], state)

    def dataset(self, last: np.ndarray, notes: Notes) -> xr.Dataset:
        ends = _ends(self.problem, last, notes, self.alone)
        template = ends.drop_vars("x").assign_coords(time=self.problem.times)
        template = located(template, self.problem, self.alone)
        dims = ("run", "time", "token")[self.alone :]
        for name, values in _diagnostics(self.problem, self._paths).items():
            template[name] = dims, values[0] if self.alone else values
        about = self.problem.family.first.about() | notes.about_x
        return self.store.finish(template.assign(notes.variables | notes.of_tokens), about)

    def _paths(self, runs: np.ndarray) -> Any:
        x: Any = self.store.lazy_x()
        return x if self.alone else x[runs].transpose("time", "run", ...)

    def abandon(self) -> None:
        self.store.abandon()


def _ends(problem: Problem, last: np.ndarray, notes: Notes, alone: bool) -> xr.Dataset:
    """Where runs end, `x` without times."""
    x, about = last[0][None] if alone else last[:, None], problem.family.first.about()
    run = dataset(x, problem.times[-1:], about | notes.about_x, **notes.attrs)
    return run.isel(time=0, drop=True)


def _diagnostics(problem: Problem, paths: Callable[[np.ndarray], Any]) -> dict[str, np.ndarray]:
    """What paths should be read with, (runs, times, n) each.

    `paths(runs)` has shape (times, runs, n, d); of a run alone also (times, n, d).
    """
    found: dict[str, np.ndarray] = {}
    shape = (problem.runs, len(problem.times), problem.x0.shape[1])
    for k, one in enumerate(problem.family.fields):
        runs = np.flatnonzero(problem.family.which == k)
        x = paths(runs)
        closely = functools.partial(_followed_again, problem, runs, x.shape[1:])
        known = one.diagnostics(problem.times, x, problem.stepping.tol, closely)
        for name, values in known.items():
            found.setdefault(name, np.zeros(shape, values.dtype))
            found[name][runs] = np.moveaxis(values.reshape(shape[1], len(runs), shape[2]), 0, 1)
    return found


def _followed_again(
    problem: Problem, runs: np.ndarray, shape: tuple[int, ...], times: np.ndarray
) -> np.ndarray | None:
    """Paths (times, *shape) of some runs at other times; what is missing is not a number."""
    size = len(times) * len(runs) * problem.size
    if not problem.stepping.is_adaptive or size > LARGEST_PATH:
        return None
    kept = Paths(len(runs), len(times), problem.x0.shape[1:])
    again = replace(problem.some(runs), times=times)
    follow(again, kept, on_failure=lambda run, error: None)
    return np.moveaxis(kept.x, 1, 0).reshape(len(times), *shape)


def located(run: xr.Dataset, problem: Problem, alone: bool) -> xr.Dataset:
    """A dataset with what varies along its times and tokens as coordinates."""
    fields = [problem.family.field_of(k) for k in range(problem.runs)]
    coords = coordinates_of(fields, problem.times, problem.x0.shape[1])
    if alone:
        coords = {name: (dims[-1:], values) for name, (dims, values) in coords.items()}
    return run.assign_coords(coords) if coords else run


Coordinates = dict[str, tuple[tuple[str, ...], np.ndarray]]


def coordinates_of(fields: Sequence[VectorField], times: np.ndarray, n: int) -> Coordinates:
    """What varies along the times or tokens of runs, by (run, ...) where runs differ in it.

    A field that says nothing of what another one tells has its beta at all times, and masses of 1.
    """
    # Thousands of runs may share a field, which is asked once.
    distinct = {id(one): one for one in fields}
    own = {key: one.coordinates(times) for key, one in distinct.items()}
    found: Coordinates = {}
    for name, dim in {k: v[0] for known in own.values() for k, v in known.items()}.items():
        rows = {key: _along(distinct[key], own[key], name, len(times), n) for key in distinct}
        first, *others = rows.values()
        alike = all(np.array_equal(first, row) for row in others)
        by_run = [rows[id(one)] for one in fields]
        found[name] = ((dim,), first) if alike else (("run", dim), np.stack(by_run))
    return found


def _along(one: VectorField, known: dict[str, Any], name: str, times: int, n: int) -> np.ndarray:
    if name in known:
        return np.asarray(known[name][1])
    return np.full(times, one.about().get("beta", np.nan)) if name == "beta" else np.ones(n)


def _measures(save: Any) -> dict[str, Measure]:
    """Observables by the names under which they are kept."""
    if callable(save):
        save = (save,)
    if not isinstance(save, Mapping):
        save = _named(tuple(save))
    wrong = [value for value in save.values() if not callable(value)]
    if wrong or not save:
        raise InputError(
            "`save` must be an observable, several, or a path that ends in .zarr. "
            f"Got {wrong[0] if wrong else save!r}."
        )
    return {name: Measure(function) for name, function in save.items()}


def _named(functions: tuple[Any, ...]) -> dict[str, Any]:
    names = [getattr(function, "__name__", "measure") for function in functions]
    if len(set(names)) < len(names):
        raise InputError(
            f"Measures need names of their own. Got {', '.join(names)}; pass `save={{name: f}}`."
        )
    return dict(zip(names, functions, strict=True))


def known_of(problem: Problem) -> Known:
    """What the fields of a problem tell observables."""
    fields, which = problem.family.fields, problem.family.which
    about = [one.about() for one in fields]
    metrics = [str(facts.get("metric", "euclidean")) for facts in about]
    metric = tuple(metrics[k] for k in which)
    if any("beta" not in facts for facts in about):
        return Known(problem.x0, None, metric)
    constant = np.array([[float(facts["beta"])] for facts in about])[which]
    n = problem.x0.shape[1]
    along = coordinates_of([fields[k] for k in which], problem.times, n).get("beta")
    shape = (problem.runs, len(problem.times))
    beta = constant if along is None else np.broadcast_to(along[1], shape)
    return Known(problem.x0, beta, metric)
