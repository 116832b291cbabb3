"""The store of a sweep: one Zarr 3 group with the whole grid, filled batch by batch.

A batch is committed in this order: its chunks, each written under a temporary name and renamed;
then its record `batches/PLACE.json` with a checksum of every chunk and of itself.  A batch counts
only if it has a record and all checksums agree, so that a batch cut off at any moment is simply not
there.  The sweep, from which all else follows, is kept twice.
"""

import functools
import hashlib
import json
import warnings
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np
import zarr

from tokenflock.errors import InputError
from tokenflock.sweeps import layout
from tokenflock.sweeps.batches import Batch
from tokenflock.sweeps.layout import Variable
from tokenflock.sweeps.metadata import ROOT, allocate, faults, mend
from tokenflock.sweeps.objects import Objects, objects
from tokenflock.sweeps.sweep import Sweep

if TYPE_CHECKING:
    import xarray as xr

RECORDS = "batches"
COPY = f"{RECORDS}/sweep.json"  # of the sweep, should the root be damaged
# What is read of a record.
FIELDS: dict[str, Any] = {
    "checksums": dict, "failed": int, "first_error": str, "latest": dict, "seconds": float | int,
    "processor_seconds": float | int, "begun": float | int, "ended": float | int, "host": str,
}  # fmt: skip
Record = dict[str, Any]


class Store:
    """The arrays and records of one sweep."""

    def __init__(self, url: str, sweep: Sweep) -> None:
        self.url, self.sweep = url, sweep
        self.objects = objects(url)
        self.variables = {v.name: v for v in layout.variables(sweep)}
        self.labels = {label.name: (label, values) for label, values in layout.labels(sweep)}
        self._group: zarr.Group | None = None

    def prepare(self) -> None:
        """Make every array with its full grid, or mend what an interrupted call has left."""
        try:
            mend(self.objects, self._arrays(), [RECORDS])
            self.objects.attempt(self._make)
        except OSError as error:
            raise unwritable(self.url, error) from error

    def check(self) -> None:
        """Refuse a store whose metadata or coordinates are not those of the plan."""
        wrong = faults(self.objects, self._arrays())
        wrong += [v.name for v, values in self.labels.values() if not _holds(self, v, values)]
        if wrong:
            raise damaged(self.url, f"`{wrong[0]}` is not what the sweep has planned")

    def _arrays(self) -> list[Variable]:
        return [*self.variables.values(), *(label for label, _ in self.labels.values())]

    def _make(self) -> None:
        # The sweep goes first: whatever else is missing can be made again from it.
        group = zarr.open_group(
            self.url, mode="a", zarr_format=3, use_consolidated=False, attributes=None
        )
        group.attrs.update(_provenance(self.sweep))
        self.objects.write(COPY, json.dumps(_signed(self.sweep)).encode())
        group.require_group(RECORDS)
        for variable in self._arrays():
            if variable.name not in group:
                allocate(group, variable)
        for label, values in self.labels.values():
            if not _holds(self, label, values):
                array: Any = group[label.name]
                array[:] = values
        with warnings.catch_warnings():
            # Read by everybody, though not yet in the text of the format.
            warnings.filterwarnings("ignore", message="Consolidated metadata")
            warnings.filterwarnings("ignore", message="Object at")
            zarr.consolidate_metadata(group.store)

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
            self.objects.attempt(functools.partial(self._write, variable, batch, values[name]))
            sums[name] = self._checksum(variable, batch)
        record = {"runs": batch.runs, "checksums": sums, **about}
        record["checksum"] = _digest(record)
        self.objects.write(key(batch), json.dumps(record).encode())
        return record

    def _write(self, variable: Variable, batch: Batch, values: np.ndarray) -> None:
        array: Any = self.group[variable.name]
        array[variable.region(batch)] = values

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


def whole_records(store: Store, known: set[str]) -> dict[int, Record]:
    """The records of those of some committed batches that are whole, by their numbers."""
    batches = [batch for batch in store.sweep.batches if key(batch) in known]
    with ThreadPoolExecutor(8) as pool:
        pairs = zip(batches, pool.map(store.record, batches), strict=True)
        return {batch.number: record for batch, record in pairs if record is not None}


