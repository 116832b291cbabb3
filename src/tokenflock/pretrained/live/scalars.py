"""`measure`: one batch of a model in training as a dictionary of numbers, and where to write it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import xarray as xr

from tokenflock.errors import InputError
from tokenflock.pretrained.live.torch_library import torch_library
from tokenflock.pretrained.live.watching import watch

OF_STATES = ("mean_cosine", "effective_rank", "raw_effective_rank", "norm_ratio")
OF_LAYERS = ("attention_share", "mlp_share", "carried")
OF_HEADS: dict[str, Callable[..., Any]] = {
    "relative_entropy": np.nanmean,
    "first_share": np.nanmax,
    "largest_logit": np.nanmax,
    "logit_spread": np.nanmedian,
}


def measure(
    model: Any,
    batch: Mapping[str, Any],
    *,
    layers: Sequence[Any] | None = None,
    sequences: int = 4,
    prefix: str = "tokenflock/",
) -> dict[str, float]:
    """Numbers of one batch, by name and layer: 'tokenflock/mean_cosine/03'.

    The first `sequences` of the batch pass the model once more, without gradient and dropout.
    Cosine, ranks and norms after every layer; attention's and the MLP's part; of its heads the mean
    relative entropy, the largest share of the first token, the largest logit, the median spread.
    """
    if sequences < 1:
        raise InputError(f"`sequences` must be at least 1. Got {sequences}.")
    torch, was_training = torch_library(), model.training
    few = {name: _few(value, sequences) for name, value in dict(batch).items()}
    state = torch.random.get_rng_state()
    model.eval()
    try:
        with torch.no_grad(), watch(model, layers=layers) as seen:
            model(**few)
    finally:
        model.train(was_training)
        torch.random.set_rng_state(state)
    return scalars_of(seen.dataset(), prefix)


def scalars_of(table: xr.Dataset, prefix: str) -> dict[str, float]:
    """The numbers of a table that are worth a curve each."""
    found = {}
    for name in OF_STATES:
        for k, value in enumerate(table[name].data):
            found[f"{prefix}{name}/{k:02d}"] = float(value)
    for name in OF_LAYERS:
        for k, value in enumerate(table[name].data if name in table else ()):
            found[f"{prefix}{name}/{k:02d}"] = float(value)
    for name, reduced in OF_HEADS.items():
        for k, row in enumerate(table[name].data if name in table else ()):
            found[f"{prefix}{name}/{k:02d}"] = float(reduced(row))
    return found


def _few(value: Any, count: int) -> Any:
    return value[:count] if getattr(value, "ndim", 0) else value


def write_scalars(logger: Any, values: Mapping[str, float], step: int) -> None:
    """Write numbers to whatever logger is there, by what it can do.

    `add_scalar(name, value, step)` (TensorBoard), `log_metrics(values, step)` (Lightning),
    `log(values, step=)` (Weights & Biases), or a function of values and step.
    """
    if hasattr(logger, "add_scalar"):
        for name, value in values.items():
            logger.add_scalar(name, value, step)
    elif hasattr(logger, "log_metrics"):
        logger.log_metrics(dict(values), step)
    elif hasattr(logger, "log"):
        logger.log(dict(values), step=step)
    elif callable(logger):
        logger(dict(values), step)
    else:
        raise InputError(
            "A logger must have `add_scalar`, `log_metrics` or `log`, or be a function of values "
            f"and step. Got {type(logger).__name__}."
        )
