"""What a page is told of a run before its first row and after its last."""

import math
from dataclasses import asdict
from typing import Any

import numpy as np
import xarray as xr

from tokenflock.analysis.summaries import centers_of
from tokenflock.analysis.verdicts import verdict
from tokenflock.explorer import controls, predictions, weights
from tokenflock.explorer.measures import Measures, norm_error
from tokenflock.explorer.overlays import NOTHING, overlay
from tokenflock.papers import bibliography
from tokenflock.results.merges import merges
from tokenflock.results.schema import solver_facts
from tokenflock.simulation import tokens_of
from tokenflock.spaces import record_of
from tokenflock.spec import Spec

LARGEST_VERDICT = 2000  # tokens

Header = dict[str, Any]  # the id of a request and the slot of its run


def begin(
    header: Header, spec: Spec, samples: int, *, preview: bool = False, words: Any = None
) -> dict[str, Any]:
    """What the page must know before the first frame; tokens of a sentence have words."""
    centers = centers_of(spec, tokens_of(spec))
    return header | {
        "type": "begin",
        "preview": preview,
        "spec": controls.fields_of(spec),
        "bibtex": bibliography.bibtex(bibliography.used_by(spec)),
        "samples": samples,
        "n": spec.n,
        "d": spec.d,
        "t_end": spec.t_end,
        "beta": spec.beta,
        "beta_end": spec.beta_end,
        "layer_time": spec.layer_time or 1.0,
        "space": space_of(spec),
        "words": words,
        "matrices": weights.matrices(spec),
        "weights": weights.weights_of(spec),
        "spectrum": predictions.spectrum(spec),
        "centers": None if centers is None else asdict(centers) | _parking(spec, centers.delta),
    }


def space_of(spec: Spec) -> dict[str, Any]:
    """How tokens of a spec are drawn: whether they have norm one, and whether places count."""
    record = record_of(spec.space)
    return {"unit": record.unit, "flat": record.metric == "euclidean"}


def _parking(spec: Spec, delta: float) -> dict[str, Any]:
    return {"predicted": predictions.parking(spec, delta)}


def words_of(run: xr.Dataset) -> list[str] | None:
    """The names of tokens that are words, not numbers."""
    names = run.coords["token"].data if "token" in run.coords else np.arange(0)
    return None if names.dtype.kind in "iuf" else [str(name) for name in names]


def end(header: Header, spec: Spec, run: xr.Dataset, measured: Measures | None) -> dict[str, Any]:
    """What is known when a run is complete; without measures no theory is laid over them."""
    found = [asdict(m) for m in merges(run)] if "merge_time" in run else None
    times, x = run.time.data, run.x.data
    return header | {
        "type": "ended",
        "status": "done",
        "solver": solver_facts(run),
        "norm_error": norm_error(x, spec),
        "merges": finite(found),
        "theory": NOTHING if measured is None else overlay(spec, times, x, measured),
    }


def verdict_on(run: xr.Dataset) -> dict[str, Any]:
    """What the end of a run is, with the reason."""
    n = run.sizes["token"]
    if n > LARGEST_VERDICT:
        return {"state": "undecided", "reason": f"{n} tokens are too many to judge here"}
    return dict(finite(asdict(verdict(run))))


def failed(header: Header, sentence: str) -> dict[str, Any]:
    """The answer to a request that cannot be served."""
    return header | {"type": "ended", "status": "error", "message": sentence}


def canceled(header: Header) -> dict[str, Any]:
    """The end of a run that nobody waits for."""
    return header | {"type": "ended", "status": "canceled"}


def finite(value: Any) -> Any:
    """The same with None for what JSON cannot hold."""
    if isinstance(value, list):
        return [finite(item) for item in value]
    if isinstance(value, dict):
        return {name: finite(item) for name, item in value.items()}
    return None if isinstance(value, float) and not math.isfinite(value) else value
