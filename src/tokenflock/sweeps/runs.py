"""The runs of a batch: their specs as one problem for the driver, followed and measured."""

import functools
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tokenflock import observables
from tokenflock.errors import InputError, SolveError
from tokenflock.integrate import noise_seeds, posed
from tokenflock.simulation import flow_of, numerics_of, tokens_of, tokens_of_seeds
from tokenflock.solvers import checks
from tokenflock.solvers.driver import follow
from tokenflock.solvers.family import Family
from tokenflock.solvers.measuring import Measure, Measures
from tokenflock.solvers.problem import Engine, Problem
from tokenflock.solvers.recording import known_of
from tokenflock.spec import Spec
from tokenflock.sweeps.batches import Batch, runs_per_core
from tokenflock.sweeps.layout import Errors
from tokenflock.sweeps.sweep import Sweep


class Runs(NamedTuple):
    """Runs that can be started: their places in the batch, tokens, seeds and flows."""

    places: np.ndarray
    spec: Spec  # of one of them: they differ in numbers only
    x0: np.ndarray
    seeds: np.ndarray
    flows: list[Any]
    which: np.ndarray  # the flow of every run


def runs_of(sweep: Sweep, batch: Batch, errors: Errors) -> Runs | None:
    """The runs of a batch; those whose spec cannot be served are entered as errors."""
    seeds = range(sweep.seeds.first + batch.start[-1], sweep.seeds.first + batch.stop[-1])
    flows: list[Any] = []
    started = []
    last: Spec | None = None
    for number, point in enumerate(batch.points):
        places = len(seeds) * number + np.arange(len(seeds))
        try:
            spec = sweep.spec(point)
            x0, own = _tokens(spec, seeds), _flows(spec, seeds)
        except InputError as error:
            errors |= dict.fromkeys(places.tolist(), str(error))
            continue
        last = spec
        which = len(flows) + np.minimum(np.arange(len(seeds)), len(own) - 1)
        started.append((places, x0, np.array(seeds), which))
        flows += own
    if last is None:
        return None
    places, x0, kept, which = map(np.concatenate, zip(*started, strict=True))
    return Runs(places, last, x0, kept, flows, which)


def _tokens(spec: Spec, seeds: range) -> np.ndarray:
    """The starting tokens of all seeds."""
    if not isinstance(spec.init, str):
        return tokens_of_seeds(spec, seeds)
    return _drawn_tokens(spec.init, spec.n, spec.d, spec.space, seeds)


@functools.lru_cache(maxsize=1)
def _drawn_tokens(init: str, n: int, d: int, space: str, seeds: range) -> np.ndarray:
    """Tokens drawn at random: the same for all beta and masks, whose batches come in a row."""
    x0 = tokens_of_seeds(Spec(init=init, n=n, d=d, space=space), seeds)
    x0.flags.writeable = False
    return x0


def _flows(spec: Spec, seeds: Sequence[int]) -> list[Any]:
    """The flow of every seed, or one for all of them."""
    drawn = seeds if _is_drawn(spec) else seeds[:1]
    return [flow_of(spec.model_copy(update={"seed": seed})) for seed in drawn]


def lone_run(spec: Spec) -> Runs:
    """The run of a spec, alone."""
    seeds, here = np.array([spec.seed]), np.array([0])
    return Runs(here, spec, tokens_of(spec)[None], seeds, [flow_of(spec)], here)


def _is_drawn(spec: Spec) -> bool:
    """Whether every seed has weights of its own."""
    return any(isinstance(law, str) for law in (spec.qk, spec.ov, spec.mlp, spec.linear))


def measured(sweep: Sweep, runs: Runs, errors: Errors) -> dict[str, np.ndarray]:
    """All measures of all runs, (run, time); runs that fail are entered as errors."""

    def enter(run: int, error: SolveError) -> None:
        errors[int(runs.places[run])] = str(error)

    problem, engines = problem_of(sweep, runs)
    measures = Measures(_functions(sweep), known_of(problem), len(problem.times))
    follow(problem, measures, engines, on_failure=enter)
    measures.flush()
    late = len(problem.times) - len(sweep.saved)
    return {name: values[:, late:] for name, values in measures.values.items()}


def problem_of(sweep: Sweep, runs: Runs) -> tuple[Problem, tuple[Engine, ...]]:
    """The problem of some runs, and the engines that may follow it."""
    x0, spec = checks.tokens(runs.x0, runs.flows[0]), runs.spec
    # Runs start at 0, also when their first measurement is later.
    times = np.unique([0.0, *sweep.saved])
    return posed(
        Family(runs.flows, runs.which), x0, times,
        numerics_of(spec),
        seeds=noise_seeds(runs.seeds) if runs.flows[0].is_noisy else None, steady=True,
        width=min(runs_per_core(*x0.shape[1:]), math.prod(sweep.chunks)),
    )  # fmt: skip


def _functions(sweep: Sweep) -> dict[str, Measure]:
    return {
        name: Measure(observables.named(measure.of), measure.options)
        for name, measure in sweep.measure.items()
    }
