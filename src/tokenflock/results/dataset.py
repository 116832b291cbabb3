"""Results: labeled datasets, saved as Zarr, exported as netCDF.

Schema: `x` has dims (run,) time, token, coord; attributes are str, int or float only, since netCDF
refuses the rest.  The spec, where there is one, is a JSON string.
"""

import functools
import shutil
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr

from tokenflock.errors import InputError

DIMS = ("time", "token", "coord")
WRITTEN_BY = ("tokenflock", "jax", "diffrax", "numpy")


def dataset(x: np.ndarray, times: np.ndarray, about_x: dict[str, Any], **attrs: Any) -> xr.Dataset:
    """A path (time, token, coord), or several with a leading run axis, as a labeled dataset."""
    dims = DIMS if x.ndim == 3 else ("run", *DIMS)
    coords = {name: np.arange(size) for name, size in zip(dims, x.shape, strict=True)}
    coords["time"] = times
    versions = {f"version_{name}": _version(name) for name in WRITTEN_BY}
    array = xr.DataArray(x, dims=dims, coords=coords, attrs=about_x)
    return xr.Dataset({"x": array}, attrs=_plain(about_x | attrs | versions))


# Read from the metadata of a package, ten milliseconds each.
_version = functools.cache(version)


def _plain(attrs: dict[str, Any]) -> dict[str, str | int | float]:
    return {
        name: value if isinstance(value, str | int | float) else str(value)
        for name, value in attrs.items()
        if value is not None
    }


def save(run: xr.Dataset, path: str | Path) -> Path:
    """Write a run to `path`: a netCDF file if it ends in .nc, else a Zarr store.

    The data appear under their name only when complete.
    """
    path = Path(path)
    if path.exists():
        raise InputError(f"`{path}` exists already, and nothing is overwritten. Name another path.")
    partial = path.with_name(f".{path.name}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(run, partial, netcdf=path.suffix == ".nc")
        partial.rename(path)
    except OSError as error:
        raise InputError(f"`{path}` cannot be written: {error}. Name another path.") from error
    finally:
        _remove(partial)
    return path


def _write(run: xr.Dataset, path: Path, *, netcdf: bool) -> None:
    if netcdf:
        run.to_netcdf(path, engine="h5netcdf")
    else:
        run.to_zarr(path, mode="w", zarr_format=3, consolidated=False)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def load(path: str | Path) -> xr.Dataset:
    """The run that `save` wrote.

    >>> run = tkf.simulate(tkf.Spec(n=4, d=2, t_end=1.0, samples=5))
    >>> tkf.load(tkf.save(run, "run.zarr")).x.equals(run.x)
    True
    """
    path = Path(path)
    if not path.exists():
        raise InputError(f"There is no run at `{path}`. Give the path of a .zarr or .nc result.")
    try:
        if path.suffix == ".nc":
            return xr.load_dataset(path, engine="h5netcdf")
        return xr.load_dataset(path, engine="zarr", consolidated=False)
    except (OSError, KeyError, ValueError) as error:
        raise InputError(f"`{path}` is not a tokenflock result: {error}") from error
