"""Random value matrices seldom have a leading eigenvalue that is real, positive and simple."""

import numpy as np
from scipy.sparse.linalg import eigs

from tokenflock.initial.matrices import gaussian
from tokenflock.papers.claims import chance
from tokenflock.papers.claims.claim import Check, Claim

PUBLISHED = 0.14
EXACT = 1 / (2 * np.sqrt(2))  # d = 2: real with probability 1/sqrt(2), the larger positive by sign


def runs(effort):
    amounts = {2: (4000, 40000), 8: (2000, 20000), 32: (800, 8000), 128: (200, 6000)}
    return [one(d, effort.of(quick=few, full=many)) for d, (few, many) in amounts.items()]


def one(d, draws):
    rng = chance.generator(d)
    good = [leads(largest(gaussian(rng, d))) for _ in range(draws)]
    share = np.mean(good)
    return {"d": d, "share": share, "error": np.sqrt(share * (1 - share) / draws)}


def largest(V):
    """Eigenvalues of V, those of largest modulus among them."""
    if len(V) < 64:
        return np.linalg.eigvals(V)
    return eigs(V, k=4, ncv=40, v0=np.ones(len(V)), return_eigenvectors=False)


def leads(values):
    """Whether the eigenvalue of largest modulus is real and positive, and alone."""
    order = np.argsort(-np.abs(values))
    top, second = values[order[0]], values[order[1]]
    return top.imag == 0 and top.real > abs(second)


def check(runs):
    by = {run["d"]: run for run in runs}
    return [
        Check("share at d = 128", by[128]["share"], target=PUBLISHED, error=by[128]["error"]),
        Check("share at d = 2", by[2]["share"], target=EXACT, error=by[2]["error"]),
        Check(
            "share at d = 32 less that at d = 8", by[32]["share"] - by[8]["share"], bound=0.0
        ),
    ]  # fmt: skip


def draw(ax, runs):
    d, share = [run["d"] for run in runs], [run["share"] for run in runs]
    ax.errorbar(d, share, [2 * run["error"] for run in runs], fmt="o-", label="measured, ± 2 s.e.")
    ax.plot([128], [PUBLISHED], "k*", ms=12, label="published")
    ax.plot([2], [EXACT], "k+", ms=12, label=r"exact: $1 / (2\sqrt{2})$")
    ax.set(xscale="log", xlabel="dimension $d$", ylim=(0, 0.4))
    ax.set_ylabel("share with real positive simple\nleading eigenvalue")
    ax.legend()


CLAIM = Claim(
    name="random-leading-eigenvalue",
    question="How often does a random V satisfy the hypothesis of the three hyperplanes?",
    source="arXiv:2305.05465, Section 11 (Ginibre matrices)",
    statement="The leading eigenvalue of a random 128 x 128 matrix is real, positive and simple "
    "with probability about 14 %, and less often the larger d is.",
    hypotheses="independent Gaussian entries; leading means of largest modulus",
    runs=runs,
    check=check,
    draw=draw,
)
