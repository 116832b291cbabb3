"""One batch: its runs solved together, measured, and committed to the store."""

import functools
import math
import platform
import time
import traceback
from typing import Any, NamedTuple

import numpy as np

from tokenflock.errors import InputError
from tokenflock.spec import Spec
from tokenflock.sweeps.layout import DONE, FAILED
from tokenflock.sweeps.measures import Measure
from tokenflock.sweeps.plan import Block, Sweep, lanes_for
from tokenflock.sweeps.store import Store

Report = dict[str, Any]


@functools.lru_cache(maxsize=4)
def opened(text: str, url: str) -> Store:
    """The store of a sweep, kept open between batches."""
    return Store(url, Sweep.from_json(text))


def finish(text: str, url: str, number: int, retry: bool = False) -> Report:
    """Solve and commit a batch unless that is done already; what a worker is asked to do."""
    begun = time.time()
    store = opened(text, url)
    block = store.sweep.blocks[number]
    try:
        found = store.record(block)
        if found is not None and not (retry and found["failed"]):
            return {"batch": number, "new": False} | _told(found)
        values, about = solved(store.sweep, block)
        record = store.commit(block, values, about | {"begun": begun, "ended": time.time()})
    except OSError as error:
        return {"batch": number, "unwritable": error.strerror or str(error)}
    return {"batch": number, "new": True, "begun": begun} | _told(record)


def _told(record: dict[str, Any]) -> Report:
    names = ("runs", "failed", "first_error", "seconds", "processor_seconds", "latest", "ended")
    return {name: record.get(name) for name in names}


class Team(NamedTuple):
    """The runs of a batch that can be solved: their places in it, starts, seeds and flows."""

    places: np.ndarray
    specs: list[Spec]
    x0: np.ndarray
    seeds: np.ndarray
    flows: list[Any]
    which: np.ndarray  # the flow of every run


def solved(sweep: Sweep, block: Block) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """The arrays of a batch, and what goes into its record."""
    begun = time.perf_counter(), time.process_time()
    errors: dict[int, str] = {}
    taken = {name: np.full((block.runs, len(sweep.saved)), np.nan) for name in sweep.measure}
    team = _team(sweep, block, errors)
    if team is not None:
        for name, values in _measured(sweep, team, errors).items():
            taken[name][team.places] = values
    arrays = _outcome(block, errors) | _kept(sweep, block, taken, list(errors))
    spent = time.perf_counter() - begun[0], time.process_time() - begun[1]
    return arrays, _about(taken, errors, *spent)


def _team(sweep: Sweep, block: Block, errors: dict[int, str]) -> Team | None:
    """The runs of a batch; those whose spec cannot be served are entered as errors."""
    from tokenflock.simulation import flow_of, tokens_of

    seeds = range(sweep.seeds.first + block.start[-1], sweep.seeds.first + block.stop[-1])
    flows: list[Any] = []
    members = []
    for point in sweep.points(block):
        spec = sweep.spec(point)
        made = False
        for seed in seeds:
            one = spec.model_copy(update={"seed": seed})
            try:
                if not made or _drawn(spec):
                    flows.append(flow_of(one))
                    made = True
                members.append((spec, tokens_of(one), seed, len(flows) - 1))
            except InputError as error:
                errors[len(members) + len(errors)] = str(error)
    if not members:
        return None
    places = np.setdiff1d(np.arange(block.runs), list(errors))
    specs, starts, kept, which = zip(*members, strict=True)
    return Team(places, list(specs), np.stack(starts), np.array(kept), flows, np.array(which))


def _measured(sweep: Sweep, team: Team, errors: dict[int, str]) -> dict[str, np.ndarray]:
    """All measures of all runs, (run, time); runs that fail are entered as errors."""
    from tokenflock.sweeps.gauges import Gauges

    gauges = Gauges(sweep.measure, team.specs, team.x0, len(sweep.saved))

    def refuse(run: int, error: InputError) -> None:
        errors[int(team.places[run])] = str(error)

    try:
        _follow(sweep, team, gauges.keep, refuse)
        gauges.flush()
    except Exception as error:  # a failed batch is a result too, and never stops the sweep
        why = _reason(error)
        for run in team.places:
            errors.setdefault(int(run), why)
    return gauges.values


def _follow(sweep: Sweep, team: Team, keep: Any, refuse: Any) -> None:
    from tokenflock.solvers import checks
    from tokenflock.solvers.ensembles import Family
    from tokenflock.solvers.lanes import picked
    from tokenflock.solvers.runs import solve_runs

    family = Family(team.flows, team.which)
    x0 = checks.tokens(team.x0, team.flows[0])
    # Runs start at 0, also when their first measurement is later.
    late = int(sweep.saved[0] > 0)
    times = np.array([0.0] * late + list(sweep.saved))
    width = min(lanes_for(*x0.shape[1:]), math.prod(sweep.chunks))

    def keep_saved(runs: np.ndarray, index: np.ndarray, x: np.ndarray) -> None:
        runs, index, x = picked(index >= late, runs, index, x)
        keep(runs, index - late, x)

    solve_runs(family, team.specs[0], x0, times, team.seeds, width, keep_saved, refuse)


def _drawn(spec: Spec) -> bool:
    """Whether every seed has weights of its own."""
    return isinstance(spec.qk, str) or isinstance(spec.ov, str)


def _kept(
    sweep: Sweep, block: Block, taken: dict[str, np.ndarray], failed: list[int]
) -> dict[str, np.ndarray]:
    """The statistics of all measures at the times they ask for."""
    from tokenflock.sweeps.statistics import statistics

    kept: dict[str, np.ndarray] = {}
    for name, measure in sweep.measure.items():
        taken[name][failed] = np.nan
        values = _at(sweep, measure, taken[name]).reshape(*block.shape, -1)
        values = values[..., 0] if measure.at == "last" else values
        kept |= statistics(sweep, name, measure, values)
    return kept


def _at(sweep: Sweep, measure: Measure, values: np.ndarray) -> np.ndarray:
    """The values at the times a measure asks for."""
    if measure.at == "all":
        return values
    wanted = sweep.saved[-1:] if measure.at == "last" else measure.at
    return values[:, [sweep.saved.index(t) for t in wanted]]


def _outcome(block: Block, errors: dict[int, str]) -> dict[str, np.ndarray]:
    """The completion map of a batch, and why runs have failed."""
    state, error = np.full(block.runs, DONE, np.int8), np.full(block.runs, "", object)
    for run, why in errors.items():
        state[run], error[run] = FAILED, why
    return {"state": state.reshape(block.shape), "error": error.reshape(block.shape)}


def _about(
    taken: dict[str, np.ndarray], errors: dict[int, str], seconds: float, processor: float
) -> dict[str, Any]:
    from tokenflock.results.provenance import facts

    known = facts()
    latest = {name: _mean(values[:, -1]) for name, values in taken.items()}
    return {
        "failed": len(errors),
        "first_error": next(iter(errors.values()), ""),
        "seconds": round(seconds, 4),
        "processor_seconds": round(processor, 4),
        "latest": latest,
        "host": platform.node(),
        "engine": known["engine"],
        "versions": {name: known[name] for name in ("tokenflock", "jax", "jaxlib", "numpy")},
    }


def _mean(values: np.ndarray) -> float | None:
    finite = values[np.isfinite(values)]
    return float(finite.mean()) if finite.size else None


def _reason(error: Exception) -> str:
    if isinstance(error, InputError):
        return str(error)
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({where.name}, line {where.lineno})"
