"""From a model or arrays to one table of measures: the three ways in."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr

from tokenflock.errors import InputError
from tokenflock.pretrained.attention_heads.spectra import head_spectra
from tokenflock.pretrained.loading import load_model
from tokenflock.pretrained.measures.array_records import records_of_arrays
from tokenflock.pretrained.measures.predictions import equiangular_cosines
from tokenflock.pretrained.measures.records import LayerRecord, traced
from tokenflock.pretrained.model import Model
from tokenflock.pretrained.text.tokenization import tokenize

INFLUENCE_TOKENS = 512  # of a text whose influence is measured: its beginning
Progress = Callable[[str], None]


def table_of_model(
    source: str | Path | Model, text: str | None, ids: Any | None, *, most: int | None,
    versions: bool, influence: bool, progress: Progress,
) -> xr.Dataset:  # fmt: skip
    """The measures of a model of our own loader on `most` tokens of a text, or token numbers."""
    from tokenflock.pretrained.measures.model_influence import influence_on_states
    from tokenflock.pretrained.measures.model_records import records_of_model
    from tokenflock.pretrained.measures.versions import compare_versions

    model = source if isinstance(source, Model) else load_model(source)
    given, labels = _numbers(model, text, ids)
    numbers = given[: min(model.config.positions, len(given) if most is None else most)]
    depth = len(model.order)
    records = records_of_model(model, numbers, progress=lambda k: progress(f"layer {k} of {depth}"))
    states: list[np.ndarray] = []
    table = traced(_keeping(records, states), **_about(model), given_tokens=len(given))
    progress("spectra of the heads")
    table = table.merge(_spectra(model))
    table = with_predictions(table, norm_after=model.layer(0).norm_after)
    if versions:
        told = compare_versions(model, numbers, progress=progress)
        table = table.merge(told).assign_attrs(told.attrs)
    if influence:
        progress("influence by position")
        share = influence_on_states(model, _beginning(model, numbers, states))
        table = table.assign(influence=("token", share))
    if labels is not None and "token" in table.dims:
        kept = np.array(labels[: table.sizes["token"]], object)
        table = table.assign_coords(label=("token", kept))
    return table


def _keeping(records: Iterable[LayerRecord], states: list[np.ndarray]) -> Iterator[LayerRecord]:
    """The records; the first tokens of every state are kept in `states`."""
    for record in records:
        states.append(record.x[0][:INFLUENCE_TOKENS].copy())
        yield record


def _beginning(model: Model, ids: np.ndarray, states: list[np.ndarray]) -> list[np.ndarray]:
    """The states of the beginning of a text, as if it ended there."""
    from tokenflock.pretrained.measures.model_influence import is_causal
    from tokenflock.pretrained.measures.model_records import records_of_model

    if len(ids) <= INFLUENCE_TOKENS or is_causal(model):
        return states  # later tokens change nothing
    return [record.x[0] for record in records_of_model(model, ids[:INFLUENCE_TOKENS])]


def _numbers(model: Model, text: str | None, ids: Any | None) -> tuple[np.ndarray, Any]:
    """Token numbers, and their labels if they have any."""
    if (text is None) == (ids is None):
        raise InputError("A model reads `text` or token numbers `ids`. Give one of the two.")
    if text is not None and not text.strip():
        raise InputError("`text` must hold some words. Got an empty one.")
    found, labels = tokenize(model, text) if text is not None else (np.asarray(ids), None)
    if found.ndim != 1 or len(found) < 2:
        raise InputError(
            f"A diagnosis needs at least two tokens in one row. Got shape {found.shape}."
        )
    return found, labels


def _about(model: Model) -> dict[str, Any]:
    return {
        "model": model.name,
        "family": model.family,
        "source": "files",
        "mask": model.mask,
        "positions": model.config.positions,
        "dimension": model.config.d,
    }


def _spectra(model: Model) -> xr.Dataset:
    """The leading eigenvalue of every head's W_O W_V and what theory makes of it, by depth."""
    found = head_spectra(model, sums=False)
    places = [model.stored.index(k) for k in model.order]
    found = found.isel(layer=places).drop_vars(("layer", "head"))
    dims = ("layer", "head")
    return xr.Dataset(
        {
            "leading_real": (dims, found["real"].data[..., 0]),
            "leading_imag": (dims, found["imag"].data[..., 0]),
            "positive_share": (dims, found.positive_share.data),
            "weight_beta": (dims, found.beta.data),
            "kind": (dims, found.kind.data),
        }
    )


def with_predictions(table: xr.Dataset, *, norm_after: bool) -> xr.Dataset:
    """The table with what equiangular tokens would do: with the measured beta, and with beta 0."""
    if "attention_share" not in table:
        return table
    for name, uniform in (("predicted_cosine", False), ("predicted_uniform", True)):
        path = equiangular_cosines(table, norm_after=norm_after, uniform=uniform)
        table = table.assign({name: ("state", path)})
    return table.assign_attrs(norms="after" if norm_after else "before")


def table_of_live(
    model: Any, batch: dict[str, Any], *, layers: Sequence[Any] | None, influence: bool,
    progress: Progress,
) -> xr.Dataset:  # fmt: skip
    """The measures of a PyTorch model on a batch, its arguments by name."""
    from tokenflock.pretrained.live.influence import live_influence
    from tokenflock.pretrained.live.torch_library import torch_library
    from tokenflock.pretrained.live.watching import watch

    if not isinstance(batch, dict) and not hasattr(batch, "keys"):
        raise InputError("A live model reads `batch`, its arguments by name: {'input_ids': ...}.")
    was_training = model.training
    model.eval()
    try:
        progress("watching")
        with torch_library().no_grad(), watch(model, layers=layers, pairs=True) as seen:
            model(**batch)
        table = with_predictions(seen.dataset(), norm_after=seen.norm_after)
        if influence:
            progress("influence by position")
            causal = table.attrs["mask"] == "causal"
            share = live_influence(model, dict(batch), causal=causal, layers=layers)
            table = table.assign(influence=("token", share))
    finally:
        model.train(was_training)
    return table


def table_of_arrays(
    hidden_states: Sequence[Any], attentions: Sequence[Any] | None, attention_mask: Any | None
) -> xr.Dataset:
    """The measures of arrays with the axes of transformers."""
    records = records_of_arrays(hidden_states, attentions, attention_mask)
    dimension = int(np.shape(hidden_states[-1])[-1])
    return traced(
        records, model="arrays", family="arrays", source="arrays", mask="unknown",
        dimension=dimension,
    )  # fmt: skip
