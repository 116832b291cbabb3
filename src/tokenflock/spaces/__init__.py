"""Spaces: where tokens live, how attention moves them there, and the way back after a step.

Tokens x_i = r_i theta_i move by dtheta_i/dt = P_theta A_i(theta) / s_i (arXiv:2510.22026):

    Sphere       Post-LN     s = 1                dr/dt = 0
    PreLN        Pre-LN      s = r                dr/dt = <theta, A>
    PeriLN       Peri-LN     s = r |A|            dr/dt = <theta, A> / |A|
    MixLN        Mix-LN      Post-LN until tau, Pre-LN after it
    NGPT         nGPT        s = |A| / alpha(t)   dr/dt = 0
    SqrtScaled   sqrt        s = sqrt(t + 1)      dr/dt = 0

and those of `Euclidean` and `Rescaled` are points of R^d.  Each space is one file, and its `record`
says what others must know about it.
"""

from tokenflock.attention.attention import Time, Tokens
from tokenflock.spaces.directions import normalize, tangent
from tokenflock.spaces.euclidean import Euclidean
from tokenflock.spaces.mixln import MixLN
from tokenflock.spaces.ngpt import NGPT
from tokenflock.spaces.periln import PeriLN
from tokenflock.spaces.preln import PreLN
from tokenflock.spaces.record import SpaceRecord
from tokenflock.spaces.rescaled import Rescaled
from tokenflock.spaces.space import Space
from tokenflock.spaces.sphere import Sphere
from tokenflock.spaces.sqrtscaled import SqrtScaled
from tokenflock.spec import registry
from tokenflock.spec.vocabulary import check_space

__all__ = [
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
    "Time",
    "Tokens",
    "named",
    "normalize",
    "record_of",
    "tangent",
]


def named(text: str) -> Space:
    """The space that a word of a spec stands for, as 'sphere' or 'mixln:2.0'."""
    space: Space = registry.build("space", check_space(text))
    return space


def record_of(text: str) -> SpaceRecord:
    """What is known about the space that a word of a spec stands for; a number may be left out."""
    record: SpaceRecord = registry.find("space", text.partition(":")[0]).record
    return record
