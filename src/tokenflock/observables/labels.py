"""Observables: functions of a configuration that keep the labels of what they measure.

An observable reduces tokens, `(..., n, d) -> (...)`, and may keep or add named axes.  The decorator
gives it its three faces: NumPy in, NumPy out; JAX in, JAX out; xarray in, xarray out.
"""

import functools
import inspect
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

TOKENS = ("token", "coord")
MATRIX = ("token", "source")  # an attention matrix: the row receives, the column sends


def namespace(x: Any) -> Any:
    """The module (`numpy` or `jax.numpy`) that computes on `x`."""
    return x.__array_namespace__()


def observable(
    function: Callable | None = None,
    *,
    axes: tuple[str, ...] = (),
    over: tuple[str, str] = TOKENS,
) -> Any:
    """Declare an observable: it reduces the two dims `over` of x and ends in the named `axes`.

    A keyword that the caller leaves out is read from the attributes of a labeled `x`, so that
    `clusters(run.x)` knows the beta of its run.
    """
    if function is None:
        return functools.partial(observable, axes=axes, over=over)
    keywords = inspect.signature(function).parameters

    @functools.wraps(function)
    def measured(x: Any, *args: Any, **options: Any) -> Any:
        if not _is_labeled(x):
            x = x if hasattr(x, "__array_namespace__") else np.asarray(x, float)
            return function(x, *args, **options)
        known = {name: x.attrs[name] for name in keywords if name in x.attrs}
        x = x.transpose(..., *over)
        return _relabeled(x, function(x.data, *args, **(known | options)), function.__name__, axes)

    return measured


def _is_labeled(x: Any) -> bool:
    # xarray takes 0.8 s to import: whoever holds a DataArray has imported it already.
    xarray = sys.modules.get("xarray")
    return xarray is not None and isinstance(x, xarray.DataArray)


def _relabeled(x: Any, values: Any, name: str, axes: tuple[str, ...]) -> Any:
    dims = tuple(x.dims[:-2]) + axes
    coords = {key: c for key, c in x.coords.items() if set(c.dims) <= set(dims)}
    return type(x)(values, dims=dims, coords=coords, name=name)
