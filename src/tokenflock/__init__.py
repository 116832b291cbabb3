"""tokenflock: attention is a vector field, depth is time, tokens are particles."""

import importlib
from typing import Any

# Public names by module, imported on first use: `import tokenflock` loads nothing heavy.
_PUBLIC: dict[str, tuple[str, ...]] = {
    "errors": ("InputError", "SolveError"),
    "spec": ("ArrayFile", "Spec", "grid"),
    "simulation": ("flow_of", "simulate", "times_of", "tokens_of"),
    "attention": (
        "Alibi",
        "Annealed",
        "Hardmax",
        "Layered",
        "Ramp",
        "Rotary",
        "SelfAttention",
        "Sinkhorn",
        "Softmax",
        "Unnormalized",
        "causal",
        "full",
        "hardmax",
        "sinkhorn",
        "softmax",
        "unnormalized",
        "window",
    ),
    "attention.weightings": ("Weighting",),
    "fields.noise": ("Brownian",),
    "spaces": (
        "NGPT",
        "Euclidean",
        "MixLN",
        "PeriLN",
        "PreLN",
        "Rescaled",
        "Sphere",
        "SqrtScaled",
        "normalize",
    ),
    "fields.flow": ("Flow",),
    "fields.vector_field": ("VectorField",),
    "integrate": ("solve",),
    "results": ("Merge", "Stair", "load", "merges", "save", "staircase"),
    "sweeps": ("Sweep", "run_sweep"),
    "analysis.verdicts": ("Verdict", "verdict"),
    "analysis.conditioning": ("condition_numbers",),
    "analysis.linearization": ("jacobian", "spectrum"),
    "analysis.lyapunov": ("lyapunov_exponents",),
    "analysis.master_equation": (
        "MetastableSets",
        "frozen_path",
        "agreement_time",
        "metastable_sets",
    ),
    "theory": ("LimitSet", "limit_set"),
    "pretrained": (
        "attention_only",
        "forward",
        "head_spectra",
        "load_model",
        "only_head",
        "repeated",
        "tokenized",
        "without_bias",
        "without_head",
        "without_mlp",
        "without_norm",
    ),
    "observables": (
        "alignment",
        "attention_entropy",
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
    ),
}
_HOME = {name: module for module, names in _PUBLIC.items() for name in names}

__all__ = sorted(_HOME)


# Modules that are public as they are.
_MODULES = ("observables", "plots", "theory")


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return importlib.import_module("importlib.metadata").version("tokenflock")
    if name in _MODULES:
        return importlib.import_module(f"tokenflock.{name}")
    if name not in _HOME:
        raise AttributeError(f"module 'tokenflock' has no attribute {name!r}")
    return getattr(importlib.import_module(f"tokenflock.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return list(__all__)
