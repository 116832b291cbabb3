"""What theory predicts: closed forms, counts and rates, for claims and tests to compare with."""

from typing import TYPE_CHECKING, Any

from tokenflock.theory.common_noise import critical_kappa, opposite_probability, pair_diffusion
from tokenflock.theory.counts import (
    cap_mass,
    hemisphere_probability,
    renyi_constant,
    renyi_count,
    strong_renyi_count,
)
from tokenflock.theory.equal_angles import equiangular, equiangular_usa, two_tokens
from tokenflock.theory.growth import fastest_mode, growth_rates
from tokenflock.theory.kuramoto import kuramoto_order, kuramoto_points
from tokenflock.theory.leading_token import first_token, second_token
from tokenflock.theory.limit_sets import LimitSet, limit_set
from tokenflock.theory.long_context import attention_layer, critical_scaling, long_context_limit
from tokenflock.theory.mean_field import MeanField, wrapped_normal
from tokenflock.theory.merging import (
    PredictedMerge,
    closest_pair_path,
    closing_time,
    meeting_point,
    merge_order,
    merging_angle,
    merging_time,
)
from tokenflock.theory.metastability import (
    interaction,
    interaction_peak,
    merge_time,
    metastable_time_bound,
)
from tokenflock.theory.normalization import (
    EquiangularPath,
    Normalization,
    initial_speed,
    mix_ln,
    ngpt,
    normalized_equiangular,
    peri_ln,
    post_ln,
    pre_ln,
    sqrt_scaling,
)
from tokenflock.theory.resting import resting_angle, resting_interval, skewed, turning_speed

__all__ = [
    "EquiangularPath",
    "LimitSet",
    "MeanField",
    "Normalization",
    "PredictedMerge",
    "attention_layer",
    "cap_mass",
    "closest_pair_path",
    "closing_time",
    "critical_kappa",
    "critical_scaling",
    "equiangular",
    "equiangular_usa",
    "fastest_mode",
    "first_token",
    "growth_rates",
    "hemisphere_probability",
    "initial_speed",
    "interaction",
    "interaction_peak",
    "kuramoto_order",
    "kuramoto_points",
    "limit_set",
    "long_context_limit",
    "meeting_point",
    "merge_order",
    "merge_time",
    "merging_angle",
    "merging_time",
    "metastable_time_bound",
    "mix_ln",
    "ngpt",
    "normalized_equiangular",
    "opposite_probability",
    "pair_diffusion",
    "peri_ln",
    "post_ln",
    "pre_ln",
    "renyi_constant",
    "renyi_count",
    "resting_angle",
    "resting_interval",
    "second_token",
    "skewed",
    "sqrt_scaling",
    "strong_renyi_count",
    "turning_speed",
    "two_tokens",
    "wrapped_normal",
]

_RENAMED = {
    "Merge": "PredictedMerge",
    "Normalisation": "Normalization",
    "normalised_equiangular": "normalized_equiangular",
}

if not TYPE_CHECKING:  # an unknown name stays an error to type checkers

    def __getattr__(name: str) -> Any:
        if name in _RENAMED:
            raise AttributeError(
                f"`tokenflock.theory.{name}` is now `tokenflock.theory.{_RENAMED[name]}`."
            )
        raise AttributeError(f"module 'tokenflock.theory' has no attribute {name!r}")
