"""The formulas as plain loops over numbers: slow, obvious, and independent of the package.

Matrices act on columns, (M x)_a = sum_b M[a][b] x[b]; a transposed matrix anywhere in the package
differs from what stands here.
"""

import math


def apply(matrix, vector):
    return [sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix]


def inner(x, y):
    return sum(a * b for a, b in zip(x, y, strict=True))


def identity(d):
    return [[float(a == b) for b in range(d)] for a in range(d)]


def sees_full(i, j):
    return True


def sees_causal(i, j):
    return j <= i


def sees_window(width):
    return lambda i, j: i - width < j <= i


def weights(x, i, beta, qk, sees):
    """Row i of the attention matrix: w_ij ~ exp(beta <x_i, M x_j>) over the j that i sees."""
    logit = {j: beta * inner(x[i], apply(qk, x[j])) for j in range(len(x)) if sees(i, j)}
    top = max(logit.values())
    total = sum(math.exp(value - top) for value in logit.values())
    return [math.exp(logit[j] - top) / total if j in logit else 0.0 for j in range(len(x))]


def average(x, i, beta, heads, sees):
    """A_i = sum_h sum_j w^h_ij V_h x_j, with heads a list of pairs (M, V)."""
    total = [0.0] * len(x[0])
    for qk, ov in heads:
        for w, y in zip(weights(x, i, beta, qk, sees), x, strict=True):
            total = [a + w * b for a, b in zip(total, apply(ov, y), strict=True)]
    return total


def sphere(x, i, beta, heads, sees):
    """P_{x_i} A_i = A_i - <x_i, A_i> x_i."""
    a = average(x, i, beta, heads, sees)
    radial = inner(x[i], a)
    return [ak - radial * xk for ak, xk in zip(a, x[i], strict=True)]


def rescaled(z, i, beta, heads, sees, exponential):
    """sum_j w_ij V (z_j - z_i) with w at x = e^{tV} z; the exponential e^{tV} is given."""
    [(qk, ov)] = heads
    x = [apply(exponential, zi) for zi in z]
    total = [0.0] * len(z[0])
    for w, zj in zip(weights(x, i, beta, qk, sees), z, strict=True):
        move = apply(ov, [a - b for a, b in zip(zj, z[i], strict=True)])
        total = [a + w * b for a, b in zip(total, move, strict=True)]
    return total
