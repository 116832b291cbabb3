"""Sweeps: grids of simulations, solved in batches by many workers into one store.

sweep file -> axes, seeds, measures -> batches -> workers -> Zarr
"""

from typing import Any

from tokenflock.sweeps.plan import Sweep

__all__ = ["Sweep", "run_sweep"]


def __getattr__(name: str) -> Any:
    if name != "run_sweep":
        raise AttributeError(f"module 'tokenflock.sweeps' has no attribute {name!r}")
    from tokenflock.sweeps.engine import run_sweep

    return run_sweep
