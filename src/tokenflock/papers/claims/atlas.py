"""The atlas of causal attention: random V of every spectral type, and what tokens end as.

V = B diag(leading block, rest) B^-1, the rest with real parts that are smaller by at least a gap.
With `skew` = 0 the basis B is orthonormal, otherwise in general position.
"""

from dataclasses import dataclass

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check

N = 16
# One after the other, seed by seed.  Attracting tokens need a time like e^(2 beta) to end; clouds
# are the narrower the larger beta.
BETAS = {"positive": (2.0, 0.5, 1.0), "negative": (4.0,), "positive, Jordan": (2.0, 1.0)}
GAPS = {"positive": (0.4, 0.2, 0.8), "negative": (0.4,)}  # at least, between real parts
MET = 1e-3  # radians, roughly
TIMES = np.append(0.0, np.geomspace(1.0, 3000.0, 41))

# What the table, and its extension to complex eigenvalues, predicts: the observed ends that agree.
AGREES = {
    "first token": {"one point"},
    "point": {"one point"},
    "two points": {"one point", "two points"},  # all tokens may be on one side
    "cloud": {"cloud", "circle", "3-sphere"},  # L evenly filled is a cloud around L
    "two clouds": {"two clouds"},
    "rotating point": {"rotating point"},
    "rotating cloud": {"rotating cloud"},
}
ENDS = ("one point", "two points", "two clouds", "cloud", "circle", "2-sphere", "3-sphere",
        "larger sphere", "rotating point", "rotating cloud", "none within t")  # fmt: skip
