"""A sweep checked before anything runs: every spec, and one system of every shape."""

import itertools

from tokenflock.errors import InputError
from tokenflock.sweeps.plan import OPERANDS, Sweep


def validate(sweep: Sweep) -> None:
    """Raise `InputError` for the first point of the grid that no run could serve."""
    points = itertools.product(*(range(ax.size) for ax in sweep.axes))
    seen: set[tuple[int, ...]] = set()
    for point in points:
        try:
            sweep.spec(point)
            shape = _shape(sweep, point)
            if shape not in seen:
                seen.add(shape)
                _built(sweep, point)
        except InputError as error:
            raise InputError(f"{_place(sweep, point)}{error}") from None


def _shape(sweep: Sweep, point: tuple[int, ...]) -> tuple[int, ...]:
    """The point without the axes that only change numbers."""
    return tuple(
        0 if set(ax.fields) <= OPERANDS else k for ax, k in zip(sweep.axes, point, strict=True)
    )


def _built(sweep: Sweep, point: tuple[int, ...]) -> None:
    from tokenflock import integrate
    from tokenflock.simulation import flow_of, tokens_of
    from tokenflock.solvers import checks

    spec = sweep.spec(point)
    flow = flow_of(spec)
    checks.tokens(tokens_of(spec), flow)
    integrate.stepping(flow, spec.method, spec.tol, spec.step)


def _place(sweep: Sweep, point: tuple[int, ...]) -> str:
    here = [
        f"{ax.dim}={_label(ax.coordinates()[ax.dim][k])}"
        for ax, k in zip(sweep.axes, point, strict=True)
    ]
    return f"At {', '.join(here)}: " if here else ""


def _label(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
