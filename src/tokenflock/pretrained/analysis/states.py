"""What a path of states shows layer by layer, and the plane in which it is best seen.

A path may lie in a file: one state is held at a time.
"""

from typing import Any

import numpy as np
import xarray as xr
from scipy.linalg import eigh

from tokenflock.observables import (
    alignment,
    clusters,
    cosine_histogram,
    normalized_energy,
    within_class_variability,
)
from tokenflock.observables.configuration import directions

CLUSTER = 0.3  # radians: the diameter of a cluster of states; steps within it a third
BINS = 80
MOST_STATES = 16  # that fix the principal axes


def state_measures(x: xr.DataArray) -> xr.Dataset:
    """Measures of a path x (time, token, coord), of the directions of its tokens.

    Mean cosine and its rate -d/dt log(1 - cosine), histogram of cosines, clusters (no wider than
    0.3 radians), effective rank, energy at beta = 1, and the variability within final clusters.
    """
    last = _labels(_state(x, -1))
    rows = [_measures(_state(x, k), last) for k in range(len(x))]
    table: dict[str, Any] = {name: ("time", [row[name] for row in rows]) for name in rows[0]}
    table["cosines"] = (("time", "bin"), np.array(table["cosines"][1]))
    table["rate"] = ("time", _rate(np.array(table["alignment"][1]), x["time"].data))
    edges = np.linspace(-1, 1, BINS + 1)
    return xr.Dataset(table, coords={"time": x["time"], "bin": (edges[1:] + edges[:-1]) / 2})


def _state(x: xr.DataArray | np.ndarray, k: int) -> np.ndarray:
    """The directions of the tokens of one state."""
    return np.asarray(directions(np.asarray(x[k], float)))


def _measures(u: np.ndarray, last: np.ndarray) -> dict[str, Any]:
    labels = _labels(u)
    return {
        "alignment": float(alignment(u)),
        "cosines": np.asarray(cosine_histogram(u, bins=BINS)) * 2 / BINS,
        "clusters": int(labels.max()) + 1,
        "unclustered": int((labels < 0).sum()),
        "effective_rank": _rank(u),
        "energy": float(normalized_energy(u, beta=1.0)),
        "collapse": _variability(u, last),
    }


def _labels(u: np.ndarray) -> np.ndarray:
    return np.asarray(clusters(u, size=CLUSTER, threshold=CLUSTER / 3))


def _rank(u: np.ndarray) -> float:
    """The effective rank of tokens (n, d) from their smaller Gram matrix, good to 1e-4."""
    gram = u @ u.T if len(u) <= u.shape[1] else u.T @ u
    p = np.sqrt(np.clip(np.linalg.eigvalsh(gram), 0.0, None))
    p = p / p.sum()
    return float(np.exp(-(p * np.log(np.where(p > 0, p, 1.0))).sum()))


def _variability(u: np.ndarray, labels: np.ndarray) -> float:
    """Variability within the clusters of the last state over that between them (NC1).

    nan for a single cluster, and where every token is its own.
    """
    if not 0 < labels.max() < len(u) - 1:
        return np.nan
    # The measure lives in the span of the centered means: a few coordinates instead of d.
    means = np.stack([u[labels == c].mean(axis=0) for c in range(labels.max() + 1)])
    _, size, axes = np.linalg.svd(means - means.mean(axis=0), full_matrices=False)
    kept = axes[size > 1e-12 * max(size[0], 1e-300)]
    return float(within_class_variability(u @ kept.T, labels)) if len(kept) else np.nan


def _rate(cosine: np.ndarray, times: np.ndarray) -> np.ndarray:
    """-d/dt log(1 - cosine), nan where all tokens agree to rounding or there is one time only."""
    gap = np.where(1 - cosine > 1e-14, 1 - cosine, np.nan)
    return -np.gradient(np.log(gap), times) if len(times) > 1 else np.full(1, np.nan)


def described(run: xr.Dataset, labels: list[str] | None = None) -> xr.Dataset:
    """What a figure shows of a path: its measures, its `plane` (time, token, axis), its words."""
    points, shares = principal_components(run.x, 3)
    attrs = {"shares": " ".join(f"{share:.0%}" for share in shares)}
    plane = xr.DataArray(points, dims=("time", "token", "axis"), attrs=attrs)
    found = state_measures(run.x).assign(plane=plane)
    if labels is not None:
        found = found.assign_coords(label=("token", np.array(labels, object)))
    return found


def principal_components(
    x: xr.DataArray | np.ndarray, count: int = 2
) -> tuple[np.ndarray, np.ndarray]:
    """Coordinates (time, token, count) of directions along axes of largest variance; its shares.

    The axes are those of up to 16 states of the path (time, token, coord) together, so that it
    stays in one picture.
    """
    few = np.unique(np.linspace(0, len(x) - 1, MOST_STATES).round().astype(int)).tolist()
    d = x.shape[-1]
    total, square, tokens = np.zeros(d), np.zeros((d, d)), 0
    for u in (_state(x, k) for k in few):
        total, square, tokens = total + u.sum(axis=0), square + u.T @ u, tokens + len(u)
    mean = total / tokens
    covariance = square / tokens - np.outer(mean, mean)
    variance, axes = eigh(covariance, subset_by_index=(max(0, d - count), d - 1))
    share = np.clip(variance[::-1], 0.0, None) / max(float(np.trace(covariance)), 1e-300)
    axes = axes.T[::-1]
    axes = axes * np.sign(axes[np.arange(len(axes)), np.abs(axes).argmax(axis=1)])[:, None]
    return np.stack([(_state(x, k) - mean) @ axes.T for k in range(len(x))]), share
