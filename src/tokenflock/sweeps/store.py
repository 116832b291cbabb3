"""The store of a sweep: one Zarr 3 group with the whole grid, filled batch by batch.

A batch is committed in this order: its chunks, each written under a temporary name and renamed;
then its record `batches/PLACE.json` with a checksum of every chunk.  A batch counts only if it
has a record and all checksums agree, so that a batch cut off at any moment is simply not there.
"""

import hashlib
import json
import warnings
from importlib.metadata import version
from typing import Any

import numpy as np
import zarr

from tokenflock.errors import InputError
from tokenflock.sweeps import layout
from tokenflock.sweeps.batches import Batch
from tokenflock.sweeps.layout import Variable
from tokenflock.sweeps.metadata import allocate, mend
from tokenflock.sweeps.objects import objects
from tokenflock.sweeps.sweep import Sweep

RECORDS = "batches"
Record = dict[str, Any]


class Store:
    """The arrays and records of one sweep."""

    def __init__(self, url: str, sweep: Sweep) -> None:
        self.url, self.sweep = url, sweep
        self.objects = objects(url)
        self.variables = {v.name: v for v in layout.variables(sweep)}
        self._group: zarr.Group | None = None

    def prepare(self) -> None:
        """Make every array with its full grid, or mend what an interrupted call has left."""
        try:
            mend(self.objects, self.variables.values(), [RECORDS])
            # The sweep goes first: whatever else is missing can be made again from it.
            group = zarr.open_group(
                self.url, mode="a", zarr_format=3, use_consolidated=False, attributes=None
            )
            group.attrs.update(_provenance(self.sweep))
            group.require_group(RECORDS)
            for variable in self.variables.values():
                _require(group, variable)
            for name, (dim, values) in layout.coordinates(self.sweep).items():
                _label(group, name, dim, values)
            with warnings.catch_warnings():
                # Read by everybody, though not yet in the text of the format.
                warnings.filterwarnings("ignore", message="Consolidated metadata")
                warnings.filterwarnings("ignore", message="Object at")
                zarr.consolidate_metadata(group.store)
        except OSError as error:
            raise unwritable(self.url, error) from error

    @property
    def group(self) -> zarr.Group:
        """The Zarr group, opened once."""
        if self._group is None:
            self._group = zarr.open_group(self.url, mode="r+", use_consolidated=False)
        return self._group

    def commit(self, batch: Batch, values: dict[str, np.ndarray], about: Record) -> Record:
        """Write the arrays of a batch, then its record."""
        sums = {}
        for name, variable in self.variables.items():
            array: Any = self.group[name]
            array[variable.region(batch)] = values[name]
            sums[name] = self._checksum(variable, batch)
        record = {"runs": batch.runs, "checksums": sums, **about}
        self.objects.write(key(batch), json.dumps(record).encode())
        return record

    def record(self, batch: Batch) -> Record | None:
        """What is known of a batch that was committed and is whole; else None."""
        record = self.told(batch)
        if record is None:
            return None
        sums = record["checksums"]
        whole = all(sums.get(n) == self._checksum(v, batch) for n, v in self.variables.items())
        return record if whole else None

    def told(self, batch: Batch) -> Record | None:
        """The record of a batch, whatever became of its chunks; None where there is none."""
        data = self.objects.read(key(batch))
        try:
            record: Record = json.loads(data or b"")
        except ValueError:
            return None
        return record if _is_record(record, batch) else None

    def committed(self) -> set[str]:
        """The keys of all batches with a record, whole or not."""
        return {f"{RECORDS}/{name}" for name in self.objects.names(RECORDS)}

    def _checksum(self, variable: Variable, batch: Batch) -> str | None:
        data = self.objects.read(variable.key(batch))
        return None if data is None else hashlib.sha256(data).hexdigest()


def stored_sweep(url: str) -> Sweep | None:
    """The sweep of an existing store; None where there is nothing yet."""
    here = objects(url)
    try:
        data = here.read("zarr.json")
        if data is None and not here.names(""):
            return None
        text = json.loads(data or b"{}")["attributes"]["sweep"]
    except (KeyError, ValueError, TypeError):
        raise InputError(
            f"`{url}` exists and is not the store of a sweep. Name another store."
        ) from None
    except OSError as error:
        raise InputError(f"`{url}` cannot be read: {error.strerror or error}.") from error
    return Sweep.from_json(text)


def unwritable(url: str, error: OSError) -> InputError:
    """The sentence for a disk that is full or forbidden."""
    return InputError(
        f"`{url}` cannot be written: {error.strerror or error}. What was finished stays readable; "
        "mend that and run the same command again to continue."
    )


def key(batch: Batch) -> str:
    """The object that holds the record of a batch, named after its place in the grid."""
    return f"{RECORDS}/{'.'.join(map(str, batch.chunk))}.json"


def _is_record(found: Any, batch: Batch) -> bool:
    """Whether JSON is the record of a batch, with all that is read of one."""
    if not isinstance(found, dict) or found.get("runs") != batch.runs:
        return False
    kinds = {"checksums": dict, "failed": int, "first_error": str, "latest": dict}
    if not all(isinstance(found.get(name), kind) for name, kind in kinds.items()):
        return False
    return all(isinstance(value, float | None) for value in found["latest"].values())


def _provenance(sweep: Sweep) -> dict[str, Any]:
    packages = ("tokenflock", "jax", "jaxlib", "diffrax", "numpy", "zarr")
    plan = {"chunks": sweep.chunks, "batches": len(sweep.batches)}
    labels = layout.coordinates(sweep)
    besides = [name for name, (dim, _) in labels.items() if name != dim]
    return {
        "title": sweep.title or sweep.name,
        "sweep": sweep.to_json(),
        "batch_plan": json.dumps(plan),
        **{f"version_{name}": version(name) for name in packages},
        **({"coordinates": " ".join(besides)} if besides else {}),
    }


def _require(group: zarr.Group, variable: Variable) -> None:
    if variable.name not in group:
        allocate(group, variable)
    array: Any = group[variable.name]
    if array.shape != variable.shape:
        array.resize(variable.shape)


def _label(group: zarr.Group, name: str, dim: str, values: np.ndarray) -> None:
    values = values.astype(object) if values.dtype.kind in "UO" else values
    dtype = str if values.dtype.kind == "O" else values.dtype
    if _has_label(group, name, values):
        return
    made: Any = group.create_array(
        name, shape=values.shape, chunks=values.shape, dtype=dtype, dimension_names=(dim,),
        overwrite=True,
    )  # fmt: skip
    made[:] = values


def _has_label(group: zarr.Group, name: str, values: np.ndarray) -> bool:
    """Whether a coordinate is there and has these values."""
    try:
        array: Any = group[name]
        same = values.dtype.kind == "O" or array.dtype == values.dtype
        return same and np.array_equal(array[:], values)
    except Exception:  # missing, or damaged in whatever way: made anew
        return False
