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
    import xarray as xr

    from tokenflock import observables

    function = observables.named(measure.of)
    asked = {name: known[name] for name in function.keywords if name in known}
    measured = functools.partial(function, **(asked | measure.options))
    x = np.stack([x, x])
    try:
        shape = _traced_shape(measured, x) if function.traceable else np.shape(measured(x))
        if shape == (2,):
            measured(xr.DataArray(x, dims=("run", "token", "coord")))  # refused by its dims, if any
    except InputError:
        raise
    except Exception as error:
        raise _failure(measure.of, x, error, traceable=function.traceable) from error
    if shape != (2,):
        raise _several(measure.of, f"the shape {shape} for tokens of shape {x.shape}")


def _traced_shape(function: Any, x: np.ndarray) -> tuple[int, ...]:
    from tokenflock._jax import jax

    return tuple(jax.eval_shape(function, x).shape)


def _failure(name: str, x: np.ndarray, error: Exception, *, traceable: bool) -> InputError:
    why = f"{type(error).__name__}: {error}".partition("\n")[0]
    hint = " Or declare it by `@tkf.observable(traceable=False)`." if traceable else ""
    return InputError(f"`{name}` fails on tokens of shape {x.shape}: {why}{hint}")


def _several(name: str, numbers: str) -> InputError:
    return InputError(
        f"`{name}` returns several numbers of a configuration, {numbers}; a sweep keeps one. "
        "Measure a mean or an entry of them, by an observable of your own."
    )
