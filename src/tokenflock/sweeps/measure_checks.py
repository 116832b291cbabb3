"""Whether a measure is a number of a configuration, by what its observable says and returns."""

import functools
import inspect
from typing import Any

import numpy as np

from tokenflock.errors import InputError, did_you_mean
from tokenflock.sweeps.measures import Measure

KNOWN = ("beta", "metric", "start")  # what an observable may ask of a run


def check_declared(measure: Measure) -> None:
    """Raise `InputError` unless there is such an observable, of tokens, with these options."""
    # Observables import JAX, which a sweep that is only described is spared.
    from tokenflock import observables

    function = observables.named(measure.of)
    parameters = list(inspect.signature(function).parameters.values())[1:]
    _check_options(measure, [parameter.name for parameter in parameters])
    needed = [p.name for p in parameters if p.default is p.empty]
    for name in set(needed) - set(measure.options) - set(KNOWN):
        raise InputError(
            f"`{measure.of}` needs `{name}`: write options = {{ {name} = ... }} into its measure."
        )
    if function.axes:
        raise _several(measure.of, f"one along `{function.axes[-1]}` each")


def _check_options(measure: Measure, valid: list[str]) -> None:
    for name in measure.options:
        if name not in valid:
            known = f"its options are {', '.join(valid)}" if valid else "it has none"
            raise InputError(
                f"`{measure.of}` has no option {name!r}: {known}.{did_you_mean(name, valid)}"
            )


def check_returned(measure: Measure, x: np.ndarray, known: dict[str, Any]) -> None:
    """Raise `InputError` unless it takes tokens (2, n, d) and returns two numbers."""
    from tokenflock import observables

    function = observables.named(measure.of)
    asked = {name: known[name] for name in function.keywords if name in known}
    measured = functools.partial(function, **(asked | measure.options))
    shape = _shape(measured, measure.of, np.stack([x, x]), traceable=function.traceable)
    if shape != (2,):
        raise _several(measure.of, f"the shape {shape} for tokens of shape {(2, *x.shape)}")


def _shape(function: Any, name: str, x: np.ndarray, *, traceable: bool) -> tuple[int, ...]:
    from tokenflock._jax import jax

    try:
        if not traceable:
            return np.shape(function(x))
        return tuple(jax.eval_shape(function, x).shape)
    except InputError:
        raise
    except Exception as error:
        hint = " Or declare it by `@tkf.observable(traceable=False)`." if traceable else ""
        why = f"{type(error).__name__}: {error}".partition("\n")[0]
        raise InputError(f"`{name}` fails on tokens of shape {x.shape}: {why}{hint}") from error


def _several(name: str, found: str) -> InputError:
    return InputError(
        f"`{name}` returns several numbers of a configuration, {found}; a sweep keeps one. "
        "Measure a mean or an entry of them, by an observable of your own."
    )
