"""Presets: the systems of the papers, by name, as the fields of their specs.

Numbers in parentheses are those of arXiv.
"""

import math
from typing import TYPE_CHECKING, Any

from tokenflock.errors import InputError, did_you_mean

if TYPE_CHECKING:
    from tokenflock.spec import Spec

# Initial tokens of kinetic.py in the code of arXiv:2410.06833.
_FIVE = [
    [0.99806638, 0.06215705],
    [0.97712061, 0.21268594],
    [-0.24578194, 0.96932515],
    [-0.97354734, 0.2284854],
    [-0.99892629, -0.04632772],
]


# Angles of staircase.py in the same code, for beta_0 = 2000: log(beta_0) / sqrt(beta_0) / 2 times
# these numbers.
_STAIRS = [0.5 * math.log(2000) / 2000**0.5 * a for a in (0.0, 0.5, 2.0, 4.0, 7.0)]


def _unit(rows: list[list[float]]) -> list[list[float]]:
    norms = [sum(v * v for v in row) ** 0.5 for row in rows]
    return [[v / norm for v in row] for row, norm in zip(rows, norms, strict=True)]


PRESETS: dict[str, tuple[str, dict[str, Any]]] = {
    "causal-circle": (
        "metastable clusters, causal attention (2411.04990 Fig. 2)",
        dict(n=200, d=2, beta=64.0, mask="causal", t_end=150.0, samples=301, spacing="log"),
    ),
    "full-circle": (
        "the same tokens under full attention",
        dict(n=200, d=2, beta=64.0, t_end=150.0, samples=301, spacing="log"),
    ),
    "kuramoto": (
        "beta = 0 on the circle: Kuramoto's oscillators synchronize (2312.10794)",
        dict(n=100, d=2, beta=0.0, t_end=15.0, samples=151),
    ),
    "sphere": (
        "one cluster on the sphere of R^3 (2312.10794)",
        dict(n=64, d=3, beta=1.0, t_end=15.0, samples=151),
    ),
    "five-tokens": (
        "five tokens that merge one by one (2410.06833)",
        dict(init=_unit(_FIVE), beta=4.0, t_end=400.0, samples=401, spacing="log"),
    ),
    "staircase": (
        "merge after merge to t = 1e80, saddle to saddle (2410.06833)",
        dict(
            init=[[math.cos(a), math.sin(a)] for a in _STAIRS], beta=2000.0, t_end=1e80,
            weighting="unnormalized:scaled", samples=401, spacing="log",
        ),
    ),
    "orthogonal": (
        "orthogonal tokens stay equiangular (2312.10794)",
        dict(n=32, d=32, beta=4.0, init="orthogonal", t_end=15.0, samples=151),
    ),
    "two-points": (
        "simple top eigenvalue of V, causal: two points (2411.04990)",
        dict(
            n=32, d=3, beta=9.0, mask="causal", t_end=100.0, samples=201, spacing="log",
            ov=[[1.0, 0.0, 0.0], [0.0, 0.6, 0.0], [0.0, 0.0, 0.3]],
        ),
    ),
    "polytope": (
        "rescaled tokens go to the corners of a polytope (2305.05465)",
        dict(n=20, d=2, space="rescaled", init="cube:5", t_end=5.0),
    ),
    "hyperplanes": (
        "simple top eigenvalue of V: at most 3 lines (2305.05465)",
        dict(
            n=20, d=2, space="rescaled", init="cube:5", t_end=5.0,
            ov=[[0.64709742, 0.81911926], [0.61210449, 0.63263484]],
        ),
    ),
    "boolean": (
        "on the line attention becomes Boolean (2305.05465)",
        dict(n=40, d=1, space="rescaled", init="cube:1", t_end=5.0),
    ),
}  # fmt: skip


def preset(name: str) -> "Spec":
    """The spec of a preset."""
    if name not in PRESETS:
        raise InputError(
            f"There is no preset or spec file {name!r}.{did_you_mean(name, PRESETS)} "
            f"The presets are {', '.join(PRESETS)}; a spec file ends in .toml or .json."
        )
    # `--help` lists the presets and must not wait for pydantic.
    from tokenflock.spec import Spec

    return Spec(**PRESETS[name][1])
