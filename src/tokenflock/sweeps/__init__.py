"""Sweeps: grids of simulations, solved in batches by many workers into one store.

sweep file -> axes, seeds, measures -> batches -> workers -> Zarr
"""

from tokenflock.sweeps.sweep import Sweep

__all__ = ["Sweep"]
