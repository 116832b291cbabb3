"""The formulas as plain loops over numbers: slow, obvious, and independent of the package.

Matrices act on columns, (M x)_a = sum_b M[a][b] x[b]; a transposed matrix anywhere in the package
differs from what stands here.
"""

import functools
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


def logits(x, i, beta, qk, sees):
    """l_ij = beta <x_i, M x_j> for the j that i sees."""
    return {j: beta * inner(x[i], apply(qk, x[j])) for j in range(len(x)) if sees(i, j)}


def weights(x, i, beta, qk, sees, masses=None):
    """Row i of the attention matrix: w_ij ~ m_j exp(beta <x_i, M x_j>) over the j that i sees."""
    m = masses or [1.0] * len(x)
    logit = logits(x, i, beta, qk, sees)
    top = max(logit.values())
    total = sum(m[j] * math.exp(value - top) for j, value in logit.items())
    return [m[j] * math.exp(logit[j] - top) / total if j in logit else 0.0 for j in range(len(x))]


def unnormalized(x, i, beta, qk, sees, masses=None):
    """w_ij = m_j exp(beta <x_i, M x_j>) over the mass that i sees."""
    m = masses or [1.0] * len(x)
    logit = logits(x, i, beta, qk, sees)
    seen = sum(m[j] for j in logit)
    return [m[j] * math.exp(logit[j]) / seen if j in logit else 0.0 for j in range(len(x))]


def scaled(x, i, beta, qk, sees, masses=None):
    """The same in a time slower by e^|beta|."""
    return [math.exp(-abs(beta)) * w for w in unnormalized(x, i, beta, qk, sees, masses)]


def hardmax(x, i, beta, qk, sees, masses=None):
    """w_ij ~ m_j over the j with the largest <x_i, M x_j>."""
    m = masses or [1.0] * len(x)
    score = logits(x, i, 1.0, qk, sees)
    best = [j for j in score if score[j] > max(score.values()) - 1e-12]
    return [m[j] / sum(m[k] for k in best) if j in best else 0.0 for j in range(len(x))]


def hardmax_others(x, i, beta, qk, sees, masses=None):
    """The same over the j that stand elsewhere, where there are any."""
    elsewhere = [j for j in range(len(x)) if sees(i, j) and x[j] != x[i]]
    return hardmax(x, i, beta, qk, (lambda i, j: j in elsewhere) if elsewhere else sees, masses)


def sinkhorn(x, i, beta, qk, sees, masses=None):
    """Row i of a_i m_j e^{l_ij} b_j after many alternating normalizations of rows and columns."""
    n = len(x)
    m = tuple(masses or [1.0] * n)
    rows = tuple(tuple(sorted(logits(x, k, beta, qk, sees).items())) for k in range(n))
    return list(_balanced(rows, m)[i])


@functools.cache
def _balanced(logits_of_rows, m):
    n = len(m)
    rows = [dict(row) for row in logits_of_rows]
    w = [[m[j] * math.exp(row[j]) if j in row else 0.0 for j in range(n)] for row in rows]
    for _ in range(3000):
        columns = [sum(m[k] * w[k][j] for k in range(n)) / m[j] for j in range(n)]
        if max(abs(column - 1) for column in columns) < 5e-16:
            break
        w = [[value / columns[j] for j, value in enumerate(row)] for row in w]
        w = [[value / sum(row) for value in row] for row in w]
    return w


def alibi(rate, law=weights):
    """The weights of a law times e^{-rate (i - j) / n}; rows of softmax sum to one again."""

    def row(x, i, beta, qk, sees, masses=None):
        n = len(x)
        faded = [
            w * math.exp(-rate * (i - j) / n) if sees(i, j) else 0.0
            for j, w in enumerate(law(x, i, beta, qk, sees, masses))
        ]
        return [w / sum(faded) for w in faded] if law is weights else faded

    return row


def rotary(base):
    """Softmax of beta <R_i x_i, R_j x_j>: coordinates (2a, 2a + 1) turn by p base^(-2a / d)."""

    def turn(x, p):
        turned = []
        for a in range(0, len(x), 2):
            angle = p * base ** (-a / len(x))
            c, s = math.cos(angle), math.sin(angle)
            turned += [c * x[a] - s * x[a + 1], s * x[a] + c * x[a + 1]]
        return turned

    def row(x, i, beta, qk, sees, masses=None):
        return weights([turn(y, p) for p, y in enumerate(x)], i, beta, qk, sees, masses)

    return row


