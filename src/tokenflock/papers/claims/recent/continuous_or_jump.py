"""Noisy attention orders continuously for small beta, by a jump for large; where the two meet."""

import numpy as np
from numpy.polynomial import chebyshev
from scipy.optimize import brentq
from scipy.special import iv, roots_gegenbauer

import tokenflock as tkf
from tokenflock.papers.claims import chance, circle
from tokenflock.papers.claims.claim import Check, Claim

PREDICTED = {2: 2.4469, 3: 1.8162, 8: 1.2666}
HEIGHTS, RINGS, DEGREE = 16, 10, 8  # of the quadrature, and of the polynomial log f
ORDERS = (0.1, 0.2)
N, STEPS = 300, 300
SIDES = {1.0: 0.1, 6.0: 0.002}  # beta, and a step that is short on its scale


def runs(effort):
    found = [located(d) for d in PREDICTED]
    seeds = range(effort.of(quick=1, full=8))
    sides = [hysteresis(beta, seed) for beta in SIDES for seed in seeds]
    return {"transitions": found, "sides": sides}


def located(d):
    """The beta at which kappa stops rising with the order, for two small orders and by both."""
    sphere = Zonal(d)
    roots = [
        brentq(lambda b, r=r: sphere.kappa(b, r) - sphere.kappa(b, r / 2), 0.9, 3.0, xtol=1e-3)
        for r in ORDERS
    ]
    # The error of a root is of the order of the square of the order.
    best = roots[0] + (roots[0] - roots[1]) / (ORDERS[1] ** 2 / ORDERS[0] ** 2 - 1)
    order = np.linspace(0.05, 1.2, 6)
    betas = PREDICTED[d] * np.array([0.6, 1.0, 1.4])
    curves = [(order, [sphere.kappa(beta, r) for r in order]) for beta in betas]
    return {"d": d, "beta": best, "error": abs(roots[0] - roots[1]), "curves": curves}


def cosines(d, count):
    """Values and weights of the first coordinate of an even law on the sphere of R^d."""
    if d == 1:
        return np.array([-1.0, 1.0]), np.ones(2)
    if d == 2:
        return np.cos((np.arange(count) + 0.5) * np.pi / count), np.ones(count)
    return roots_gegenbauer(count, (d - 2) / 2)


class Zonal:
    """Densities on the sphere of R^d that depend on the height u only, as tokens with masses.

    By symmetry a slice of three dimensions is enough: points (u, s w, +- s sqrt(1 - w^2)) with
    s^2 = 1 - u^2, w the cosine in the parallel sphere, weighed by the areas of both.  The last
    tokens (u, s, 0) are light and show the field.
    """

    def __init__(self, d):
        self.u, area = cosines(d, HEIGHTS)
        w, ring = cosines(d - 1, RINGS)
        s, t = np.sqrt(1 - self.u**2), np.sqrt(1 - w**2)
        height, around = np.repeat(self.u[:, None], len(w), axis=1), s[:, None] * w
        slices = [np.stack([height, around, side * s[:, None] * t], axis=-1) for side in (1, -1)]
        shown = np.stack([self.u, s, 0 * s], axis=-1)
        self.x = tkf.normalize(np.concatenate([*(y.reshape(-1, 3) for y in slices), shown]))
        self.ring = np.outer(area, ring)
        # Derivatives of polynomials of degree 1, 2, ... at the heights.
        self.basis = chebyshev.chebvander(self.u, DEGREE).T[1:]
        self.slopes = np.array(
            [chebyshev.chebval(self.u, chebyshev.chebder(row)) for row in np.eye(DEGREE + 1)[1:]]
        )

    def pull(self, beta, f):
        """phi'(u), where the height of a token changes at the speed (1 - u^2) phi'(u)."""
        masses = np.tile((self.ring * f[:, None]).ravel(), 2)
        masses = np.concatenate([masses / masses.sum(), np.full(HEIGHTS, 1e-12)])
        flow = tkf.Flow(tkf.SelfAttention(beta, weighting="unnormalized", masses=masses))
        return np.asarray(flow(0.0, self.x))[-HEIGHTS:, 0] / (1 - self.u**2)

    def kappa(self, beta, r):
        """The noise at which a density f ~ e^g with g = r u + ... is at rest: g' = kappa phi'."""
        g = np.zeros(DEGREE)
        g[0] = r
        for _ in range(12):
            f = np.exp(g @ self.basis)
            fitted = np.linalg.lstsq(self.slopes.T, self.pull(beta, f), rcond=None)[0]
            kappa = r / fitted[0]
            change, g = np.abs(kappa * fitted - g).max(), kappa * fitted
            if change < 1e-10:
                break
        return float(kappa)


def hysteresis(beta, seed):
    """Orders that tokens on the circle have late, from a uniform and from an ordered start."""
    kappa = 0.9 * beta / iv(1, beta)
    rng = chance.generator([seed, 61])
    angle = np.stack([rng.uniform(0, 2 * np.pi, N), 0.3 * rng.normal(size=N)])
    flow = tkf.Flow(tkf.SelfAttention(beta, weighting="unnormalized"), noise=tkf.Brownian(kappa))
    step = SIDES[beta]
    times = step * np.linspace(0, STEPS, 41)
    x = tkf.solve(flow, circle.points(angle), times, step=step, seed=chance.seed_of(seed)).x.data
    order = np.linalg.norm(x.mean(axis=-2), axis=-1)
    return {"beta": beta, "order": order[:, 20:].mean(axis=1)}


def check(runs):
    for run in runs["transitions"]:
        yield Check(
            f"d = {run['d']}: beta where continuous turns into a jump", run["beta"],
            target=PREDICTED[run["d"]], within=0.02, error=run["error"],
        )  # fmt: skip
    small, large = (
        np.mean([run["order"] for run in runs["sides"] if run["beta"] == beta], axis=0)
        for beta in SIDES
    )
    yield Check("beta = 1, below the threshold: order from an ordered start", small[1], bound=0.5)
    yield Check("beta = 6: order from an ordered start", large[1], least=0.7)
    yield Check("beta = 6: order from a uniform start", large[0], bound=0.5)


def draw(ax, runs):
    for k, run in enumerate(runs["transitions"]):
        for (order, kappa), style in zip(run["curves"], (":", "-", "--"), strict=True):
            ax.plot(order, np.array(kappa) / kappa[0], f"C{k}{style}", lw=1)
        ax.plot([], [], f"C{k}", label=f"$d = {run['d']}$: β* = {run['beta']:.3f}")
    for style, share in ((":", "0.6 β*"), ("-", "β*"), ("--", "1.4 β*")):
        ax.plot([], [], f"k{style}", lw=1, label=f"β = {share}")
    ax.set(xlabel="order (slope of $\\log f$)", ylabel=r"$\kappa$ over its value at order 0")
    ax.legend()


CLAIM = Claim(
    name="continuous-or-jump",
    question="Does noisy attention order gradually or all at once?",
    source="arXiv:2606.05140 (as we read its abstract)",
    statement="As noise falls uniform tokens order continuously if beta <= beta*, by a jump if "
    "beta > beta*, where I_(d/2+1)(beta*) / I_(d/2)(beta*) = 1 / d.",
    hypotheses="USA, Q = K = V = I, d = 2, 3, 8: densities at rest as tokens with masses, beta* "
    "where kappa stops rising with the order (two orders; their difference is the error); d = 2 "
    f"also by {N} noisy tokens",
    runs=runs,
    check=check,
    draw=draw,
)
