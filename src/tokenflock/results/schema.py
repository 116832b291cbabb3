"""The schema of results: one form for everything that runs.

`x` has the dims (run,) time, token, coord, in this order, and attributes that say how to read it:
beta, space, metric, space_title, mask.  What varies along a path is a coordinate: `beta` along time
or run, `mass` along token.  Instead of `x` there may be measures, and `x_last`, the tokens at the
end.  Attributes are str, int or float only, since netCDF refuses the rest; the spec, where there is
one, is a JSON string.  docs/schema.md lists all names.
"""

from typing import Any

import numpy as np
import xarray as xr

DIMS = ("run", "time", "token", "coord")
Plain = str | int | float
SOLVER = ("method", "tol", "step", "layers", "steps_accepted", "steps_rejected", "evaluations",
          "slow_steps", "wall_time")  # fmt: skip


def plain(attrs: dict[str, Any]) -> dict[str, Plain]:
    """Attributes as files can hold them; those that are None are left out."""
    return {
        name: value if isinstance(value, Plain) else str(value)
        for name, value in attrs.items()
        if value is not None
    }


def ordered(run: xr.Dataset) -> xr.Dataset:
    """The same with the dims of every variable in the order of the schema."""
    return run.transpose(*DIMS, ..., missing_dims="ignore")


def solver_facts(run: xr.Dataset) -> dict[str, Any]:
    """What a run says of its solver."""
    return {name: run.attrs[name] for name in SOLVER if name in run.attrs}


def mass_of(run: xr.Dataset) -> np.ndarray:
    """The masses (token,) of the tokens of a run, one each unless it says otherwise."""
    if "mass" in run.coords:
        return np.asarray(run.coords["mass"].data, float)
    return np.ones(run.sizes["token"])
