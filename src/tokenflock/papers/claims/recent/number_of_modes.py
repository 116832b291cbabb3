"""Normal samples seen through a window of width beta^(-1/2) have sqrt(beta log beta) modes."""

import numpy as np
from scipy.stats import norm

import tokenflock as tkf
from tokenflock.papers.claims import chance
from tokenflock.papers.claims.claim import Check, Claim

POWERS, SIZES = (0.7, 1.1), (64, 256, 1024)  # beta = n^power
REACH, FINE = 4.5, 6  # of the grid: half its length, and points in a bandwidth
DENSE = 1.5  # there are many samples in a bandwidth up to here
UNSEEN = 1e6


def runs(effort):
    draws = effort.of(quick=8, full=200)
    return [one(power, n, draws) for power in POWERS for n in SIZES]


def one(power, n, draws):
    beta = float(n) ** power
    samples = chance.generator([n, int(10 * power)]).normal(size=(draws, n))
    grid = np.linspace(-REACH, REACH, int(2 * REACH * FINE * beta**0.5))
    shift = np.stack([mean_shift(some, grid, beta) for some in samples])
    tops = (shift[:, :-1] > 0) & (shift[:, 1:] <= 0)
    counts, inner = tops.sum(axis=1), tops[:, np.abs(grid[:-1]) < DENSE].sum(axis=1)
    error, spread = (some.std(ddof=1) / np.sqrt(draws) for some in (counts, inner))
    return {"power": power, "n": n, "beta": beta, "modes": counts.mean(), "error": error,
            "inner": inner.mean(), "spread": spread, "expected": expected(n, beta)}  # fmt: skip


def expected(n, beta):
    """The number of modes within DENSE by Kac and Rice, for a Gaussian field of these moments:

    int E[f''_- | f' = 0] p_f'(0) dx, f = mean of K(x - X_j).
    """
    x, y = np.linspace(-DENSE, DENSE, 200), np.linspace(-7, 7, 6001)
    z = x[:, None] - y
    law = np.exp(-(y**2) / 2) / np.sqrt(2 * np.pi) * (y[1] - y[0])
    kernel = np.exp(-beta * z**2 / 2)
    first, second = -beta * z * kernel, (beta**2 * z**2 - beta) * kernel
    m1, m2 = first @ law, second @ law
    v11, v12, v22 = first**2 @ law - m1**2, first * second @ law - m1 * m2, second**2 @ law - m2**2
    mean = m2 - v12 / v11 * m1
    width = np.sqrt((v22 - v12**2 / v11) / n)
    falls = width * norm.pdf(mean / width) - mean * norm.cdf(-mean / width)
    return float((falls * norm.pdf(m1, scale=np.sqrt(v11 / n))).sum() * (x[1] - x[0]))


def mean_shift(samples, grid, beta):
    """sum_j K(x - X_j) X_j / sum_j K(x - X_j) - x with K = e^(-beta x^2 / 2), as attention.

    Tokens (x, -x^2 / 2, 1) and M with <x_i, M x_j> = x_i x_j - x_j^2 / 2; points of the grid have
    a second coordinate that nobody looks at.
    """
    M, V = np.zeros((3, 3)), np.diag([1.0, 0.0, 0.0])
    M[0, 0] = M[2, 1] = 1.0
    flow = tkf.Flow(
        tkf.SelfAttention(beta, qk=M, ov=V), tkf.Euclidean(), terms=tkf.LinearMap(-np.eye(3))
    )
    keys = np.concatenate([-(samples**2) / 2, np.full(len(grid), -UNSEEN)])
    x = np.concatenate([samples, grid])
    tokens = np.stack([x, keys, np.ones_like(x)], axis=-1)
    return np.asarray(flow(0.0, tokens))[len(samples) :, 0]


def check(runs):
    ratios = np.array([run["modes"] / np.sqrt(run["beta"] * np.log(run["beta"])) for run in runs])
    off = [abs(run["inner"] - run["expected"]) / (0.1 * run["expected"] + 4 * run["spread"])
           for run in runs]  # fmt: skip
    return [
        Check("modes over sqrt(beta log beta), smallest", ratios.min(), least=0.3),
        Check("the same, largest", ratios.max(), bound=0.7),
        Check(f"|x| < {DENSE:g}: distance from Kac and Rice, over 4 errors and a tenth", max(off),
              bound=1.0),
    ]  # fmt: skip


def draw(ax, runs):
    for k, power in enumerate(POWERS):
        some = [run for run in runs if run["power"] == power]
        beta = [run["beta"] for run in some]
        ax.errorbar(beta, [r["modes"] for r in some], [r["error"] for r in some], fmt="o",
                    color=f"C{k}", label=rf"$\beta = n^{{{power:g}}}$")  # fmt: skip
        ax.plot(beta, [r["inner"] for r in some], f"C{k}s", mfc="none", ms=4)
        ax.plot(beta, [r["expected"] for r in some], f"C{k}", lw=1)
    beta = np.geomspace(15, 2500, 100)
    ax.plot(
        beta, np.sqrt(beta * np.log(beta)) / 2, "k--", lw=1, label=r"$\sqrt{\beta \log \beta} / 2$"
    )
    ax.set(xlabel="β", ylabel="number of modes", xscale="log", yscale="log")
    ax.plot([], [], "ks", mfc="none", ms=4, label=f"those with $|x| < {DENSE:g}$")
    ax.plot([], [], "k", lw=1, label="the same, Kac and Rice")
    ax.set_yticks([2, 5, 10, 20, 50], ["2", "5", "10", "20", "50"])
    ax.set_yticks([], minor=True)
    ax.legend()


CLAIM = Claim(
    name="number-of-modes",
    question="How many clusters does a Gaussian cloud show at a finite temperature?",
    source="arXiv:2412.09080 (as we read its abstract)",
    statement="The density of n normal samples with a window of width beta^(-1/2) has of the order "
    "of sqrt(beta log beta) modes, for beta between n^c and n^(2 - c).",
    hypotheses="modes are where the mean shift vanishes, which is attention with <x_i, M x_j> = "
    "x_i x_j - x_j^2 / 2",
    runs=runs,
    check=check,
    draw=draw,
)
