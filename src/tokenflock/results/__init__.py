"""Results: labeled datasets, saved as Zarr, exported as netCDF."""

from tokenflock.results.dataset import dataset, load, save

__all__ = ["dataset", "load", "save"]
