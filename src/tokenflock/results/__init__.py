"""Results: labeled datasets and their schema, saved as Zarr, exported as netCDF, and merges."""

from tokenflock.results.dataset import dataset
from tokenflock.results.files import load, save
from tokenflock.results.merges import Merge, Stair, merges, staircase

__all__ = ["Merge", "Stair", "dataset", "load", "merges", "save", "staircase"]
