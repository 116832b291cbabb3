"""What a store says of itself, compared with the plan of its sweep and mended where it differs.

Chunks have checksums, metadata have none: but all of it follows from the sweep, save how chunks
were compressed, which the root of the store says once more.
"""

import json
from collections.abc import Iterable
from typing import Any

import zarr
from zarr.core.buffer import default_buffer_prototype
from zarr.core.group import GroupMetadata
from zarr.core.metadata.v3 import ArrayV3Metadata
from zarr.storage import MemoryStore

from tokenflock.sweeps.layout import Variable
from tokenflock.sweeps.objects import Objects

Metadata = dict[str, Any]
ROOT = "zarr.json"
GROUP: Metadata = {"zarr_format": 3, "node_type": "group", "attributes": {}}


def allocate(group: zarr.Group, variable: Variable) -> None:
    """Make the array of a variable, with nothing in it."""
    group.create_array(
        variable.name, shape=variable.shape, chunks=variable.chunks, dtype=variable.dtype,
        fill_value=variable.fill, dimension_names=variable.dims, attributes=variable.attrs,
    )  # fmt: skip


def mend(objects: Objects, variables: Iterable[Variable], groups: Iterable[str]) -> None:
    """Write the metadata of arrays and groups anew where they are not those of the plan.

    An array of a smaller grid becomes that of the plan, what is not there yet is left to Zarr.
    """
    copies = _copies(objects)
    for at in (ROOT, *(f"{name}/{ROOT}" for name in groups)):
        if objects.read(at) is not None and not _is_group(_read(objects, at)):
            objects.write(at, json.dumps(GROUP).encode())
    for variable in variables:
        at = f"{variable.name}/{ROOT}"
        if objects.read(at) is None and variable.name not in copies:
            continue
        found = _array(_read(objects, at))
        right = _right(variable, found, copies.get(variable.name))
        if found != right:
            objects.write(at, json.dumps(right).encode())


def faults(objects: Objects, variables: Iterable[Variable]) -> list[str]:
    """The arrays whose metadata, or the copy that readers take, are not those of the plan."""
    copies = _copies(objects)
    return [v.name for v in variables if not _is_right(v, objects, copies.get(v.name))]


def _is_right(variable: Variable, objects: Objects, copy: Metadata | None) -> bool:
    found = _array(_read(objects, f"{variable.name}/{ROOT}"))
    return found == copy == _right(variable, found, copy)


def _read(objects: Objects, key: str) -> Any:
    """What a JSON object says; None where there is none, or no JSON."""
    try:
        return json.loads(objects.read(key) or b"")
    except ValueError:
        return None


def _copies(objects: Objects) -> dict[str, Metadata | None]:
    """The metadata of the arrays as the root has them."""
    found = _read(objects, ROOT)
    for name in ("consolidated_metadata", "metadata"):
        found = found.get(name) if isinstance(found, dict) else None
    return {name: _array(one) for name, one in found.items()} if isinstance(found, dict) else {}


def _is_group(found: Any) -> bool:
    if not isinstance(found, dict) or any(type(found.get(k)) is not type(GROUP[k]) for k in GROUP):
        return False
    try:
        GroupMetadata.from_dict(found)
    except Exception:  # whatever Zarr makes of what is none
        return False
    return found["node_type"] == "group"


def _array(found: Any) -> Metadata | None:
    """The metadata of an array as this version of Zarr writes them; None where they are none."""
    try:
        metadata = ArrayV3Metadata.from_dict(found)
        written = metadata.to_buffer_dict(default_buffer_prototype())[ROOT]
        return dict(json.loads(written.to_bytes()))
    except Exception:  # as above
        return None


def _right(variable: Variable, found: Metadata | None, copy: Metadata | None) -> Metadata:
    """The metadata of the plan, with the codecs by which chunks were written.

    Those are what most of the array, its copy and a new array say, the array's own in doubt.
    """
    store = MemoryStore()
    allocate(zarr.create_group(store, zarr_format=3), variable)
    planned = dict(json.loads(store._store_dict[f"{variable.name}/{ROOT}"].to_bytes()))
    told = [one["codecs"] for one in (found, copy, planned) if one is not None]
    # Codecs of another array, of text for numbers, are none of this one.
    valid = [codecs for codecs in told if _array(planned | {"codecs": codecs}) is not None]
    return planned | {"codecs": max(valid, key=valid.count)}
