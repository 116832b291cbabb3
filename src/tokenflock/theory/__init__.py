"""What theory predicts: closed forms, counts and rates, for claims and tests to compare with."""

from tokenflock.theory.counts import (
    cap_mass,
    hemisphere_probability,
    renyi_constant,
    renyi_count,
    strong_renyi_count,
)
from tokenflock.theory.equal_angles import equiangular, equiangular_usa, two_tokens
from tokenflock.theory.leading_token import first_token
from tokenflock.theory.metastability import (
    interaction,
    interaction_peak,
    merge_time,
    metastable_time_bound,
)

__all__ = [
    "cap_mass",
    "equiangular",
    "equiangular_usa",
    "first_token",
    "hemisphere_probability",
    "interaction",
    "interaction_peak",
    "merge_time",
    "metastable_time_bound",
    "renyi_constant",
    "renyi_count",
    "strong_renyi_count",
    "two_tokens",
]
