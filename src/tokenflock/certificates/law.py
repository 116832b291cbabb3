"""The field and its derivative in balls, as formulas of R^(n d).

    G_i = A_i - <x_i, A_i> x_i + sigma (1 - |x_i|^2) x_i,     A_i = sum_h sum_j w_ij V x_j,
    dA_i/dx_j = w_ij V (1 + beta (x_j - m_i) x_i' M),     m_i = sum_j w_ij x_j or 0 (unnormalized),
    dA_i/dx_i has beta V sum_k w_ik (x_k - m_i) (M x_k)' beside.

On the sphere G is the field; the last term lets its zeros be those on the sphere.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from tokenflock.certificates import balls
from tokenflock.certificates.balls import Ball
from tokenflock.certificates.system import System


@dataclass(frozen=True)
class Evaluated:
    """G and DG at tokens, <x_i, A_i> + sigma |x_i|^2, and Z_i that make pulls antisymmetric."""

    G: Any  # arb_mat (n d, 1)
    DG: Any  # arb_mat (n d, n d)
    upright: list[Ball]
    Z: list[Ball]


def evaluated(system: System, tokens: list[list[Ball]], sigma: float) -> Evaluated:
    """Everything a proof needs at tokens that may be balls themselves."""
    n, d = len(tokens), len(tokens[0])
    x = [balls.matrix([[a] for a in token]) for token in tokens]
    A, dA, Z = averages(system, x, n, d)
    s = balls.ball(sigma)
    inner = [(x[i].transpose() * A[i])[0, 0] for i in range(n)]
    square = [(x[i].transpose() * x[i])[0, 0] for i in range(n)]
    G = [A[i] - x[i] * inner[i] + x[i] * (s * (1 - square[i])) for i in range(n)]
    one = balls.matrix(np.eye(d))
    DG = [[dA[i][j] - x[i] * (x[i].transpose() * dA[i][j]) for j in range(n)] for i in range(n)]
    for i in range(n):
        DG[i][i] += one * (s * (1 - square[i]) - inner[i]) - x[i] * A[i].transpose()
        DG[i][i] -= x[i] * x[i].transpose() * (2 * s)
    upright = [inner[i] + s * square[i] for i in range(n)]
    return Evaluated(_stacked(G), _tiled(DG, d), upright, Z)


def averages(system: System, x: list[Any], n: int, d: int) -> tuple[list[Any], Any, list[Ball]]:
    """A_i, dA_i/dx_j and the normalizers Z_i of the last head."""
    A: list[Any] = [balls.matrix(np.zeros((d, 1))) for _ in range(n)]
    dA = [[balls.matrix(np.zeros((d, d))) for _ in range(n)] for _ in range(n)]
    Z: list[Ball] = []
    for h in range(system.heads):
        M, V = (balls.matrix(m) for m in system.head(h, d))
        Z = []
        for i in range(n):
            w, m, z = _row(system, x, M, i)
            Z.append(z)
            A[i] += V * _mean(w, x, d)
            for j, dw in _slopes(system, x, M, i, w, m).items():
                dA[i][j] += V * dw
    return A, dA, Z


def _row(system: System, x: list[Any], M: Any, i: int) -> tuple[dict[int, Ball], Any, Ball]:
    """The weights of token i, what their slopes are relative to, and the normalizer."""
    beta, mass, d = balls.ball(system.beta), system.mass(len(x)), x[0].nrows()
    seen = [j for j in range(len(x)) if system.sees(i, j)]
    key = x[i].transpose() * M
    e = {j: balls.ball(mass[j]) * (beta * (key * x[j])[0, 0]).exp() for j in seen}
    softmax = system.weighting == "softmax"
    z = sum(e.values() if softmax else map(balls.ball, mass[seen]), balls.zero())
    w = {j: value / z for j, value in e.items()}
    return w, _mean(w, x, d) if softmax else balls.matrix(np.zeros((d, 1))), z


def _mean(w: dict[int, Ball], x: list[Any], d: int) -> Any:
    total = balls.matrix(np.zeros((d, 1)))
    for j, weight in w.items():
        total += x[j] * weight
    return total


def _slopes(
    system: System, x: list[Any], M: Any, i: int, w: dict[int, Ball], m: Any
) -> dict[int, Any]:
    """d(sum_j w_ij x_j) / dx_j for one head."""
    beta, d = balls.ball(system.beta), x[0].nrows()
    key, one = x[i].transpose() * M, balls.matrix(np.eye(d))
    slopes = {j: one * w[j] + (x[j] - m) * key * (beta * w[j]) for j in w}
    for k in w:
        slopes[i] += (x[k] - m) * (M * x[k]).transpose() * (beta * w[k])
    return slopes


def _stacked(column: list[Any]) -> Any:
    return balls.matrix([[entry] for part in column for entry in part.entries()])


def _tiled(blocks: list[list[Any]], d: int) -> Any:
    return balls.matrix(
        [[block[k, m] for block in row for m in range(d)] for row in blocks for k in range(d)]
    )
