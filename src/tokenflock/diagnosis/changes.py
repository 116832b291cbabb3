"""Two tables side by side: which measures differ most, in sentences."""

from collections.abc import Sequence

import numpy as np
import xarray as xr

from tokenflock.diagnosis.findings import Finding

SHOWN = {
    "mean_cosine": "mean cosine",
    "effective_rank": "effective rank of directions",
    "raw_effective_rank": "effective rank with norms",
    "norm_ratio": "longest over median norm",
    "relative_entropy": "relative entropy of attention",
    "first_share": "share of the first token",
    "logit_spread": "spread of logits",
    "attention_share": "attention over residual",
    "mlp_share": "MLP over residual",
}
MOST = 4
SMALL = 0.02  # relative: below, two models agree


def changes_between(table: xr.Dataset, other: xr.Dataset) -> list[str]:
    """Sentences about the measures that differ most between a model and another, by depth."""
    found = [
        change for name in SHOWN if name in table and name in other
        if (change := _change(table, other, name)) is not None
    ]  # fmt: skip
    found.sort(reverse=True)
    pair = f"{table.attrs['model']} against {other.attrs['model']}"
    if not found:
        return [f"{pair}: all measures agree within {SMALL:.0%}."]
    return [f"{pair}: {sentence}" for _, sentence in found[:MOST]]


def findings_apart(
    table: xr.Dataset, found: Sequence[Finding], other: xr.Dataset, others: Sequence[Finding]
) -> list[str]:
    """The findings that one of two models has and the other has not."""
    sentences = []
    for one, mine, theirs in ((table, found, others), (other, others, found)):
        names = dict.fromkeys(finding.name for finding in mine)
        alone = [name for name in names if name not in {finding.name for finding in theirs}]
        if alone:
            sentences.append(f"Found in {one.attrs['model']} alone: {', '.join(alone)}.")
    return sentences


def by_depth(table: xr.Dataset, name: str, points: int | None = None) -> np.ndarray:
    """A measure over layers or states, the median over heads; at `points` relative depths."""
    values = table[name]
    rows = np.nanmedian(values.data, axis=1) if values.ndim == 2 else values.data
    if points is None or points == len(rows):
        return np.asarray(rows, float)
    return np.interp(np.linspace(0, 1, points), np.linspace(0, 1, len(rows)), rows)


def _change(table: xr.Dataset, other: xr.Dataset, name: str) -> tuple[float, str] | None:
    points = table.sizes[str(table[name].dims[0])]
    mine, theirs = by_depth(table, name), by_depth(other, name, points)
    size = np.abs(mine - theirs) / (np.maximum(np.abs(mine), np.abs(theirs)) + 1e-3)
    if not np.isfinite(size).any() or np.nanmax(size) < SMALL:
        return None
    k = int(np.nanargmax(size))
    after = f"after layer {k - 1}" if k else "after the embedding"
    place = f"in layer {k}" if table[name].dims[0] == "layer" else after
    words = f"{SHOWN[name]} {mine[k]:.3g} instead of {theirs[k]:.3g} {place}."
    return float(size[k]), words
