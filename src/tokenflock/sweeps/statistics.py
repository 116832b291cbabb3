"""What is kept of the values of many seeds: all, mean and deviation, quantiles, a histogram."""

import warnings

import numpy as np

from tokenflock.sweeps.measures import Measure
from tokenflock.sweeps.sweep import Sweep


def statistics(
    sweep: Sweep, name: str, measure: Measure, values: np.ndarray
) -> dict[str, np.ndarray]:
    """The arrays kept of `values`, which have seeds before any time axis; NaN is left out.

    Values have the shape (axes, seed) or (axes, seed, time).
    """
    seed = len(sweep.axes)
    kept: dict[str, np.ndarray] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # where all runs have failed: NaN
        if "all" in measure.keep:
            kept[name] = values
        if "mean" in measure.keep:
            kept[f"{name}_mean"] = np.nanmean(values, axis=seed)
            kept[f"{name}_deviation"] = np.nanstd(values, axis=seed)
        if "quantiles" in measure.keep:
            levels = np.nanquantile(values, sweep.quantiles, axis=seed)
            kept[f"{name}_quantiles"] = np.moveaxis(levels, 0, -1)
        if "histogram" in measure.keep:
            kept[f"{name}_histogram"] = _histogram(np.moveaxis(values, seed, -1), measure)
    return kept


def _histogram(values: np.ndarray, measure: Measure) -> np.ndarray:
    """How many of the values along the last axis lie in each bin; the end bins hold what is out."""
    low, high = measure.range
    place = np.floor((values - low) / (high - low) * measure.bins)
    inside = np.clip(np.nan_to_num(place), 0, measure.bins - 1).astype(int)
    counts = np.stack(
        [(~np.isnan(values) & (inside == k)).sum(axis=-1) for k in range(measure.bins)], axis=-1
    )
    return counts.astype(float)
