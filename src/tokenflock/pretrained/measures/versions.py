"""Versions of a model on the same text: what is learned, and what any such model would do."""

import functools
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, TypeVar

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from tokenflock.pretrained.forward_pass.layers import on_device
from tokenflock.pretrained.measures.model_records import Version, records_of_model
from tokenflock.pretrained.measures.token_measures import cosine_and_rank
from tokenflock.pretrained.model import MLP, Heads, Layer, Model

MOST_TOKENS = 256  # of a text that versions read: its beginning

Record = TypeVar("Record", Heads, MLP)


def random_weights(model: Model, *, seed: int = 0) -> Model:
    """The model with every matrix drawn anew, normal with the deviation of its entries.

    Norms stay, biases of heads and MLPs are zero.
    """

    def read_layer(k: int) -> Layer:
        rng, layer = np.random.default_rng([seed, k]), model.read_layer(k)
        mlp = None if layer.mlp is None else _randomized(layer.mlp, rng)
        return replace(layer, heads=_randomized(layer.heads, rng), mlp=mlp)

    return replace(model, read_layer=read_layer)


def _randomized(record: Record, rng: np.random.Generator) -> Record:
    """The record with its matrices drawn and its biases zero; arrays of the same shapes."""
    changed: dict[str, Any] = {}
    for field in fields(record):
        value = getattr(record, field.name)
        if value is not None and field.name.startswith("W_"):
            changed[field.name] = _drawn(value, rng)
        elif value is not None and field.name.startswith("b_"):
            changed[field.name] = np.zeros(np.shape(value), np.float32)
    return replace(record, **changed)


def _drawn(matrix: Any, rng: np.random.Generator) -> np.ndarray:
    like = np.asarray(matrix, np.float32)
    return rng.standard_normal(like.shape, np.float32) * like.std()


def versions_of(model: Model) -> dict[str, Version]:
    """The versions of a model by name; norms before, no MLP is the same as no second norm."""
    found = {
        "attention only": Version(mlp=0.0, second_norm=False),
        "without skip": Version(skip=0.0),
        "uniform attention": Version(beta=0.0),
        "beta x 4": Version(beta=4.0),
        "norms moved": Version(swap_norms=True),
        "random weights": Version(random_weights),
    }
    if model.layer(0).norm_after:
        found["without MLP"] = Version(mlp=0.0)
    return found


def compare_versions(
    model: Model, ids: ArrayLike, *, progress: Callable[[str], None] | None = None
) -> xr.Dataset:
    """Mean cosine and effective rank (version, state) of all versions of a model.

    They read the first 256 tokens; `version_tokens` says how many.  nan where one overflows.
    All pass a layer together, so that it is read once.
    """
    ids = np.asarray(ids)[:MOST_TOKENS]
    versions, shared = versions_of(model), _read_once(model)
    passes = [records_of_model(shared, ids, version=version) for version in versions.values()]
    values = []
    for k, records in enumerate(zip(*passes, strict=True)):
        values.append([cosine_and_rank(record.x[0]) for record in records])
        if progress is not None:
            progress(f"{len(versions)} versions of it, layer {k} of {len(model.order)}")
    cosine, rank = np.array(values).T
    dims = ("version", "state")
    return xr.Dataset(
        {"version_cosine": (dims, cosine), "version_rank": (dims, rank)},
        coords={"version": np.array(list(versions), object)},
        attrs={"version_tokens": len(ids)},
    )


def _read_once(model: Model) -> Model:
    """The model with the layer that was read last kept, on the device."""

    @functools.lru_cache(maxsize=1)
    def read_layer(k: int) -> Layer:
        return on_device(model.read_layer(k), np.float32)

    return replace(model, read_layer=read_layer)
