"""Which share of random starts on the circle does not agree for negative beta, with intervals.

    python benchmarks/negative_beta.py [STARTS]      # 2000 by default, of each size and beta

Tokens look at those farthest from them.  Two theorems leave open what happens between beta = -2/3
and -0.16 (arXiv:2507.22857, as we read its abstract).  Tokens within 0.1 of their mean direction
lie in an open half of the circle, and agree; those that do not at t = 500 go on to t = 5000.
Writes docs/measured/negative_beta.md, which the page for theorists includes.
"""

import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from scipy.stats import beta as beta_law

import tokenflock as tkf

RECORD = Path(__file__).parents[1] / "docs" / "measured" / "negative_beta.md"
BETWEEN = (-0.3, -0.4, -0.5, -0.6, -0.64, -0.66)
BEYOND = (-0.67, -0.7, -1.0, -2.0)
SIZES, WEIGHTINGS = (3, 5, 12, 48), ("softmax", "unnormalized")
SOON, LATE, AGREED = 500.0, 5000.0, 0.1


def main(starts: int) -> None:
    """Measure all, print it, write the page down."""
    begun = time.process_time()
    lines = ["| weighting | tokens | β | starts | do not agree | 95 % interval | clusters then |",
             "| --- | --- | --- | --- | --- | --- | --- |"]  # fmt: skip
    for weighting in WEIGHTINGS:
        for n in SIZES:
            between = [apart(beta, n, weighting, starts) for beta in BETWEEN]
            lines += [row(weighting, n, f"{BETWEEN[0]} to {BETWEEN[-1]}", starts, between)]
            for beta in BEYOND:
                lines += [row(weighting, n, f"{beta}", starts, [apart(beta, n, weighting, starts)])]
            print("\n".join(lines[-1 - len(BEYOND) :]), flush=True)
    took = f"{time.process_time() - begun:.0f} s of CPU"
    betas = ", ".join(map(str, BETWEEN))
    note = f"The first rows pool β = {betas}. Until t = {LATE:.0f}, by Clopper and Pearson; {took}."
    found = [note, "", stability(), any_masses()]
    RECORD.write_text("\n".join([*lines, "", *found]) + "\n", encoding="utf-8")
    print(*found, sep="\n")


def apart(beta: float, n: int, weighting: str, starts: int) -> np.ndarray:
    """The ends of random starts that do not agree, (count, n, 2)."""
    angle = np.random.default_rng([n, round(-1000 * beta)]).uniform(0, 2 * np.pi, (starts, n))
    x = on_circle(angle)
    for end, tol in ((SOON, 1e-6), (LATE, 1e-8)):
        if len(x):
            flow = tkf.Flow(tkf.SelfAttention(beta, weighting=weighting))
            x = tkf.solve(flow, x, [0.0, end], tol=tol, coarsen=False).x.data[:, -1]
            x = x[tkf.consensus_angle(x) > AGREED]
    return x


def row(weighting: str, n: int, betas: str, starts: int, ends: Sequence[np.ndarray]) -> str:
    """How many of the starts do not agree, the interval of their share, where they end."""
    total, failed = starts * len(ends), sum(map(len, ends))
    low, high = interval(failed, total)
    counts = Counter(clusters(x) for some in ends for x in some)
    most = ", ".join(f"{count} ({k}×)" for count, k in counts.most_common(3))
    cells = (weighting, n, betas, total, failed, f"{low:.2%} to {high:.2%}", most)
    return f"| {' | '.join(map(str, cells))} |"


def clusters(x: np.ndarray) -> int:
    """The number of places where tokens are, further apart than 0.01."""
    angle = np.sort(np.arctan2(x[:, 1], x[:, 0]))
    gaps = np.diff(angle, append=angle[0] + 2 * np.pi)
    return int((gaps > 0.01).sum())


def interval(failed: int, total: int, level: float = 0.95) -> tuple[float, float]:
    """The interval of Clopper and Pearson of a share."""
    tail = (1 - level) / 2
    low = 0.0 if failed == 0 else float(beta_law.ppf(tail, failed, total - failed + 1))
    high = 1.0 if failed == total else float(beta_law.ppf(1 - tail, failed + 1, total - failed))
    return low, high


def stability() -> str:
    """Where three clusters change their stability, by continuation, beside the formula of rates."""
    triangle = on_circle(2 * np.pi * np.arange(3) / 3)
    branch = tkf.continuation(lambda beta: tkf.Flow(tkf.SelfAttention(beta)), triangle, -0.3, -1.5)
    found = branch.parameter.data[branch.kind.data == "branch point"]
    error = np.abs(branch.rate.data - rate(branch.parameter.data)).max()
    return (
        f"Continuation from β = -0.3 to -1.5 finds {len(found)} branch point, at β = "
        f"{found[0]:.10f}; the rate at three clusters differs from the formula by at most "
        f"{error:.1e} on the way."
    )


def any_masses() -> str:
    """How many triangles are stable for some masses, on a grid of angles."""
    counts = [f"{stable_triangles(beta)} at β = {beta:.6g}" for beta in (-0.5, -0.66, -2 / 3, -0.7)]
    return f"Triangles of a grid that are stable, whatever the masses: {', '.join(counts)}."


def stable_triangles(beta: float, count: int = 1500) -> int:
    """How many triples of angles make couplings C k(angle) of three clusters stable, C > 0.

    Masses that let three clusters rest make m_i m_j h(angle) one constant C; k = h' / h.
    """
    grid = np.linspace(0.0, np.pi, count + 2)[1:-1]
    a, b = np.meshgrid(grid, grid)
    c = 2 * np.pi - a - b
    inside = c < np.pi - 1e-9
    k, m, o = (1 / np.tan(x[inside]) - beta * np.sin(x[inside]) for x in (a, b, c))
    return int(((k + m + o > 0) & (k * m + m * o + o * k > 0)).sum())


def rate(beta: np.ndarray) -> np.ndarray:
    """The largest exponent of three equal clusters at the corners of a triangle."""
    near, far = np.exp(beta), np.exp(-beta / 2)
    return 1.5 * far * (1 + 1.5 * beta) / (near + 2 * far)


def on_circle(angle: np.ndarray) -> np.ndarray:
    """Tokens at given angles, (..., n) to (..., n, 2)."""
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
