"""What a path of states shows layer by layer, and the plane in which it is best seen."""

from typing import Any

import numpy as np
import xarray as xr

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


def measured(x: xr.DataArray) -> xr.Dataset:
    """Measures of a path x (time, token, coord), of the directions of its tokens.

    Mean cosine and its rate -d/dt log(1 - cosine), histogram of cosines, clusters (no wider than
    0.3 radians), effective rank, energy at beta = 1, and the variability within final clusters.
    """
    u = x.copy(data=directions(np.asarray(x.data, float)))
    labels = np.asarray(clusters(u.data, size=CLUSTER, threshold=CLUSTER / 3))
    cosine = np.asarray(alignment(u.data))
    found: dict[str, Any] = {
        "alignment": ("time", cosine),
        "rate": ("time", _rate(cosine, x["time"].data)),
        "cosines": (("time", "bin"), np.asarray(cosine_histogram(u.data, bins=BINS)) * 2 / BINS),
        "clusters": ("time", labels.max(axis=-1) + 1),
        "unclustered": ("time", (labels < 0).sum(axis=-1)),
        "effective_rank": ("time", [_rank(state) for state in u.data]),
        "energy": ("time", np.asarray(normalized_energy(u.data, beta=1.0))),
        "collapse": ("time", _collapse(u.data, labels[-1])),
    }
    edges = np.linspace(-1, 1, BINS + 1)
    return xr.Dataset(found, coords={"time": x["time"], "bin": (edges[1:] + edges[:-1]) / 2})


def _rank(u: np.ndarray) -> float:
    """The effective rank of tokens (n, d) from their smaller Gram matrix, good to 1e-4."""
    gram = u @ u.T if len(u) <= u.shape[1] else u.T @ u
    p = np.sqrt(np.clip(np.linalg.eigvalsh(gram), 0.0, None))
    p = p / p.sum()
    return float(np.exp(-(p * np.log(np.where(p > 0, p, 1.0))).sum()))


def _collapse(u: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Variability within the clusters of the last state over that between them (NC1), by time.

    nan for a single cluster, and where every token is its own.
    """
    if not 0 < labels.max() < u.shape[-2] - 1:
        return np.full(len(u), np.nan)
    return np.array([_variability(state, labels) for state in u])


def _variability(u: np.ndarray, labels: np.ndarray) -> float:
    # The measure lives in the span of the centred means: a few coordinates instead of d.
    means = np.stack([u[labels == c].mean(axis=0) for c in range(labels.max() + 1)])
    _, size, axes = np.linalg.svd(means - means.mean(axis=0), full_matrices=False)
    kept = axes[size > 1e-12 * max(size[0], 1e-300)]
    return float(within_class_variability(u @ kept.T, labels)) if len(kept) else np.nan


def _rate(cosine: np.ndarray, times: np.ndarray) -> np.ndarray:
    """-d/dt log(1 - cosine), nan where all tokens agree to rounding or there is one time only."""
    gap = np.where(1 - cosine > 1e-14, 1 - cosine, np.nan)
    return -np.gradient(np.log(gap), times) if len(times) > 1 else np.full(1, np.nan)


def principal(x: Any, count: int = 2) -> tuple[np.ndarray, np.ndarray]:
    """Coordinates (..., count) of tokens along the axes of largest variance, and their shares.

    The axes are those of all states together, so that a path stays in one picture.
    """
    x = np.asarray(x, float)
    flat = x.reshape(-1, x.shape[-1])
    centred = flat - flat.mean(axis=0)
    # By the small matrix of covariances: a path holds many more tokens than coordinates.
    variance, axes = np.linalg.eigh(centred.T @ centred)
    variance, axes = variance[::-1][:count], axes.T[::-1][:count]
    signs = np.sign(axes[np.arange(len(axes)), np.abs(axes).argmax(axis=1)])
    axes = axes * signs[:, None]
    share = np.clip(variance, 0.0, None) / max(float((centred**2).sum()), 1e-300)
    return (centred @ axes.T).reshape(*x.shape[:-1], -1), share
