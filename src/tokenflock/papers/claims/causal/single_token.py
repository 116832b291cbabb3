"""A token alone nears L' exponentially, and its largest Jordan blocks like 1/t."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance
from tokenflock.papers.claims.claim import Check, Claim

GAP = 0.1  # between the leading real part and the next
TIMES = np.append(0.0, np.geomspace(0.1, 2000.0, 121))
BLOCKS = {
    "simple": [[1.0]],
    "Jordan block of size 2": [[1.0, 1.0], [0.0, 1.0]],
    "Jordan block of size 3": [[1.0, 1.0, 0.0], [0.0, 1.0, 1.0], [0.0, 0.0, 1.0]],
    "size 2 beside size 1": [[1.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    "complex pair": [[1.0, 0.7], [-0.7, 1.0]],
}
LONGEST = dict(zip(BLOCKS, (1, 2, 3, 2, 1), strict=True))  # the size of the largest block
D = 4


def runs(effort):
    seeds = range(effort.of(quick=2, full=20))
    return [one(name, seed) for name in BLOCKS for seed in seeds]


def one(name, seed):
    rng = chance.generator(seed)
    basis, V = matrix(np.array(BLOCKS[name]), rng)
    x0 = start(basis, LONGEST[name], rng)
    x = tkf.solve(tkf.Flow(tkf.SelfAttention(1.0, ov=V)), x0, TIMES, tol=1e-10).x.data[:, 0]
    space = tkf.limit_set(V, tol=1e-9)
    return {
        "name": name, "block": space.block,
        "leading": distance(x, space.leading), "limit": distance(x, space.limit),
        "error": np.abs(x - tkf.theory.first_token(TIMES, V, x0[0]))[TIMES < 100].max(),
    }  # fmt: skip


def start(basis, block, rng):
    """A random token, not close to the starts without the top of the Jordan chain.

    From those the same happens, later: 1 / t shows when t exceeds the ratio of both parts.
    """
    while True:
        x0 = tkf.normalize(rng.normal(size=(1, D)))
        y = np.linalg.solve(basis, x0[0])
        if abs(y[block - 1]) >= 0.4 * np.linalg.norm(y):
            return x0


def matrix(block, rng):
    """A basis in general position, and a matrix with a given leading block in it.

    The rest is slower by GAP.
    """
    V, k = np.diag(1.0 - GAP - np.arange(D) / 2), len(block)
    V[:k, :k] = block
    V[k:, k:] = np.diag(1.0 - GAP - np.arange(D - k) / 2)
    basis = np.linalg.qr(rng.normal(size=(D, D)))[0] + 0.2 * rng.normal(size=(D, D))
    return basis, basis @ V @ np.linalg.inv(basis)


def distance(x, basis):
    return np.linalg.norm(x - x @ basis @ basis.T, axis=-1)


def check(runs):
    exponents = [exponential(run) for run in runs]
    farthest = max(exponents, key=lambda r: abs(r + GAP))
    powers = [power(run) for run in runs if run["block"] > 1]
    yield Check("exponent of the distance to L', farthest", farthest, target=-GAP, within=0.006)
    worst = max(powers, key=lambda p: abs(p + 1))
    yield Check("power of t of the distance to L, farthest", worst, target=-1.0, within=0.03)
    simple = max(run["limit"][-1] for run in runs if run["block"] == 1)
    yield Check("distance to L without Jordan blocks, at the end", simple, bound=1e-8)
    error = max(run["error"] for run in runs)
    yield Check("distance to the exact solution, t < 100", error, bound=1e-7)


def exponential(run):
    # Normalized by the growth of a Jordan block, e^(-gap t) is divided by a power of t; a complex
    # pair makes it swing, by which fits are off by 0.001 or so.
    used = (run["leading"] > 1e-8) & (TIMES > 40)
    t, y = TIMES[used], np.log(run["leading"][used])
    return np.polyfit(t, y + (run["block"] - 1) * np.log(t), 1)[0]


def power(run):
    late = TIMES > 200
    return np.polyfit(np.log(TIMES[late]), np.log(run["limit"][late]), 1)[0]


def draw(ax, runs):
    for k, name in enumerate(BLOCKS):
        run = next(run for run in runs if run["name"] == name)
        ax.loglog(TIMES[1:], run["limit"][1:], f"C{k}", label=name)
        ax.loglog(TIMES[1:], run["leading"][1:], f"C{k}:", lw=1)
    ax.set(xlabel="time $t$", ylabel="distance", ylim=(1e-9, 2))
    ax.legend(title="to $L$ (dotted: to $L'$)")


CLAIM = Claim(
    name="single-token",
    question="Where does one token alone go, and how fast?",
    source="arXiv:2411.04990, Lemma 3.1",
    statement="It approaches the span L' of the generalized eigenvectors with the largest real "
    "part exponentially, and the span L of the largest Jordan blocks in it like 1/t.",
    hypotheses="dx/dt = P_x V x, almost every start",
    runs=runs,
    check=check,
    draw=draw,
)
