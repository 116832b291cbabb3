"""A sweep checked before anything runs: its measures, every spec, one system of every shape."""

import itertools
import math
from collections.abc import Iterator

from tokenflock.errors import InputError
from tokenflock.spec import Spec
from tokenflock.sweeps.axes import Axis
from tokenflock.sweeps.batches import OPERANDS
from tokenflock.sweeps.measure_checks import check_declared, check_returned
from tokenflock.sweeps.sweep import Sweep

MOST_POINTS = 10_000  # each of which is looked at before anything runs


def validate(sweep: Sweep) -> None:
    """Raise `InputError` for the first measure, or point of the grid, that no run could serve."""
    _check_measures(sweep)
    seen: set[tuple[int, ...]] = set()
    for point in points(sweep):
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
        for value in _ends(ax) if _is_numeric(ax) else range(ax.size):
            sweep.spec((*first[:k], value, *first[k + 1 :]))


def points(sweep: Sweep) -> Iterator[tuple[int, ...]]:
    """The points of the grid to look at: all, or of very many the ends of axes that are numbers.

    A spec takes a twentieth of a millisecond, a million of them a minute.  What is wrong between
    two ends that are right becomes the error of its runs.
    """
    many = math.prod(ax.size for ax in sweep.axes) > MOST_POINTS
    return itertools.product(*(
        _ends(ax) if many and _is_numeric(ax) else range(ax.size) for ax in sweep.axes
    ))  # fmt: skip


def _is_numeric(ax: Axis) -> bool:
    """Whether an axis changes nothing but finite numbers that one program takes as operands."""
    return set(ax.fields) <= OPERANDS and all(
        isinstance(v, int | float) and math.isfinite(v) for vs in ax.fields.values() for v in vs
    )


def _ends(ax: Axis) -> list[int]:
    """Where the fields of an axis are smallest, largest, and nearest to 0."""
    found = {0, ax.size - 1}
    for values in ax.fields.values():
        smallest = min(values, key=abs)
        found |= {values.index(value) for value in (min(values), max(values), smallest)}
    return sorted(found)


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
