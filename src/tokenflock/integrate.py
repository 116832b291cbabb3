"""Solve: follow a vector field through given times, to a tolerance.

field, x0, times -> problem -> driver (engine by engine) -> recording -> labeled dataset
"""

import time as clock
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr

from tokenflock.errors import InputError
from tokenflock.fields.vector_field import VectorField
from tokenflock.numerics.random_streams import NOISE, key_data
from tokenflock.numerics.reals import whole
from tokenflock.runtime import programs
from tokenflock.solvers import checks, driver
from tokenflock.solvers.family import Family, are_of_one_kind
from tokenflock.solvers.methods import Stepping, stepping
from tokenflock.solvers.problem import Engine, Problem, Progress, Reached
from tokenflock.solvers.recording import Notes, Save, recording
from tokenflock.solvers.sinks import OnSave, callback, several
from tokenflock.spec.vocabulary import check_tol

EXPLICIT_TIME = 1e4  # explicit steps are about 3 time units long, so up to here they are cheap
COARSENED = "coarsened"


@dataclass(frozen=True)
class Numerics:
    """How to solve: tolerance, method, equal steps, and whether tokens that met move as one."""

    tol: float = 1e-8
    method: str = "auto"
    step: float | None = None
    coarsen: bool | None = None


def solve(
    field: VectorField | Sequence[VectorField],
    x0: Any,
    times: Any,
    *,
    tol: float = 1e-8,
    method: str = "auto",
    step: float | None = None,
    coarsen: bool | None = None,
    seed: int = 0,
    save: Save = None,
    progress: Progress | None = None,
    on_save: OnSave | None = None,
) -> xr.Dataset:
    """The path of tokens that start at x0 at the first of `times`, saved at all of them.

    `tol` bounds the estimated error of a step, absolute and relative, in the largest token norm;
    the error of the path is of that order, between the ends of steps too.  With `step` the method
    takes equal steps of at most that length instead; `method="layers"` iterates x <- N(x + step A),
    "no-residual" x <- N(A), and "nesterov" or "nesterov:MU" layers with momentum.  A flow with
    noise takes equal steps, 0.01 by default, of weak order two; `seed` draws the noise.  x0 has
    shape (n, d), or (runs, n, d) for independent runs with step sizes of their own.  Several fields
    that differ in numbers only, as in beta, matrices or masses, are one for each run, from x0 of
    its own or from the same.

    `save` keeps an observable, or several, instead of the tokens; a path that ends in .zarr writes
    tokens to a store as they come.  `progress(t)` is called between windows of at most a fraction
    of a second; what it raises stops the solve.  `on_save(times, x)` is called with what was saved
    of a single run since its last call.

    With `coarsen` tokens that have met move as one, up to t = 1e300, and the dataset of a single
    run lists the merges (see `merges`); None leaves it to the length of time.

    >>> flow = tkf.Flow(tkf.SelfAttention(beta=0.0))  # a plain mean: <x_1, x_2> = tanh t
    >>> path = tkf.solve(flow, np.eye(2), [0.0, 1.0])
    >>> print(f"{float(tkf.alignment(path)[-1]):.6f} {np.tanh(1.0):.6f}")
    0.761594 0.761594
    """
    times, numerics = checks.increasing(times), Numerics(tol, method, step, coarsen)
    family, x0, alone = _runs(field, x0)
    return solved(
        family, x0, times, numerics, seeds=_seeds(family.first, seed, len(x0), alone), alone=alone,
        save=save, progress=progress, on_save=on_save,
    )  # fmt: skip


def _runs(field: VectorField | Sequence[VectorField], x0: Any) -> tuple[Family, np.ndarray, bool]:
    """The family, tokens (runs, n, d), and whether it is a single run without that dimension."""
    if isinstance(field, VectorField):
        x0 = checks.tokens(x0, field)
        alone = x0.ndim == 2
        x0 = x0[None] if alone else x0
        return Family.of(field, len(x0)), x0, alone
    fields = tuple(field) if isinstance(field, Iterable) else ()
    if not fields or not all(isinstance(one, VectorField) for one in fields):
        raise InputError("`solve` takes a field, or several: a list with one for each run.")
    if not are_of_one_kind(fields):
        raise InputError(
            "The fields of one `solve` must differ in numbers only, not in mask, weighting, space "
            "or shape. Solve them one after the other."
        )
    x0 = checks.tokens(x0, fields[0])
    x0 = np.broadcast_to(x0, (len(fields), *x0.shape)) if x0.ndim == 2 else x0
    if len(x0) != len(fields):
        raise InputError(f"There must be one field for each run. Got {len(fields)} and {len(x0)}.")
    for one, tokens in zip(fields, x0, strict=True):
        one.check(tokens)
    return Family(fields, np.arange(len(fields))), np.array(x0), False


