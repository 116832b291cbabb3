"""Files: runs saved as Zarr, exported as netCDF, and read again."""

import shutil
from pathlib import Path

import xarray as xr

from tokenflock.errors import InputError
from tokenflock.results.old_runs import modernized


def save(run: xr.Dataset, path: str | Path) -> Path:
    """Write a run to `path`: a netCDF file if it ends in .nc, else a Zarr store.

    The data appear under their name only when complete.
    """
    path = Path(path)
    check_free(path)
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


def check_free(path: Path) -> None:
    """Raise `InputError` if there is something at `path` already."""
    if path.exists():
        raise InputError(f"`{path}` exists already, and nothing is overwritten. Name another path.")


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
    """The run that `save` wrote, also that of an earlier version.

    >>> run = tkf.simulate(tkf.Spec(n=4, d=2, t_end=1.0, samples=5))
    >>> tkf.load(tkf.save(run, "run.zarr")).x.equals(run.x)
    True
    """
    path = Path(path)
    if not path.exists():
        raise InputError(f"There is no run at `{path}`. Give the path of a .zarr or .nc result.")
    try:
        return modernized(_read(path))
    except (OSError, KeyError, ValueError) as error:
        raise InputError(f"`{path}` is not a tokenflock result: {error}") from error


def _read(path: Path) -> xr.Dataset:
    if path.suffix == ".nc":
        return xr.load_dataset(path, engine="h5netcdf")
    return xr.load_dataset(path, engine="zarr", consolidated=False)
