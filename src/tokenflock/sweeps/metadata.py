"""What a store says of itself, compared with the plan of its sweep and mended where it differs.

Chunks have checksums, metadata have none: but all of it follows from the sweep, save how chunks
were compressed, which the root of the store says once more.
"""

import json
from collections.abc import Iterable
from typing import Any

import zarr
from zarr.core.group import GroupMetadata
from zarr.storage import MemoryStore

from tokenflock.sweeps.layout import Variable
from tokenflock.sweeps.objects import Objects

ROOT = "zarr.json"
# By which chunks are found and read, apart from the codecs; a shape may be that of a smaller grid.
PLANNED = (
    "zarr_format", "node_type", "data_type", "chunk_grid", "chunk_key_encoding", "fill_value",
    "dimension_names", "storage_transformers",
)  # fmt: skip

Metadata = dict[str, Any]


def allocate(group: zarr.Group, variable: Variable) -> None:
    """Make the array of a variable, with nothing in it."""
    group.create_array(
        variable.name, shape=variable.shape, chunks=variable.chunks, dtype=variable.dtype,
        fill_value=variable.fill, dimension_names=variable.dims, attributes=variable.attrs,
    )  # fmt: skip


def mend(objects: Objects, variables: Iterable[Variable], groups: Iterable[str]) -> None:
    """Write the metadata of arrays and groups anew where they are not those of the plan."""
    root = _read(objects, ROOT)
    if root is None:
        return  # nothing is there yet
    copies = _copies(root)
    if not _is_group(root):
        kept = {name: root[name] for name in ("zarr_format", "node_type", "attributes")}
        objects.write(ROOT, json.dumps(kept).encode())
    for name in groups:
        at = f"{name}/{ROOT}"
        if objects.read(at) is not None and not _is_group(_read(objects, at)):
            objects.write(at, json.dumps({"zarr_format": 3, "node_type": "group"}).encode())
    for variable in variables:
        at = f"{variable.name}/{ROOT}"
        if objects.read(at) is None and variable.name not in copies:
            continue  # never made
        planned, found = _planned(variable), _read(objects, at)
        copy = copies.get(variable.name, found)
        codecs = copy["codecs"] if _agrees(copy, planned) else planned["codecs"]
        if not _agrees(found, planned) or found["codecs"] != codecs:
            objects.write(at, json.dumps(planned | {"codecs": codecs}).encode())


def _read(objects: Objects, key: str) -> Any:
    """What a JSON object says; None where there is none, or no JSON."""
    try:
        return json.loads(objects.read(key) or b"")
    except ValueError:
        return None


def _copies(root: Metadata) -> dict[str, Any]:
    """The metadata of the arrays as the root has them."""
    consolidated = root.get("consolidated_metadata")
    copies = consolidated.get("metadata") if isinstance(consolidated, dict) else None
    return copies if isinstance(copies, dict) else {}


def _is_group(found: Any) -> bool:
    try:
        GroupMetadata.from_dict(dict(found))
    except Exception:  # whatever Zarr makes of what is none
        return False
    return True


def _agrees(found: Any, planned: Metadata) -> bool:
    """Whether an array is that of the plan, its shape and its codecs left aside."""
    if not isinstance(found, dict) or not isinstance(found.get("codecs"), list):
        return False
    shape = found.get("shape")
    whole = isinstance(shape, list) and len(shape) == len(planned["shape"])
    return whole and all(found.get(name) == planned.get(name) for name in PLANNED)


def _planned(variable: Variable) -> Metadata:
    """The metadata of a new array."""
    store = MemoryStore()
    allocate(zarr.create_group(store, zarr_format=3), variable)
    data = store._store_dict[f"{variable.name}/{ROOT}"]
    return dict(json.loads(data.to_bytes()))
