"""Spaces: where tokens live, how attention moves them there, and the way back after a step."""

from tokenflock.spaces.euclidean import Euclidean
from tokenflock.spaces.normalized import NGPT, MixLN, PeriLN, PreLN, SqrtScaled
from tokenflock.spaces.rescaled import Rescaled
from tokenflock.spaces.space import Space, Time, Tokens, normalize, tangent
from tokenflock.spaces.sphere import Sphere

__all__ = [
    "NGPT",
    "Euclidean",
    "MixLN",
    "PeriLN",
    "PreLN",
    "Rescaled",
    "Space",
    "Sphere",
    "SqrtScaled",
    "Time",
    "Tokens",
    "normalize",
    "tangent",
]