def average(x, i, beta, heads, sees, law=weights, masses=None):
    """A_i = sum_h sum_j w^h_ij V_h x_j, with heads a list of pairs (M, V)."""
    total = [0.0] * len(x[0])
    for qk, ov in heads:
        for w, y in zip(law(x, i, beta, qk, sees, masses), x, strict=True):
            total = [a + w * b for a, b in zip(total, apply(ov, y), strict=True)]
    return total


def scale(factor, x):
    return [factor * a for a in x]


def unit(x):
    return scale(1 / math.sqrt(inner(x, x)), x)


def add(x, y):
    return [a + b for a, b in zip(x, y, strict=True)]


def projected(x, y):
    """P_x y = y - <x, y> x."""
    return add(y, scale(-inner(x, y), x))


def sphere(x, i, *system):
    """P_{x_i} A_i."""
    return projected(x[i], average(x, i, *system))


def preln(x, i, *system):
    """A_i at the directions of the tokens."""
    return average([unit(y) for y in x], i, *system)


def periln(x, i, *system):
    """A_i / |A_i| at the directions of the tokens."""
    return unit(preln(x, i, *system))


def shells(x, i, *system):
    """r_i P_{theta_i} A_i: Mix-LN before its switch."""
    radius = math.sqrt(inner(x[i], x[i]))
    return scale(radius, projected(unit(x[i]), preln(x, i, *system)))


def ngpt(alpha):
    """alpha P_{x_i} A_i / |A_i|."""
    return lambda x, i, *system: scale(alpha, projected(x[i], unit(average(x, i, *system))))


def sqrt_scaled(t):
    """P_{x_i} A_i / sqrt(t + 1)."""
    return lambda x, i, *system: scale((t + 1) ** -0.5, sphere(x, i, *system))


def rescaled(z, i, beta, heads, sees, exponential, law=weights, masses=None):
    """sum_j w_ij V (z_j - z_i) with w at x = e^{tV} z; the exponential e^{tV} is given."""
    [(qk, ov)] = heads
    x = [apply(exponential, zi) for zi in z]
    total = [0.0] * len(z[0])
    for w, zj in zip(law(x, i, beta, qk, sees, masses), z, strict=True):
        move = apply(ov, [a - b for a, b in zip(zj, z[i], strict=True)])
        total = [a + w * b for a, b in zip(total, move, strict=True)]
    return total


ACTIVATIONS = {
    "relu": lambda z: max(z, 0.0),
    "gelu": lambda z: z * (1 + math.erf(z / math.sqrt(2))) / 2,
    "silu": lambda z: z / (1 + math.exp(-z)),
    "tanh": math.tanh,
}


def perceptron(sigma, W, U, b, G=None, c=None):
    """g(x) = U sigma(W x + b), or U (sigma(W x + b) * (G x + c)), of one token."""

    def g(t, i, x):
        hidden = [ACTIVATIONS[sigma](z) for z in add(apply(W, x), b)]
        if G is not None:
            hidden = [h * z for h, z in zip(hidden, add(apply(G, x), c), strict=True)]
        return apply(U, hidden)

    return g


def acting(terms, t, i, x):
    """The sum of terms g(t, i, x) on token i at x."""
    total = [0.0] * len(x)
    for g in terms:
        total = add(total, g(t, i, x))
    return total


def driven(space, x, i, system, terms, t):
    """The velocity of token i: P_{x_i} (A_i + g_i) on the sphere, A_i + g_i in R^d."""
    drive = add(average(x, i, *system), acting(terms, t, i, x[i]))
    return projected(x[i], drive) if space == "sphere" else drive


def back(space, x):
    return [unit(y) for y in x] if space == "sphere" else x


def block(order, space, x, system, terms, t, step):
    """Tokens after a layer: attention and then the terms, or both at once."""
    rows = range(len(x))
    pull = [average(x, i, *system) for i in rows]
    if order == "parallel":
        pull = [add(pull[i], acting(terms, t, i, x[i])) for i in rows]
        return back(space, [add(x[i], scale(step, pull[i])) for i in rows])
    x = back(space, [add(x[i], scale(step, pull[i])) for i in rows])
    return back(space, [add(x[i], scale(step, acting(terms, t, i, x[i]))) for i in rows])