def damaged_batches(store: Store, known: set[str], whole: dict[int, Record]) -> int:
    """How many of some committed batches are not whole.

    The same ones as were looked at: others may have been committed since.
    """
    return sum(key(b) in known and b.number not in whole for b in store.sweep.batches)


def opened(url: str) -> "xr.Dataset":
    """What a store holds, for readers; a sentence where there is none or it is damaged."""
    import xarray as xr  # a second, which workers are spared

    sweep = stored_sweep(url)
    if sweep is None:
        raise InputError(f"There is no sweep at `{url}`. Give the path or URL of its store.")
    store = Store(url, sweep)
    store.check()
    known = store.committed()
    count = damaged_batches(store, known, whole_records(store, known))
    if count:
        raise damaged(url, f"{count} of {len(sweep.batches)} batches are not as they were written")
    return xr.open_zarr(url)


def stored_sweep(url: str) -> Sweep | None:
    """The sweep of an existing store; None where there is nothing yet."""
    here = objects(url)
    try:
        found = _sweep_in(here, ROOT, "attributes") or _sweep_in(here, COPY)
        if found is None and not here.names(""):
            return None
    except OSError as error:
        raise InputError(f"`{url}` cannot be read: {error.strerror or error}.") from error
    if found is None:
        raise InputError(f"`{url}` exists and is not the store of a sweep. Name another store.")
    return found


def _sweep_in(here: Objects, name: str, *below: str) -> Sweep | None:
    """The sweep that an object holds; None where there is none, or it was changed."""
    try:
        found = json.loads(here.read(name) or b"")
        for part in below:
            found = found[part]
        text = found["sweep"]
        whole = hashlib.sha256(text.encode()).hexdigest()
        if found.get("sweep_checksum", whole) != whole:  # stores had none once
            return None
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
    return Sweep.from_json(text)


def damaged(url: str, why: str) -> InputError:
    """The sentence for a store that only a run can mend."""
    return InputError(
        f"`{url}` is damaged: {why}. Run the sweep again (`tokenflock sweep FILE --out STORE`), "
        "which mends the store and solves what is lost."
    )


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
    """Whether JSON is the record of a batch, unchanged and with all that is read of one."""
    if not isinstance(found, dict) or found.get("runs") != batch.runs:
        return False
    if not all(isinstance(found.get(name), kind) for name, kind in FIELDS.items()):
        return False
    if found.get("checksum", _digest(found)) != _digest(found):  # records had none once
        return False
    numbers = all(isinstance(value, float | None) for value in found["latest"].values())
    return numbers and 0 <= found["failed"] <= batch.runs


def _digest(record: Record) -> str:
    """The checksum of a record, that in it left aside."""
    text = json.dumps({k: v for k, v in record.items() if k != "checksum"}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _signed(sweep: Sweep) -> dict[str, str]:
    return {"sweep": sweep.to_json(), "sweep_checksum": sweep.checksum}


def _provenance(sweep: Sweep) -> dict[str, Any]:
    packages = ("tokenflock", "jax", "jaxlib", "diffrax", "numpy", "zarr")
    plan = {"chunks": sweep.chunks, "batches": len(sweep.batches)}
    labels = layout.coordinates(sweep)
    besides = [name for name, (dim, _) in labels.items() if name != dim]
    return {
        "title": sweep.title or sweep.name,
        **_signed(sweep),
        "batch_plan": json.dumps(plan),
        **{f"version_{name}": version(name) for name in packages},
        **({"coordinates": " ".join(besides)} if besides else {}),
    }


def _holds(store: Store, label: Variable, values: np.ndarray) -> bool:
    """Whether a coordinate is there and has these values."""
    try:
        array: Any = store.group[label.name]
        return np.array_equal(array[:], values)
    except Exception:  # missing, or damaged in whatever way
        return False
