"""The number of limit points grows like a small power of the number of tokens."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim

STARTS = ("square", "cube", "Gaussian", "circle")
T = 6.0


def runs(effort):
    sizes = effort.of(quick=(10, 50, 250), full=(10, 30, 100, 300, 1000, 3000, 10_000))
    return [counts(start, n) for start in STARTS for n in sizes]


def counts(start, n):
    repeats = 16 if n <= 1000 else 1
    rng = chance.generator([STARTS.index(start), n])
    found = counted(np.stack([tokens(start, n, rng) for _ in range(repeats)]))
    return {"start": start, "n": n, "counts": np.array(found), "printed": apart(start, rng)}


def apart(start, rng):
    """How far a few tokens get from the printed equation."""
    x0 = tokens(start, 12, rng) / 5
    return printed.error(euclidean(), x0, beta=1.0, space="euclidean")


def euclidean():
    return tkf.Flow(tkf.SelfAttention(1.0), tkf.Euclidean())


def tokens(start, n, rng):
    if start in ("square", "cube"):
        return rng.uniform(-5, 5, (n, 2 if start == "square" else 3))
    x = rng.normal(size=(n, 2))
    return 5 * x if start == "Gaussian" else np.asarray(tkf.normalize(x))


def counted(x0):
    """How many tokens lead in each run: those nearest to themselves, whom others follow."""
    ends = tkf.solve(euclidean(), x0, [0.0, T], tol=1e-4).x.data[:, -1] * np.exp(-T)
    return [len(np.unique(np.round(z[followed(z)] / 0.02), axis=0)) for z in ends]


def followed(z):
    """The tokens that end chains i -> argmax_j <z_i, z_j>, in blocks of rows."""
    blocks = np.array_split(np.arange(len(z)), max(1, len(z) // 500))
    chosen = np.concatenate([(z[rows] @ z.T).argmax(axis=1) for rows in blocks])
    for _ in range(20):
        chosen = chosen[chosen]
    return np.unique(chosen)


def law(runs, start):
    """The exponent p of the fit n^p to mean counts, and its standard error by the bootstrap."""
    chosen = [run for run in runs if run["start"] == start]
    rng = chance.generator(0)
    again = [power(chosen, lambda counts: rng.choice(counts, len(counts))) for _ in range(400)]
    return power(chosen, lambda counts: counts), np.std(again)


def power(runs, drawn):
    n = np.log([run["n"] for run in runs])
    return np.polyfit(n, np.log([drawn(run["counts"]).mean() for run in runs]), 1)[0]


def check(runs):
    for start in STARTS:
        p, error = law(runs, start)
        yield Check(f"{start}: exponent p of n^p limit points, four s.e. below 1", p,
                    bound=1 - 4 * error, error=error)  # fmt: skip
        last = [run for run in runs if run["start"] == start][-1]
        share = last["counts"].mean() / last["n"]
        yield Check(f"{start}: limit points per token at n = {last['n']}", share, bound=0.1)
    (circle, error), others = law(runs, "circle"), [law(runs, start) for start in STARTS[:-1]]
    gap = min((circle - p) / np.hypot(error, e) for p, e in others)
    yield Check("exponent from the circle over the others, in standard errors", gap, least=2.0)
    yield printed.check(run["printed"] for run in runs)


def draw(ax, runs):
    for k, start in enumerate(STARTS):
        chosen = [run for run in runs if run["start"] == start]
        n, mean = [run["n"] for run in chosen], [run["counts"].mean() for run in chosen]
        p, error = law(runs, start)
        ax.loglog(n, mean, "o-", color=f"C{k}", label=f"{start}: p = {p:.2f} ± {error:.2f}")
    ax.loglog(n, n, "k:", label="$n$")
    ax.set(xlabel="number of tokens $n$", ylabel="limit points, mean", ylim=(1, 2 * max(mean) + 40))
    ax.legend(title="fit $n^p$", loc="lower right")


CLAIM = Claim(
    name="limit-points",
    question="How many limit points do n tokens have, and does the start matter?",
    source="Sugolov and Aubry, slides on arXiv:2305.05465, number of tokens and start",
    statement="Far fewer than n, in the plane and in space, from a square, a cube, a Gaussian and "
    "the unit circle: the number is sublinear in n.",
    hypotheses="V = Q^T K = I; limit points are leaders of the hard limit at t = 6, 0.02 apart",
    ours=True,
    runs=runs,
    check=check,
    draw=draw,
    note="Neither paper nor slides give a law: the exponents are measured, with standard errors. "
    "From the circle, where all tokens start as corners of their hull, the number grows fastest, "
    "about like the square root of n; from the others slowly, as the corners of random hulls do.",
)
