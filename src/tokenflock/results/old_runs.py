"""Runs of earlier versions, as today's would be: what has been added to the schema since.

The numbers stay as they are.  Words of an old spec are translated by `Spec.from_json`.
"""

import numpy as np
import xarray as xr

from tokenflock.results.schema import Plain, ordered
from tokenflock.spec import Spec


def modernized(run: xr.Dataset) -> xr.Dataset:
    """A loaded run with the attributes and coordinates that were not written formerly."""
    if "x" not in run or "space" not in run["x"].attrs or "metric" in run["x"].attrs:
        return run
    run = ordered(run)
    about = _about(run["x"].attrs)
    run["x"].attrs.update(about)
    return run.assign_attrs(about).assign_coords(_along(run))


def _about(attrs: dict[str, Plain]) -> dict[str, Plain]:
    """What the record of a space says; a space of a user's own was kept as 'euclidean'."""
    if "own_space" in attrs:
        own = str(attrs["own_space"])
        return {"space": own.lower(), "metric": "euclidean", "space_title": own}
    from tokenflock.spaces import record_of  # JAX, a second, which no other run needs

    record = record_of(str(attrs["space"]))
    return {"metric": record.metric, "space_title": record.title}


def _along(run: xr.Dataset) -> dict[str, tuple[str, np.ndarray]]:
    """The coordinates beta(t) and mass(token) that the spec implies."""
    if "spec" not in run.attrs:
        return {}
    spec = Spec.from_json(run.attrs["spec"])
    found = {}
    if spec.beta_end is not None:
        share = np.clip(run["time"].data / spec.t_end, 0.0, 1.0)
        found["beta"] = "time", spec.beta + (spec.beta_end - spec.beta) * share
    if isinstance(spec.masses, list | tuple):
        found["mass"] = "token", np.asarray(spec.masses, float)
    return found
