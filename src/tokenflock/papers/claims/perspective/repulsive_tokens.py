"""With V = -I tokens repel each other into the optimal configurations of the sphere."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim

BETA = 2.0
CASES = {  # n, d, and the inner products of different points
    "triangle": (3, 2, (-1 / 2,)),
    "tetrahedron": (4, 3, (-1 / 3,)),
    "simplex of R^5": (6, 5, (-1 / 5,)),
    "square": (4, 2, (-1.0, 0.0)),
    "octahedron": (6, 3, (-1.0, 0.0)),
    "cross-polytope of R^4": (8, 4, (-1.0, 0.0)),
}


def runs(effort):
    count = effort.of(quick=8, full=128)
    return [{"name": name} | one(*case, count) for name, case in CASES.items()]


def one(n, d, cosines, count):
    start = chance.generator([n, d]).normal(size=(count, n, d))
    flow = tkf.Flow(tkf.SelfAttention(BETA, ov=-np.eye(d)))
    x = tkf.solve(flow, tkf.normalize(start), [0.0, 150.0], tol=1e-6).x.data[:, -1]
    gram = (x @ x.swapaxes(-1, -2))[:, ~np.eye(n, dtype=bool)]
    away = np.abs(gram[..., None] - np.array(cosines)).min(axis=-1).max(axis=-1)
    return {
        "away": away,
        "energy": tkf.energy(x, beta=BETA),
        "least": least(n, cosines),
        "gram": gram,
        "printed": printed.error(flow, tkf.normalize(start[0]), beta=BETA, ov=-np.eye(d)),
    }


def least(n, cosines):
    """The energy of the simplex, or of n/2 orthogonal pairs of opposite points."""
    others = [n - 1] if len(cosines) == 1 else [1, n - 2]
    terms = sum(m * np.exp(BETA * c) for m, c in zip(others, cosines, strict=True))
    return (np.exp(BETA) + terms) / (2 * BETA * n)


def check(runs):
    for run in runs:
        share = (run["away"] < 1e-4).mean()
        yield Check(f"share of starts that end in the {run['name']}", share, least=1.0)
    below = max((run["least"] - run["energy"]).max() for run in runs)
    yield Check("energy below that of the optimal configuration, most", below, bound=1e-9)
    yield printed.check(run["printed"] for run in runs)


def draw(ax, runs):
    for k, run in enumerate(runs):
        ax.plot(run["gram"].ravel(), np.full(run["gram"].size, k), "|", ms=14, color=f"C{k}")
        for cosine in list(CASES.values())[k][2]:
            ax.plot(cosine, k, "kx", ms=6)
    ax.set_yticks(range(len(runs)), [run["name"] for run in runs])
    ax.set(xlabel=r"$\langle x_i, x_j\rangle$ at the end (crosses: optimal)")


def ends():
    """A configuration of every case, where repelled tokens come to rest."""
    for n, d, _ in CASES.values():
        flow = tkf.Flow(tkf.SelfAttention(BETA, ov=-np.eye(d)))
        start = tkf.normalize(chance.generator([n, d]).normal(size=(n, d)))
        yield flow, tkf.solve(flow, start, [0.0, 150.0], tol=1e-9).x.data[-1]


CLAIM = Claim(
    name="repulsive-tokens",
    question="Where do tokens go that repel each other?",
    source="arXiv:2312.10794, Section 9.1 (V = -I, sharp configurations)",
    statement="To minimizers of the energy: the simplex for n <= d + 1 and the cross-polytope for "
    "n = 2d tokens, and never below their energy.",
    hypotheses="V = -I, Q = K = I, beta = 2",
    runs=runs,
    check=check,
    draw=draw,
    configurations=ends,
)