def _seeds(field: VectorField, seed: int, runs: int, alone: bool) -> np.ndarray | None:
    if not field.is_noisy:
        return None
    if whole("seed", seed) < 0:
        raise InputError(f"`seed` must not be negative. Got {seed}.")
    return noise_seeds([seed]) if alone else noise_seeds([seed] * runs, np.arange(runs))


def solved(
    family: Family,
    x0: np.ndarray,
    times: np.ndarray,
    numerics: Numerics,
    *,
    seeds: np.ndarray | None,
    alone: bool,
    save: Save = None,
    progress: Progress | None = None,
    on_save: OnSave | None = None,
    attrs: dict[str, Any] | None = None,
    about_x: dict[str, Any] | None = None,
) -> xr.Dataset:
    """The dataset of runs x0 (runs, n, d) of a family; a run `alone` has no dimension `run`."""
    programs.bound()
    progress = _forward(progress)
    problem, engines = posed(family, x0, times, numerics, seeds=seeds, progress=progress)
    record, begun = recording(save, problem, alone=alone), clock.perf_counter()
    try:
        sink = _sink(record, on_save, times, alone)
        outcome = driver.follow(problem, sink, engines, progress=progress)
        wall_time = {"wall_time": clock.perf_counter() - begun}
        known = problem.stepping.about() | wall_time | outcome.cost | (attrs or {})
        notes = Notes(known, about_x or {}, *_merges(problem, outcome, alone))
        return record.dataset(outcome.x, notes)
    finally:
        record.abandon()


def posed(
    family: Family,
    x0: np.ndarray,
    times: np.ndarray,
    numerics: Numerics,
    *,
    seeds: np.ndarray | None = None,
    width: int | None = None,
    steady: bool = False,
    progress: Progress | None = None,
) -> tuple[Problem, tuple[Engine, ...]]:
    """The problem of runs of a family, and the engines that may follow it."""
    engines = driver.ENGINES
    if _is_long(family, x0, times, numerics):
        from tokenflock.coarsening.engine import Coarsening  # half a second, which few pay

        check_tol(numerics.tol)
        way, engines = Stepping(COARSENED, numerics.tol), (Coarsening(progress),)
    else:
        way = stepping(family.first, numerics.method, numerics.tol, numerics.step)
    return Problem(family, x0, times, way, seeds, width, steady), engines


def noise_seeds(seeds: Any, runs: Any = None) -> np.ndarray:
    """The keys (runs, 2) of the noise of seeds; those of several runs of one seed differ."""
    if runs is None:
        return np.stack([key_data(int(seed), NOISE) for seed in seeds])
    return np.stack([key_data(int(s), NOISE, int(r)) for s, r in zip(seeds, runs, strict=True)])


def _is_long(family: Family, x0: np.ndarray, times: np.ndarray, how: Numerics) -> bool:
    """Whether tokens that have met are to move as one; see `coarsening.eligibility`."""
    if not how.coarsen and times[-1] - times[0] <= EXPLICIT_TIME:
        return False
    from tokenflock.coarsening.eligibility import is_coarsened  # half a second, which few pay

    asked = how.method, how.step, how.coarsen
    return all(is_coarsened(family.field_of(k), x, times, *asked) for k, x in enumerate(x0))


def _sink(record: Any, on_save: OnSave | None, times: np.ndarray, alone: bool) -> Any:
    if on_save is None:
        return record
    if not alone:
        raise InputError("`on_save` is told of one run (n, d). Got several runs; leave it out.")
    return several([record, callback(on_save, times)])


def _forward(progress: Progress | None) -> Progress | None:
    """The same without steps back: some stretches are taken twice, the second time closely."""
    if progress is None:
        return None
    latest = -np.inf

    def report(t: float) -> None:
        nonlocal latest
        latest = max(latest, t)
        progress(Reached.at(latest, getattr(t, "note", "")))

    return report


def _merges(problem: Problem, outcome: driver.Outcome, alone: bool) -> tuple[Any, Any]:
    """The merges of a long run, and the bounds of what was merged; nothing for others."""
    if not alone or problem.stepping.method != COARSENED or outcome.state is None:
        return {}, {}
    from tokenflock.results.merges import merge_variables  # SciPy, which short runs are spared

    bound = np.stack(outcome.state.bounds), {"long_name": "distance from the cluster at most"}
    merges = merge_variables(outcome.state.stage.groups.merges)
    return merges, {"merged_within": (("time", "token"), *bound)}
