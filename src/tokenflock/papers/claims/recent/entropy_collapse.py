"""Random attention averages below a critical temperature, and picks a few tokens beyond it."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance
from tokenflock.papers.claims.claim import Check, Claim

OVERLAPS = (0.0, 0.5)
BETAS = (0.7, 1.2, 2.0, 3.0, 5.0)
SIZES = (64, 1024)
D = 768  # large against log n: else the tokens that are picked point one way


def runs(effort):
    draws = effort.of(quick=2, full=16)
    return [one(p, beta, n, draws) for p in OVERLAPS for beta in BETAS for n in SIZES]


def one(p, beta, n, draws):
    """The size |A_i|^2 of averages of tokens with overlap p, and the overlap of two of them."""
    found = [layer(p, beta, n, chance.generator([k, n])) for k in range(draws)]
    size, overlap = np.mean(found, axis=0)
    error = np.std([pair[0] for pair in found], ddof=1) / np.sqrt(draws)
    return {"p": p, "beta": beta, "n": n, "size": size, "overlap": overlap, "error": error}


def layer(p, beta, n, rng):
    common, own = rng.normal(size=(1, D)), rng.normal(size=(n, D))
    x = (np.sqrt(p) * common + np.sqrt(1 - p) * own) / np.sqrt(D)
    # Logits <x_i, M x_j> of variance log n, and overlap p between those of one row.
    M = rng.normal(size=(D, D)) * np.sqrt(np.log(n))
    a = np.asarray(tkf.SelfAttention(beta, qk=M)(x))
    size = float((a * a).sum(axis=1).mean())
    pairs = a[: n // 2] * a[n // 2 :]
    return size, float(pairs.sum(axis=1).mean())


def law(p, beta):
    """q' = p + (1 - p) max(0, 1 - beta_c / beta), beta_c = sqrt(2 / (1 - p))."""
    return p + (1 - p) * max(0.0, 1 - np.sqrt(2 / (1 - p)) / beta)


def distance(runs, n):
    return np.array(
        [abs(run["size"] - law(run["p"], run["beta"])) for run in runs if run["n"] == n]
    )


def check(runs):
    coarse, fine = (distance(runs, n) for n in SIZES)
    frozen = [run for run in runs if run["n"] == SIZES[-1] and run["beta"] == BETAS[-1]]
    free = [run for run in runs if run["n"] == SIZES[-1] and run["beta"] == BETAS[0]]
    off = max(abs(run["overlap"] - run["p"]) for run in runs if run["n"] == SIZES[-1])
    return [
        Check(f"distance from q', n = {SIZES[-1]}, largest", fine.max(), bound=0.2),
        Check("its mean, over that for fewer tokens", fine.mean() / coarse.mean(), bound=0.9),
        Check("beta = 5: share of one token, smallest excess over p",
              min(r["size"] - r["p"] for r in frozen), least=0.2),
        Check("beta = 0.7: excess over p, largest", max(r["size"] - r["p"] for r in free),
              bound=0.1),
        Check("overlap of averages of different tokens, largest change", off, bound=0.1),
    ]  # fmt: skip


def draw(ax, runs):
    beta = np.linspace(0.5, 5.2, 200)
    for k, p in enumerate(OVERLAPS):
        ax.plot(beta, [law(p, b) for b in beta], f"C{k}", label=f"$p = {p:g}$")
        for n, mark in zip(SIZES, "ox", strict=True):
            some = [run for run in runs if (run["p"], run["n"]) == (p, n)]
            ax.plot([r["beta"] for r in some], [r["size"] for r in some], f"C{k}{mark}")
    for n, mark in zip(SIZES, "ox", strict=True):
        ax.plot([], [], f"k{mark}", label=f"$n = {n}$")
    ax.set(xlabel="β", ylabel="$|A_i|^2$", ylim=(0, 1))
    ax.legend()


CLAIM = Claim(
    name="entropy-collapse",
    question="At which temperature does a random layer stop averaging?",
    source="arXiv:2505.24333 (from the authors' code)",
    statement="With logits of variance beta^2 log n, |A_i|^2 tends to p + (1 - p) max(0, 1 - "
    "beta_c / beta), beta_c = sqrt(2 / (1 - p)), p the overlap of the tokens.",
    hypotheses=f"random Q^T K, V = I, d = {D}, n up to {SIZES[-1]}",
    runs=runs,
    check=check,
    draw=draw,
    note="The corrections fall like 1 / log n: the transition is a bend at any n that fits a "
    "computer.",
)
