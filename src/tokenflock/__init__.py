"""tokenflock: attention is a vector field, depth is time, tokens are particles."""

import importlib
from typing import Any

# Public names by module, imported on first use: `import tokenflock` loads nothing heavy.
# `__init__.pyi` tells the same to editors and type checkers, and a test compares the two.
_PUBLIC: dict[str, tuple[str, ...]] = {
    "errors": ("InputError", "SolveError"),
    "spec": ("ArrayFile", "Spec", "grid"),
    "simulation": ("flow_of", "simulate", "spec_of", "times_of", "tokens_of"),
    "integrate": ("solve",),
    "fields": (
        "AttentionNoise",
        "Brownian",
        "CommonNoise",
        "ExternalField",
        "Flow",
        "LayeredTerm",
        "LinearMap",
        "MatrixNoise",
        "Perceptron",
        "Potential",
        "TangentFlow",
        "Term",
        "VectorField",
    ),
    "attention": (
        "Alibi",
        "Annealed",
        "Attention",
        "Hardmax",
        "Layered",
        "Mask",
        "Ramp",
        "Rotary",
        "SelfAttention",
        "Sinkhorn",
        "Softmax",
        "Unnormalized",
        "Weighting",
        "causal",
        "full",
        "hardmax",
        "sinkhorn",
        "softmax",
        "unnormalized",
        "window",
    ),
    "spaces": (
        "NGPT",
        "Euclidean",
        "MixLN",
        "PeriLN",
        "PreLN",
        "Rescaled",
        "Space",
        "SpaceRecord",
        "Sphere",
        "SqrtScaled",
        "normalize",
        "tangent",
    ),
    "results": ("Merge", "Stair", "load", "merges", "save", "staircase"),
    "sweeps": ("Sweep",),
    "analysis.verdicts": ("Verdict", "verdict"),
    "analysis.conditioning": ("condition_numbers",),
    "analysis.basin_maps": ("basins",),
    "analysis.branches": ("continuation",),
    "analysis.equilibria": ("Equilibrium", "equilibrium"),
    "analysis.linearization": ("jacobian", "spectrum"),
    "analysis.lyapunov": ("lyapunov_exponents",),
    "analysis.master_equation": (
        "MetastableSets",
        "agreement_time",
        "frozen_path",
        "metastable_sets",
    ),
    "certificates": ("Certificate", "Hypothesis", "Verification", "certify", "verify_certificate"),
    "diagnosis": ("Diagnosis", "Finding", "Thresholds", "diagnose", "trainability"),
    "theory": ("LimitSet", "limit_set"),
    "papers.claims": ("Check", "Claim"),
    "observables": (
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

# Packages that are public as they are.
_PACKAGES = ("observables", "papers", "plots", "pretrained", "theory")

# Names of earlier versions, and what they are called now.
_RENAMED = {
    "Unnormalised": "Unnormalized",
    "condition": "condition_numbers",
    "consensus": "consensus_angle",
    "holds_until": "agreement_time",
    "run_sweep": "Sweep.run",
    "sweep": "grid",
    "tokenised": "pretrained.tokenize",
    "tokenized": "pretrained.tokenize",
    "unnormalised": "unnormalized",
} | {
    name: f"pretrained.{name}"
    for name in (
        "attention_only",
        "forward",
        "head_spectra",
        "load_model",
        "only_head",
        "repeated",
        "without_bias",
        "without_head",
        "without_mlp",
        "without_norm",
    )
}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(f"tokenflock.{_HOME[name]}"), name)
    if name in _PACKAGES:
        return importlib.import_module(f"tokenflock.{name}")
    if name == "__version__":
        return importlib.import_module("importlib.metadata").version("tokenflock")
    if name in _RENAMED:
        raise AttributeError(f"`tokenflock.{name}` is now `tokenflock.{_RENAMED[name]}`.")
    raise AttributeError(f"module 'tokenflock' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, *_PACKAGES]
