"""Paths of states in a store: described, drawn and reported.  Imported when a verb works."""

from pathlib import Path
from typing import Any

import xarray as xr
from matplotlib.figure import Figure

from tokenflock.cli.model.running import Report
from tokenflock.plots.states import states_figure
from tokenflock.pretrained.analysis.states import described

SHOWN = ("alignment", "effective_rank", "clusters", "unclustered", "energy")


def describe(
    run: xr.Dataset, store: Path, labels: list[str] | None, facts: dict[str, Any]
) -> tuple[Figure, Report]:
    """The figure of a stored path, to which its words, measures and principal axes are added."""
    found = described(run, labels).assign_attrs(run.attrs | facts)
    found.drop_vars("time").to_zarr(store, mode="a", consolidated=False)
    first, last = found.isel(time=0), found.isel(time=-1)
    return states_figure(found), {
        name: {"start": round(float(first[name]), 4), "end": round(float(last[name]), 4)}
        for name in SHOWN
    }
