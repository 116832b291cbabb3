"""Recording: what a solve keeps of its runs, and the dataset made of it.

`save=None` keeps all tokens, an observable (or several) its values, a path ending in .zarr writes
tokens to a store as they come.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr

from tokenflock.errors import InputError
from tokenflock.fields.vector_field import VectorField
from tokenflock.results import dataset
from tokenflock.results.growing import GrowingStore
from tokenflock.solvers.checks import check_memory
from tokenflock.solvers.measuring import Known, Measure, Measures
from tokenflock.solvers.problem import Problem
from tokenflock.solvers.sinks import Paths

Save = None | str | Path | Callable[..., Any] | Sequence[Callable[..., Any]] | Mapping[str, Any]


class Recording(ABC):
    """A sink for all runs of a problem, and the dataset of what it took."""

    @abstractmethod
    def __call__(self, runs: np.ndarray, index: np.ndarray, x: np.ndarray) -> None:
        """Take tokens (m, n, d) of some runs at the index-th times."""

    @abstractmethod
    def dataset(self, last: np.ndarray, attrs: dict[str, Any]) -> xr.Dataset:
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

    def dataset(self, last: np.ndarray, attrs: dict[str, Any]) -> xr.Dataset:
        x, field = self.paths.x, self.problem.family.first
        run = dataset(x[0] if self.alone else x, self.problem.times, field.about(), **attrs)
        marks = field.diagnostics(self.problem.times, np.moveaxis(x, 1, 0))
        dims = run.x.dims[:-1]
        for name, values in marks.items():
            values = np.moveaxis(values, 0, 1)
            run[name] = dims, values[0] if self.alone else values
        return located(run, field)

    def abandon(self) -> None:
        pass


class _Measured(Recording):
    """Observables at all times, and the tokens where runs end."""

    def __init__(self, measures: dict[str, Measure], problem: Problem, alone: bool) -> None:
        self.problem, self.alone = problem, alone
        self.measures = Measures(measures, known_of(problem), len(problem.times))

    def __call__(self, runs: np.ndarray, index: np.ndarray, x: np.ndarray) -> None:
        self.measures(runs, index, x)

    def dataset(self, last: np.ndarray, attrs: dict[str, Any]) -> xr.Dataset:
        self.measures.flush()
        times, field = self.problem.times, self.problem.family.first
        ends = dataset(
            last[0][None] if self.alone else last[:, None], times[-1:], field.about(), **attrs
        )
        run = ends.isel(time=0, drop=True).rename(x="x_last").assign_coords(time=times)
        lead = ("time",) if self.alone else ("run", "time")
        for name, values in self.measures.values.items():
            axes = getattr(self.measures.measures[name].function, "axes", ())
            axes = axes or tuple(f"{name}_{k}" for k in range(values.ndim - 2))
            run[name] = (*lead, *axes), values[0] if self.alone else values
        return located(run, field)

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

    def dataset(self, last: np.ndarray, attrs: dict[str, Any]) -> xr.Dataset:
        times, field = self.problem.times, self.problem.family.first
        ends = dataset(
            last[0][None] if self.alone else last[:, None], times[-1:], field.about(), **attrs
        )
        template = ends.drop_vars("x").drop_vars("time").assign_coords(time=times)
        return self.store.finish(located(template, field), field.about())

    def abandon(self) -> None:
        self.store.abandon()


def located(run: xr.Dataset, field: VectorField) -> xr.Dataset:
    """A dataset with what varies along its times and tokens as coordinates."""
    return run.assign_coords(field.coordinates(run["time"].data))


def _measures(save: Any) -> dict[str, Measure]:
    """Observables by the names under which they are kept."""
    if callable(save):
        save = (save,)
    if not isinstance(save, Mapping):
        save = {getattr(function, "__name__", "measure"): function for function in save}
    wrong = [value for value in save.values() if not callable(value)]
    if wrong or not save:
        raise InputError(
            "`save` must be an observable, several, or a path that ends in .zarr. "
            f"Got {wrong[0] if wrong else save!r}."
        )
    return {name: Measure(function) for name, function in save.items()}


def known_of(problem: Problem) -> Known:
    """What the fields of a problem tell observables."""
    fields, which = problem.family.fields, problem.family.which
    about = [field.about() for field in fields]
    along = [field.coordinates(problem.times).get("beta") for field in fields]
    metric = tuple(str(about[k].get("metric", "euclidean")) for k in which)
    if any("beta" not in facts for facts in about):
        return Known(problem.x0, None, metric)
    beta = [
        np.full(len(problem.times), facts["beta"]) if one is None else one[1]
        for facts, one in zip(about, along, strict=True)
    ]
    changing = any(one is not None for one in along)
    return Known(
        problem.x0, np.stack(beta)[which] if changing else np.stack(beta)[which, :1], metric
    )
