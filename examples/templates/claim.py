"""A template for a claim: a published statement as a number with a bound.  Copy it, test yours.

Under causal attention the first of two tokens stands still.  On the circle, at beta = 0, the angle
phi between them obeys

    dphi/dt = -(1/2) sin phi,     so     tan(phi(t) / 2) = tan(phi(0) / 2) e^(-t/2).

`tokenflock check claim.py` measures it and exits 0 if the verdict is as recorded, 1 if not.
"""

import numpy as np

import tokenflock as tkf

ANGLE = 1.5
START = [[1.0, 0.0], [np.cos(ANGLE), np.sin(ANGLE)]]


def measure(run, spec):
    """What one simulated path shows: the largest error of the angle that the law predicts."""
    angle = np.arctan2(run.x[:, 1, 1], run.x[:, 1, 0])
    predicted = 2 * np.arctan(np.tan(ANGLE / 2) * np.exp(-run.time / 2))
    return float(abs(angle - predicted).max())


# Longer claims list more: `specs` and `runs` may be functions of the effort (quick or full),
# `draw(ax, measured)` is the figure in the report, `verdict="erratum"` says that print is wrong.
CLAIM = tkf.Claim(
    name="two-causal-tokens",
    question="How fast does the second token come to the first?",
    source="arXiv:2411.04990, equation on the circle",
    statement="The angle follows tan(phi/2) = tan(phi_0/2) e^(-t/2) at beta = 0.",
    specs=[tkf.Spec(init=START, beta=0.0, mask="causal", t_end=6.0, samples=31, tol=1e-10)],
    measure=measure,
    check=lambda errors: [tkf.Check("largest error of the angle", max(errors), bound=1e-8)],
)
