"""Observables: what a configuration, a path or an ensemble of tokens shows.

(..., n, d) -> (...)        NumPy in, NumPy out; JAX in, JAX out; xarray in, xarray out
"""

from tokenflock.observables.capture import capture_times
from tokenflock.observables.clustering import (
    Epoch,
    clusters,
    count_clusters,
    leaders,
    sizes,
    timeline,
    unclustered,
)
from tokenflock.observables.collapse import (
    equiangular_deviation,
    equinorm_deviation,
    within_class_variability,
)
from tokenflock.observables.decorator import Observable, named, names, observable
from tokenflock.observables.energetics import dissipation, energy, normalized_energy
from tokenflock.observables.geometry import (
    alignment,
    close_pairs,
    consensus_angle,
    cosine_histogram,
    distance_to_consensus,
    order_parameter,
    spread,
)
from tokenflock.observables.renyi import (
    center_distance,
    consumed,
    count_centers,
    renyi_centers,
    strong_renyi_centers,
)
from tokenflock.observables.spectra import (
    attention_entropy,
    distance_to_boolean,
    effective_rank,
    numerical_rank,
)

__all__ = [
    "Epoch",
    "Observable",
    "alignment",
    "attention_entropy",
    "capture_times",
    "center_distance",
    "close_pairs",
    "clusters",
    "consensus_angle",
    "consumed",
    "cosine_histogram",
    "count_centers",
    "count_clusters",
    "dissipation",
    "distance_to_boolean",
    "distance_to_consensus",
    "effective_rank",
    "energy",
    "equiangular_deviation",
    "equinorm_deviation",
    "leaders",
    "named",
    "names",
    "normalized_energy",
    "numerical_rank",
    "observable",
    "order_parameter",
    "renyi_centers",
    "sizes",
    "spread",
    "strong_renyi_centers",
    "timeline",
    "unclustered",
    "within_class_variability",
]
