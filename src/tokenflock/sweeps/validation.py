"""A sweep checked before anything runs: its measures, every spec, one system of every shape."""

import itertools

from tokenflock.errors import InputError
from tokenflock.spec import Spec
from tokenflock.sweeps.batches import OPERANDS
from tokenflock.sweeps.measure_checks import check_declared, check_returned
from tokenflock.sweeps.sweep import Sweep


def validate(sweep: Sweep) -> None:
    """Raise `InputError` for the first measure, or point of the grid, that no run could serve."""
    _check_measures(sweep)
    seen: set[tuple[int, ...]] = set()
    for point in itertools.product(*(range(ax.size) for ax in sweep.axes)):
        try:
            spec, shape = sweep.spec(point), _shape(sweep, point)
            if shape not in seen:
                seen.add(shape)
                _check_system(sweep, spec)
        except InputError as error:
            raise InputError(f"{_place(sweep, point)}{error}") from None


def check_names(sweep: Sweep) -> None:
    """Raise `InputError` where a sweep that was valid once uses a name that is not known here."""
    _check_measures(sweep)
    first = tuple(0 for _ in sweep.axes)
    for k, ax in enumerate(sweep.axes):
        for value in range(ax.size):
            sweep.spec((*first[:k], value, *first[k + 1 :]))


def _check_measures(sweep: Sweep) -> None:
    for measure in sweep.measure.values():
        check_declared(measure)


def _shape(sweep: Sweep, point: tuple[int, ...]) -> tuple[int, ...]:
    """The point without the axes that only change numbers."""
    return tuple(
        0 if set(ax.fields) <= OPERANDS else k for ax, k in zip(sweep.axes, point, strict=True)
    )


def _check_system(sweep: Sweep, spec: Spec) -> None:
    # It imports JAX, which a sweep that is only described is spared.
    from tokenflock.sweeps.runs import lone_run, problem_of

    run = lone_run(spec)
    problem, engines = problem_of(sweep, run)
    if not problem.stepping.is_adaptive:
        next(engine for engine in engines if engine.serves(problem)).start(problem)
    for measure in sweep.measure.values():
        check_returned(measure, run.x0[0], {"start": run.x0[0]} | run.flows[0].about())


def _place(sweep: Sweep, point: tuple[int, ...]) -> str:
    here = [
        f"{ax.dim}={_label(ax.coordinates()[ax.dim][k])}"
        for ax, k in zip(sweep.axes, point, strict=True)
    ]
    return f"At {', '.join(here)}: " if here else ""


def _label(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
