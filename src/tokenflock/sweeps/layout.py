"""The arrays of a sweep's store: names, dimensions, chunks, one chunk per batch."""

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from tokenflock.sweeps.batches import Batch
from tokenflock.sweeps.measures import Measure
from tokenflock.sweeps.sweep import Sweep

TO_DO, DONE, FAILED = range(3)
Errors = dict[int, str]  # why runs have failed, by their place in a batch


class Variable(NamedTuple):
    """An array of the store.  `grid` is how many of its leading dimensions are the sweep's own."""

    name: str
    dims: tuple[str, ...]
    shape: tuple[int, ...]
    chunks: tuple[int, ...]
    grid: int
    dtype: Any
    fill: Any
    attrs: dict[str, Any]

    def region(self, batch: Batch) -> tuple[slice, ...]:
        """Where a batch lies in the array."""
        pairs = zip(batch.start[: self.grid], batch.stop[: self.grid], strict=True)
        return (*(slice(a, b) for a, b in pairs), *(slice(None) for _ in self.dims[self.grid :]))

    def key(self, batch: Batch) -> str:
        """The object that holds the chunk of a batch."""
        place = (*batch.chunk[: self.grid], *(0 for _ in self.dims[self.grid :]))
        return "/".join([self.name, "c", *map(str, place)])

    @property
    def size(self) -> int:
        """Bytes before compression."""
        return math.prod(self.shape) * (8 if self.dtype == "f8" else 1)


def variables(sweep: Sweep) -> Iterator[Variable]:
    """All arrays that batches write."""
    seeds, axes = len(sweep.dims), len(sweep.axes)
    for name, measure in sweep.measure.items():
        extra = _time(sweep, name, measure)
        about = {"long_name": measure.of.replace("_", " "), "observable": measure.of}
        about |= {f"option_{k}": v for k, v in measure.options.items()}
        if "all" in measure.keep:
            yield _array(sweep, name, seeds, extra, about)
        if "mean" in measure.keep:
            yield _array(sweep, f"{name}_mean", axes, extra, about | {"statistic": "mean"})
            yield _array(sweep, f"{name}_deviation", axes, extra, about | {"statistic": "std"})
        if "quantiles" in measure.keep:
            more = extra | {"quantile": len(sweep.quantiles)}
            yield _array(sweep, f"{name}_quantiles", axes, more, about | {"statistic": "quantile"})
        if "histogram" in measure.keep:
            more = extra | {f"{name}_bin": measure.bins}
            yield _array(sweep, f"{name}_histogram", axes, more, about | {"statistic": "count"})
    flags = {"flag_values": [TO_DO, DONE, FAILED], "flag_meanings": "to_do done failed"}
    state = _array(sweep, "state", seeds, {}, {"long_name": "completion map"} | flags)
    error = _array(sweep, "error", seeds, {}, {"long_name": "why a run failed"})
    yield state._replace(dtype="i1", fill=TO_DO)
    yield error._replace(dtype=str, fill="")


def _array(sweep: Sweep, name: str, grid: int, extra: dict[str, int], attrs: Any) -> Variable:
    lengths = tuple(extra.values())
    return Variable(
        name, (*sweep.dims[:grid], *extra), (*sweep.shape[:grid], *lengths),
        (*sweep.chunks[:grid], *lengths), grid, "f8", float("nan"), attrs,
    )  # fmt: skip


def _time(sweep: Sweep, name: str, measure: Measure) -> dict[str, int]:
    if measure.at == "last":
        return {}
    return {"time": len(sweep.saved)} if measure.at == "all" else {f"{name}_time": len(measure.at)}


def coordinates(sweep: Sweep) -> dict[str, tuple[str, np.ndarray]]:
    """The labels of all dimensions: name, dimension and values."""
    labels = {
        name: (ax.dim, np.asarray(values)) for ax in sweep.axes
        for name, values in ax.coordinates().items()
    }  # fmt: skip
    first = sweep.seeds.first
    labels["seed"] = "seed", np.arange(first, first + sweep.seeds.count)
    for name, measure in sweep.measure.items():
        if measure.at == "all":
            labels["time"] = "time", np.array(sweep.saved)
        elif measure.at != "last":
            labels[f"{name}_time"] = f"{name}_time", np.array(measure.at)
        if "quantiles" in measure.keep:
            labels["quantile"] = "quantile", np.array(sweep.quantiles)
        if "histogram" in measure.keep:
            low, high = measure.range
            centers = low + (high - low) * (np.arange(measure.bins) + 0.5) / measure.bins
            labels[f"{name}_bin"] = f"{name}_bin", centers
    return labels


def labels(sweep: Sweep) -> Iterator[tuple[Variable, np.ndarray]]:
    """The arrays of the coordinates, each of one chunk, with their values."""
    for name, (dim, values) in coordinates(sweep).items():
        text = values.dtype.kind in "UO"
        values = values.astype(object) if text else values
        dtype, fill = (str, "") if text else (values.dtype.str, values.dtype.type().item())
        yield Variable(name, (dim,), values.shape, values.shape, 0, dtype, fill, {}), values
