"""A template for a claim: a published statement as a number with a bound.  Copy it, test yours.

Under causal attention the first of two tokens stands still.  On the circle, at beta = 0, the angle
phi between them obeys

    dphi/dt = -(1/2) sin phi,     so     tan(phi(t) / 2) = tan(phi(0) / 2) e^(-t/2).

`tokenflock check claim.py` measures it and exits 0 if the verdict is as recorded, 1 if not.
"""

import numpy as np

from tokenflock.papers.claims import Check, Claim
from tokenflock.spec import Spec

ANGLES = (0.3, 1.5, 3.0)


def specs(effort):
    """The systems to simulate; `effort` says how much to spend."""
    for angle in ANGLES[: effort.of(quick=2, full=3)]:
        tokens = [[1.0, 0.0], [np.cos(angle), np.sin(angle)]]
        yield Spec(init=tokens, beta=0.0, mask="causal", t_end=6.0, samples=31, tol=1e-10)


def measure(path, spec):
    """What one path shows, beside what is predicted."""
    x, t = path.x.data, path.time.data
    phi = np.arctan2(x[:, 1, 1], x[:, 1, 0])
    predicted = 2 * np.arctan(np.tan(phi[0] / 2) * np.exp(-t / 2))
    return {"time": t, "angle": phi, "predicted": predicted, "moved": np.abs(x[:, 0] - x[0, 0])}


def check(runs):
    """Numbers with bounds: all must hold for the verdict on record."""
    error = max(np.abs(run["angle"] - run["predicted"]).max() for run in runs)
    moved = max(run["moved"].max() for run in runs)
    return [
        Check("largest error of the angle", value=error, bound=1e-8),
        Check("how far the first token moved", value=moved, bound=1e-12),
    ]


def draw(ax, runs):
    """Only draws; `tokenflock report` shows it."""
    for run in runs:
        (line,) = ax.plot(run["time"], run["angle"])
        ax.plot(run["time"], run["predicted"], ":", color=line.get_color(), lw=3, alpha=0.5)
    ax.set(xlabel="time $t$", ylabel=r"angle $\varphi$")


CLAIM = Claim(
    name="two-causal-tokens",
    question="How fast does the second token come to the first?",
    source="arXiv:2411.04990, equation on the circle",
    statement="The angle follows tan(phi/2) = tan(phi_0/2) e^(-t/2) at beta = 0.",
    specs=specs,
    measure=measure,
    check=check,
    draw=draw,
)
