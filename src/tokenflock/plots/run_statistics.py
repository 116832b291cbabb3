"""Mean and quantiles over the runs of a store that may be larger than memory, block by block."""

import itertools
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import xarray as xr

MOST = 2**22  # values held at a time: 32 MB, and as much again to sort them
LEVELS = (0.1, 0.9)

Region = tuple[slice, ...]


class Spread(NamedTuple):
    """The mean over runs, two quantiles, and of how many of the runs these were taken at most."""

    mean: xr.DataArray
    low: xr.DataArray
    high: xr.DataArray
    share: float


def spread(values: xr.DataArray, over: str = "seed") -> Spread:
    """Mean and quantiles along a dimension; NaN is left out.

    Blocks are those of the store along the other dimensions.  Of one with too many values for
    memory the mean is that of all, the quantiles those of every k-th run.
    """
    values = values.transpose(over, ...)
    shape, share = values.shape[1:], 1.0
    found = np.full((3, *shape), np.nan)
    for region in _blocks(values):
        part = values[(slice(None), *region)]
        found[(slice(None), *region)], kept = _reduced(part)
        share = min(share, kept)
    one = values.isel({over: 0}, drop=True)
    return Spread(one.copy(data=found[0]), one.copy(data=found[1]), one.copy(data=found[2]), share)


def _blocks(values: xr.DataArray) -> Iterator[Region]:
    """The regions of all blocks along all dimensions but the first."""
    lengths = values.chunks or [(size,) for size in values.shape]
    ends = [np.cumsum((0, *sizes)) for sizes in lengths[1:]]
    return itertools.product(*([slice(a, b) for a, b in itertools.pairwise(e)] for e in ends))


def _reduced(part: xr.DataArray) -> tuple[np.ndarray, float]:
    """Mean, low and high of a block along its first dimension; the share that quantiles saw."""
    every = max(1, -(-part.size // MOST))
    rows = max(1, len(part) // every)
    total, count, kept = 0.0, 0, []
    for first in range(0, len(part), rows):
        some = np.asarray(part[first : first + rows].values)
        total = total + np.nansum(some, axis=0)
        count = count + np.isfinite(some).sum(axis=0)
        kept.append(some[-first % every :: every])
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = total / count
    ranked = np.sort(np.concatenate(kept), axis=0)  # NaN last
    return np.stack([mean, *(_quantile(ranked, level) for level in LEVELS)]), 1 / every


def _quantile(ranked: np.ndarray, level: float) -> np.ndarray:
    """A quantile, interpolated, of values in increasing order along the first axis, NaN last."""
    last = np.isfinite(ranked).sum(axis=0) - 1
    place = level * np.maximum(last, 0)
    below = np.floor(place).astype(int)
    above = np.minimum(below + 1, np.maximum(last, 0))
    low, high = (np.take_along_axis(ranked, k[None], axis=0)[0] for k in (below, above))
    return low + (place - below) * (high - low)
