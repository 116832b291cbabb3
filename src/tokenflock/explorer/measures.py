"""What the page shows beside the tokens: clusters, energy and alignment along a path."""

import numpy as np

from tokenflock.observables import alignment, clusters, normalized_energy
from tokenflock.observables.configuration import directions
from tokenflock.spaces import record_of
from tokenflock.spec import Spec

Measures = dict[str, np.ndarray]
MOST_TOKENS = 400  # whose pairs are summed; more are thinned evenly


def measures(x: np.ndarray, spec: Spec) -> Measures:
    """Cluster labels (time, token), their number, loose tokens, energy and mean cosine (time,).

    Energy is that of unit tokens; where places count there is none, and NaN stands for
    it.  Energy and
    cosine are float64: near one it is what they lack that is looked at.
    """
    metric = record_of(spec.space).metric
    labels = clusters(x, beta=spec.beta, metric=metric)
    unit = directions(x[:, thinned(x.shape[1])])
    if metric == "angle":
        energy = normalized_energy(unit, beta=spec.beta)
    else:
        energy = np.full(len(x), np.nan)
    return {
        "labels": labels.astype(np.int16),
        "count": (labels.max(axis=-1) + 1).astype(np.float32),
        "loose": (labels < 0).sum(axis=-1).astype(np.float32),
        "energy": np.asarray(energy, float),
        "alignment": np.asarray(alignment(unit), float),
    }


def thinned(n: int) -> np.ndarray:
    """At most MOST_TOKENS token numbers, evenly spread."""
    return np.linspace(0, n - 1, min(n, MOST_TOKENS)).round().astype(int)


def norm_error(x: np.ndarray, spec: Spec) -> float | None:
    """How far the worst token of a path is from the unit sphere; None where norms are free."""
    if not record_of(spec.space).unit:
        return None
    return float(np.abs(np.linalg.norm(x, axis=-1) - 1).max())


def joined(parts: list[Measures]) -> Measures:
    """Measures of one stretch of a path after the other."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
