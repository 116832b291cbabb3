"""A path too large to hold: solved a few times at once, and written as it grows.

256 tokens of dimension 768 at 101 times are 160 MB, three times an ALBERT.
"""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import xarray as xr

from tokenflock.fields.flow import Flow
from tokenflock.integrate import solve

PORTION = 2**21  # numbers solved for at once: 16 MB
COUNTS = ("steps_accepted", "steps_rejected", "evaluations", "wall_time")


def written(
    flow: Flow,
    x0: np.ndarray,
    times: np.ndarray,
    store: Path,
    *,
    tol: float,
    progress: Callable[[float], None] | None = None,
) -> xr.Dataset:
    """The path of `solve` in a Zarr store, opened but not loaded."""
    size = max(1, PORTION // x0.size)
    spent: Counter[str] = Counter()
    for first in range(0, max(1, len(times) - 1), size):
        run = solve(flow, x0, times[first : first + size + 1], tol=tol, progress=progress)
        spent.update({name: run.attrs.get(name, 0) for name in COUNTS})
        x0 = run.x.data[-1]
        if first == 0:
            # A chunk is one state: each is read alone.
            chunks = {"x": {"chunks": (1, *x0.shape)}}
            run.to_zarr(store, zarr_format=3, consolidated=False, encoding=chunks)
        else:
            run.isel(time=slice(1, None)).to_zarr(store, append_dim="time", consolidated=False)
    return opened(store).assign_attrs(spent)


def opened(store: Path) -> xr.Dataset:
    """A dataset whose numbers stay in their file until they are used."""
    return xr.open_dataset(store, engine="zarr", consolidated=False, chunks=None, cache=False)
