"""Clusters on the circle followed with 50 digits: the truth for the slow dynamics.

dtheta_a/dt = sum_b m_b e(g) sin g / (sum_b m_b e(g)),   e = e^{beta (cos g - 1)},
g = theta_b - theta_a   (softmax; unnormalized: over sum_b m_b).
"""

from itertools import combinations

from mpmath import mp, mpf

MET = "1e-3"


def speeds(beta, theta, mass, *, normalized=True):
    """All velocities, every pair once."""
    weight = [mpf(m) for m in mass]
    total, pull = list(weight), [mpf(0)] * len(theta)
    for a, b in combinations(range(len(theta)), 2):
        e, sine = mp.exp(beta * (mp.cos(theta[b] - theta[a]) - 1)), mp.sin(theta[b] - theta[a])
        pull[a], total[a] = pull[a] + weight[b] * e * sine, total[a] + weight[b] * e
        pull[b], total[b] = pull[b] - weight[a] * e * sine, total[b] + weight[a] * e
    return [p / (z if normalized else sum(weight)) for p, z in zip(pull, total, strict=True)]


def two_clusters(beta, gap, m1, m2, *, normalized=True):
    """The time until two clusters are MET apart: the integral of dg over the closing speed."""
    beta, gap, m1, m2 = map(mpf, (beta, gap, m1, m2))

    def slowness(g):
        v = speeds(beta, [mpf(0), g], [m1, m2], normalized=normalized)
        return 1 / (v[0] - v[1])

    # The slowness is 1 / g where clusters touch and e^{beta ...} where they are apart.
    near = [mpf(MET) * 4**k for k in range(12) if mpf(MET) * 4**k < gap / 2]
    far = mp.linspace(near[-1], gap, max(3, int(beta * gap / 6)))
    return mp.quad(slowness, near[:-1] + far, method="gauss-legendre", maxdegree=4)


def three_clusters(beta, theta, mass):
    """The times of both merges, when the first two are the first to meet."""
    beta, theta, mass = mpf(beta), [mpf(a) for a in theta], [mpf(m) for m in mass]
    first, theta = until_met(beta, theta, mass)
    settle, theta = until_one(beta, theta, mass)
    m = mass[0] + mass[1]
    center = (mass[0] * theta[0] + mass[1] * theta[1]) / m
    return first, first + settle + two_clusters(beta, theta[2] - center, m, mass[2])


def until_met(beta, theta, mass):
    """Along the arc length, in which the path is smooth whatever the speed: theta and t."""

    def field(state):
        v = speeds(beta, state[:-1], mass)
        size = mp.sqrt(sum(u * u for u in v))
        return [u / size for u in v] + [1 / size]

    def after(state, h):
        return extrapolated_midpoint(field, state, h)

    state, goal = [*theta, mpf(0)], mpf(MET)
    while True:
        gap = state[1] - state[0]
        h = min(mpf(5) / (2 * beta), gap / 3)
        if gap < 1.5 * goal:
            break
        state = after(state, h)
    h = mp.findroot(
        lambda h: (lambda s: s[1] - s[0] - goal)(after(state, h)), (gap - goal) / 2, tol=1e-40
    )
    state = after(state, h)
    return state[-1], state[:-1]


def until_one(beta, theta, mass):
    """Until the first two are 1e-12 apart: their center is then kept to the third order of that."""
    t, h = mpf(0), mpf(1)
    while theta[1] - theta[0] > mpf("1e-12"):
        theta = extrapolated_midpoint(lambda s: speeds(beta, s, mass), theta, h)
        t += h
    return t, theta


def extrapolated_midpoint(field, state, h, depth=8):
    """One step of order 2 depth (Gragg, Bulirsch, Stoer)."""
    slope, rows = field(state), []
    for k in range(1, depth + 1):
        n = 2 * k
        old, new = state, [y + h / n * v for y, v in zip(state, slope, strict=True)]
        for _ in range(n - 1):
            v = field(new)
            old, new = new, [y + 2 * h / n * u for y, u in zip(old, v, strict=True)]
        row = [new]
        for j, previous in enumerate(rows[-1] if rows else []):
            ratio = (mpf(k) / (k - j - 1)) ** 2 - 1
            row.append([a + (a - b) / ratio for a, b in zip(row[j], previous, strict=True)])
        rows.append(row)
    return rows[-1][-1]
