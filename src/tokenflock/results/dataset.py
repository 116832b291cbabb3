"""A path as a labeled dataset, with what computed it."""

from typing import Any

import numpy as np
import xarray as xr

from tokenflock.results.provenance import versions
from tokenflock.results.schema import DIMS, plain


def dataset(x: np.ndarray, times: np.ndarray, about_x: dict[str, Any], **attrs: Any) -> xr.Dataset:
    """A path (time, token, coord), or several with a leading run axis, as a labeled dataset."""
    dims = DIMS[-x.ndim :]
    coords = {name: np.arange(size) for name, size in zip(dims, x.shape, strict=True)}
    coords["time"] = times
    array = xr.DataArray(x, dims=dims, coords=coords, attrs=plain(about_x))
    return xr.Dataset({"x": array}, attrs=plain(about_x | attrs | versions()))
