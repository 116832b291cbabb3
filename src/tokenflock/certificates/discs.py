"""An enclosure of eigenvalues: Gershgorin's discs of a similar matrix.

All eigenvalues of J, whichever matrix of the ball it is, lie in the discs

    |z - B_ii| <= sum_(j != i) |B_ij|,     B = U^-1 J U,

for any U: eigenvectors where floats find good ones, else a Schur basis whose upper part is scaled
away.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.linalg import schur

from tokenflock.certificates import balls
from tokenflock.certificates.balls import Ball

SCALES = (1.0, 0.5, 0.1)


def largest_real_part(J: Any) -> Ball:
    """A number that no eigenvalue of J exceeds in real part, as sharp as we get it."""
    bounds = [
        bound for bound in (_bound(J, U) for U in _bases(balls.floats(J))) if bound is not None
    ]
    return min(bounds, key=lambda bound: float(bound.upper()), default=balls.ball(np.inf))


def _bases(J: np.ndarray) -> Iterator[np.ndarray]:
    yield np.linalg.eig(J)[1].astype(complex)
    _, U = schur(J, output="complex")
    for scale in SCALES:
        yield U * scale ** np.arange(len(J))


def _bound(J: Any, U: np.ndarray) -> Ball | None:
    flint = balls.library("flint")
    basis = flint.acb_mat([[flint.acb(a.real, a.imag) for a in row] for row in U.tolist()])
    try:
        B = basis.inv() * flint.acb_mat(J) * basis
    except ZeroDivisionError:
        return None
    size = range(B.nrows())
    discs = [B[i, i].real + sum((abs(B[i, j]) for j in size if j != i), balls.zero()) for i in size]
    return -balls.smallest([-disc for disc in discs])