TURN = np.array([[0.0, 0.7], [-0.7, 0.0]])
NILPOTENT = np.array([[0.0, 1.0], [0.0, 0.0]])
TYPES = {
    "positive, all": lambda d: np.eye(d),
    "positive, several": lambda d: np.eye(max(2, d // 2)),
    "positive, simple": lambda d: np.eye(1),
    "positive, Jordan": lambda d: np.eye(2) + NILPOTENT,
    "positive, complex": lambda d: np.eye(2) + TURN,
    "negative, several": lambda d: -np.eye(max(2, d // 2)),
    "negative, simple": lambda d: -0.3 * np.eye(1),
    "negative, Jordan": lambda d: -np.eye(2) + NILPOTENT,
    "negative, complex": lambda d: -np.eye(2) + TURN,
}


@dataclass(frozen=True)
class End:
    """One run: V, where tokens went, and what its spectrum predicts."""

    flow: "tkf.Flow"
    V: np.ndarray
    x: np.ndarray  # (time, token, coord)
    space: tkf.LimitSet
    observed: str
    printed: float  # how far its start is from that of the printed equation
    second: float  # how far the second token gets from its own law, which V = I has

    @property
    def agrees(self) -> bool:
        return self.observed in AGREES.get(self.space.kind, set())


def first_error(times, V, x):
    """How far the first token of a path, which nobody moves, gets from e^(tV) x_1(0) up to 30."""
    early = times <= 30
    law = tkf.theory.first_token(times[early], V, x[0, 0])
    return float(np.linalg.norm(x[early, 0] - law, axis=-1).max())


def second_error(x, beta, qk):
    """How far the second token of a path with V = I gets from its own law up to 30."""
    early = TIMES <= 30
    angle = tkf.theory.second_token(TIMES[early], *x[0, :2], beta=beta, qk=qk)
    chord = np.linalg.norm(x[early, 1] - x[early, 0], axis=-1)
    return float(np.abs(chord - 2 * np.sin(angle / 2)).max())


def several(kind, seeds, *, dimensions=(3,), skew=0.3):
    """The ends of runs with random V of a type."""
    return [ended(kind, d, seed, skew=skew) for d in dimensions for seed in range(seeds)]


def ended(kind, d, seed, *, skew=0.0, qk=None):
    """The end of one run with a random V of a type, from a random start."""
    rng = chance.generator([seed, d, list(TYPES).index(kind)])
    V = matrix(TYPES[kind](d), d, skew, rng, turn(GAPS, kind, seed))
    x0 = tkf.normalize(rng.normal(size=(N, d)))
    law = {"beta": turn(BETAS, kind, seed), "qk": qk, "ov": V, "mask": "causal"}
    flow = tkf.Flow(tkf.SelfAttention(**law))
    x = tkf.solve(flow, x0, TIMES, tol=1e-6, coarsen=False).x.data
    apart = printed.error(flow, x0, **law)
    second = second_error(x, law["beta"], qk) if kind == "positive, all" else 0.0
    return End(flow, V, x, tkf.limit_set(V, tol=1e-9), observed(flow, x[-1]), apart, second)


def turn(values, kind, seed):
    """The value of a seed, of those for a type or for the sign of its leading real part."""
    choices = values.get(kind) or values[kind.partition(",")[0]]
    return choices[seed % len(choices)]


def matrix(block, d, skew, rng, gap):
    """A matrix of R^d with a leading block, in a random basis."""
    V, k = np.zeros((d, d)), len(block)
    V[:k, :k] = block
    below = block[0, 0] - gap - rng.uniform(0, 1, d - k)
    V[k:, k:] = np.diag(below)
    basis = np.linalg.qr(rng.normal(size=(d, d)))[0]
    bent = basis @ (np.eye(d) + skew * np.triu(rng.normal(size=(d, d)), 1))
    return bent @ V @ np.linalg.inv(bent)


def observed(flow, x):
    """What tokens have become, from their places and speeds."""
    apart = np.linalg.norm(x - x[0], axis=-1)
    sideways = np.minimum(apart, np.linalg.norm(x + x[0], axis=-1))
    speed = np.linalg.norm(np.asarray(flow(0.0, x)), axis=-1)
    turning = speed[0] > 0.05  # the first token never rests, and so no other
    if apart.max() < 10 * MET:
        return "rotating point" if turning else "one point"
    if turning:
        return "rotating cloud"
    if speed.max() > 0.1:
        return "none within t"
    if sideways.max() < 10 * MET:
        return "two points"
    return "two clouds" if sideways.max() < 1.0 else scattered(x)  # 1.0: 60 degrees off an axis


def scattered(x):
    """A circle or a sphere where tokens fill one evenly, by their second moment, else a cloud."""
    part = np.linalg.eigvalsh(x.T @ x / len(x))[::-1]
    k = int((part > part[0] / 2).sum())
    if k == 1 or part[:k].sum() < 0.98:
        return "cloud"
    return {2: "circle", 3: "2-sphere", 4: "3-sphere"}.get(k, "larger sphere")


def part_in(x, basis):
    """|P_L x| of tokens, L the span of orthonormal columns."""
    return np.linalg.norm(x @ basis, axis=-1)


def share(ends):
    """The share of runs that end as predicted."""
    return float(np.mean([end.agrees for end in ends]))


def row(runs, end, least):
    """The checks of every row of the table: the end, and the law of the first token."""
    yield Check(f"share of runs that end as {end}", share(runs), least=least)
    yield first_token([first_error(TIMES, run.V, run.x) for run in runs])
    yield printed.check(run.printed for run in runs)


def first_token(errors):
    """The check that only a causal system with this V, and not its transpose, passes."""
    statement = "first token from e^(tV) x_1(0), normalized, largest distance"
    return Check(statement, max(errors), bound=1e-4)


def beside(runs, end, within):
    """The checks of a row that ends in L: the row's, and the largest 1 - |P_L x|."""
    yield from row(runs, end, 1.0)
    away = max(1 - part_in(run.x[-1], run.space.limit).min() for run in runs)
    yield Check("largest 1 - |P_L x| at the end", away, bound=within)


def around(runs, end, even, least):
    """The checks of a row that ends scattered around L, where even tokens have |P_L x|^2 = even."""
    yield from row(runs, end, 0.75)  # around is a matter of degree
    parts = [(part_in(run.x[-1], run.space.limit) ** 2).mean() for run in runs]
    yield Check(f"mean |P_L x|^2 (even tokens: {even})", np.mean(parts), least=least)
    first = max(1 - part_in(run.x[-1, 0], run.space.limit) for run in runs)
    yield Check("first token: largest 1 - |P_L x|", first, bound=1e-6)
    widest = max(np.linalg.norm(run.x[-1].mean(axis=0)) for run in runs)
    yield Check("length of the mean token, largest", widest, bound=0.8)


def draw_first(ax, runs):
    """The first of the runs, see `draw_cosines`."""
    draw_cosines(ax, runs[0])


def draw_cosines(ax, end):
    """The cosines of all tokens with the first one along a path; dashed, their part in L."""
    cosine = np.einsum("tnd,td->tn", end.x, end.x[:, 0])
    ax.semilogx(TIMES[1:], cosine[1:], "C0", lw=0.8, alpha=0.7)
    part = part_in(end.x, end.space.limit)
    ax.semilogx(TIMES[1:], part[1:], "C1--", lw=0.6, alpha=0.6)
    ax.plot([], [], "C0", label=r"$\langle x_k, x_1 \rangle$")
    ax.plot([], [], "C1--", label=r"$|P_L x_k|$")
    ax.set(xlabel="time $t$", ylabel="cosine", ylim=(-1.05, 1.05))
    ax.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2)
