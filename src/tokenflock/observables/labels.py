"""Labeled tokens: what an observable reads from the labels of a run, and how it keeps them.

A DataArray, or a Dataset, whose tokens are `x`.  Values of a keyword may change along a leading
dimension: beta along `time` where it is annealed, along `run` where runs are stacked.
"""

import sys
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from tokenflock.errors import InputError

Measure = Callable[[Any, dict[str, Any]], Any]  # of an array, for keywords found in labels
FIRST = ("run", "time")


def is_labeled(x: Any) -> bool:
    """Whether `x` is a DataArray or a Dataset."""
    # xarray takes 0.8 s to import: whoever holds its objects has imported it already.
    xarray = sys.modules.get("xarray")
    return xarray is not None and isinstance(x, xarray.DataArray | xarray.Dataset)


def arranged(x: Any, over: tuple[tuple[str, str], ...], name: str) -> Any:
    """The array to measure with dims run, time, others, and last the pair of `over` that it has."""
    array = _tokens(x, name) if hasattr(x, "data_vars") else x
    for pair in over:
        if set(pair) <= set(array.dims):
            return array.transpose(*FIRST, ..., *pair, missing_dims="ignore")
    pairs = " or ".join(str(pair) for pair in over)
    raise InputError(f"`{name}` measures arrays with dims {pairs}. Got dims {array.dims}.")


def _tokens(run: Any, name: str) -> Any:
    if "x" in run:
        return run["x"]
    raise InputError(
        f"`{name}` measures the tokens `x` of a run, and this one kept only "
        f"{', '.join(map(str, run.data_vars)) or 'nothing'}. Solve it again without `save`."
    )


def found(x: Any, names: Iterable[str]) -> dict[str, Any]:
    """What the labels say of some keywords: coordinates of x, as DataArrays, before attributes.

    A coordinate counts if it runs along leading dims, or is one number per token.
    """
    leading, each_token = set(x.dims[:-2]), (x.dims[-2],)
    known = {name: x.attrs[name] for name in names if name in x.attrs}
    coords = {name: x.coords[name] for name in names if name in x.coords}
    return known | {
        name: c for name, c in coords.items() if set(c.dims) <= leading or c.dims == each_token
    }


def measured(
    measure: Measure, x: Any, known: dict[str, Any], name: str, axes: tuple[str, ...]
) -> Any:
    """The measure of an arranged x with the labels that remain."""
    varying = {key: c for key, c in known.items() if set(getattr(c, "dims", ())) & set(x.dims[:-2])}
    constant = {key: _plain(c) for key, c in known.items() if key not in varying}
    if varying:
        columns = {key: _along(x, c) for key, c in varying.items()}
        values = _by_value(lambda x, now: measure(x, constant | now), x.data, columns)
    else:
        values = measure(x.data, constant)
    return relabeled(x, values, name, axes)


def _plain(value: Any) -> Any:
    """A number or word rather than a coordinate without dims; an array of the others."""
    if not hasattr(value, "dims"):
        return value
    return value.data if value.dims else value.item()


def _along(x: Any, coord: Any) -> np.ndarray:
    """The values of a coordinate at every place of the leading dims of x, flat."""
    leading = x.isel(dict.fromkeys(x.dims[-2:], 0), drop=True)
    return np.asarray(coord.broadcast_like(leading).transpose(*leading.dims).data).ravel()


def _by_value(measure: Measure, x: Any, columns: dict[str, np.ndarray]) -> Any:
    """The measure of every configuration with its own keywords, all those with equal ones at once.

    Where beta takes m values along a path, the observable is called m times.
    """
    flat = x.reshape(-1, *x.shape[-2:])
    kinds = [np.unique(column, return_inverse=True)[1] for column in columns.values()]
    _, group = np.unique(np.stack(kinds), axis=1, return_inverse=True)
    places = [np.flatnonzero(group == k) for k in range(group.max() + 1)]
    parts = [
        measure(flat[at], {name: column[at[0]].item() for name, column in columns.items()})
        for at in places
    ]
    values = x.__array_namespace__().concatenate(parts)[np.argsort(np.concatenate(places))]
    return values.reshape(*x.shape[:-2], *values.shape[1:])


def relabeled(x: Any, values: Any, name: str, axes: tuple[str, ...]) -> Any:
    """Values of a measure of x, with the coordinates of the dims that are left."""
    dims = tuple(x.dims[:-2]) + axes
    coords = {key: c for key, c in x.coords.items() if set(c.dims) <= set(dims)}
    return type(x)(values, dims=dims, coords=coords, name=name)
