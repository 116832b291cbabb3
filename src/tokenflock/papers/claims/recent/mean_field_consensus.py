"""A cloud with a mean becomes one point at an exponential rate, unless beta is large."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim

N, D, END = 300, 3, 24.0
SMALL, LARGE = (0.1, 0.5, 1.0), 40.0
LEAN = 0.9  # masses 1 + LEAN x_1


def runs(effort):
    seeds = range(effort.of(quick=2, full=20))
    return [one(beta, seed) for beta in (*SMALL, LARGE) for seed in seeds]


def one(beta, seed):
    """W2 of the cloud to the point it is nearest to, and how that point lies to the mean."""
    rng = chance.generator([seed, 47])
    x0 = cloud(rng) if beta in SMALL else lobes(rng)
    masses = 1 + LEAN * x0[:, 0]
    times = np.linspace(0.0, END, 49)
    flow = tkf.Flow(tkf.SelfAttention(beta, masses=masses))
    x = tkf.solve(flow, x0, times, tol=1e-9).x.data
    mean = (masses[:, None] * x).sum(axis=1) / masses.sum()
    point = tkf.normalize(mean)
    squares = ((x - point[:, None]) ** 2).sum(axis=-1) @ masses / masses.sum()
    return {"beta": beta, "time": times, "law": printed.error(flow, x0, beta=beta, masses=masses),
            "distance": np.sqrt(squares),
            "tilt": float(np.arccos(np.clip(point[-1, 0], -1, 1))),
            "clusters": int(tkf.count_clusters(x[-1], beta=beta))}  # fmt: skip


def cloud(rng):
    """Tokens of which most have x_1 < 0, each with its mirror image about the first axis.

    Their masses lean the other way, and further.
    """
    x = tkf.normalize(rng.normal(size=(N // 2, D)))
    x[:, 0] = np.abs(x[:, 0]) * np.where(np.arange(N // 2) < 0.6 * (N // 2), -1, 1)
    return np.concatenate([x, x * np.array([1, -1, -1])])


def lobes(rng):
    """Two lobes at right angles, both with a part of the mean."""
    middle = np.array([[1.0, 1.0, 0.0], [1.0, -1.0, 0.0]]) / np.sqrt(2)
    return tkf.normalize(np.repeat(middle, N // 2, axis=0) + 0.2 * rng.normal(size=(N, D)))


def rate(run):
    """The exponent of the decay while the distance is well above rounding."""
    used = (run["distance"] > 1e-5) & (run["time"] > 6)
    return -float(np.polyfit(run["time"][used], np.log(run["distance"][used]), 1)[0])


def check(runs):
    small, large = ([r for r in runs if (r["beta"] in SMALL) == kind] for kind in (True, False))
    bound = max((r["distance"] * np.exp(r["time"] / 100)).max() / r["distance"][0] for r in small)
    off = max(abs(rate(r) - 1) for r in small)
    return [
        Check("small beta: W2 over its start and e^(-t/100), largest", bound, bound=1.001),
        Check("small beta: late rate of decay, farthest from 1", off, bound=0.05),
        Check("small beta: angle between consensus and the mean of the masses, largest",
              max(r["tilt"] for r in small), bound=0.05),
        Check(f"beta = {LARGE:g}: clusters at t = {END:g}, fewest",
              min(r["clusters"] for r in large), least=2),
        Check(f"beta = {LARGE:g}: W2 to one point, smallest",
              min(r["distance"][-1] for r in large), least=0.5),
        printed.check(r["law"] for r in runs),
    ]  # fmt: skip


def draw(ax, runs):
    betas = (*SMALL, LARGE)
    for run in runs:
        ax.semilogy(run["time"], run["distance"], f"C{betas.index(run['beta'])}", lw=1)
    for k, beta in enumerate(betas):
        ax.plot([], [], f"C{k}", label=f"β = {beta:g}")
    ax.plot(run["time"], 2 * np.exp(-run["time"] / 100), "k--", lw=1, label="$2 e^{-t/100}$")
    ax.set(xlabel="time $t$", ylabel="$W_2$ to one point", ylim=(1e-8, 3))
    ax.legend()


CLAIM = Claim(
    name="mean-field-consensus",
    question="How fast does a density of tokens become a point?",
    source="arXiv:2504.14697 (as we read it)",
    statement="From a density with a mean the distance W2 to one point is at most C e^(-t/100) for "
    "small beta; for large beta several clusters may be the end.",
    hypotheses=f"sphere, d = {D}, {N} tokens with masses 1 + {LEAN:g} x_1; large beta from two "
    "lobes",
    runs=runs,
    check=check,
    draw=draw,
    note="The rate near consensus is 1, far above the bound. Finitely many tokens merge in the end "
    "for every beta > 0; their clusters stay for exponentially long times.",
)
