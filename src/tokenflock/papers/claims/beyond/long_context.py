"""A context of n tokens needs beta of order log n, with a sharp threshold."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims.claim import Check, Claim

RHO, SHARES = 0.5, (0.7, 1.0, 1.5)
VECTORS = (64, 256, 1024)
SIZES = 10.0 ** np.arange(2, 9)


def runs(effort):
    critical = tkf.theory.critical_scaling(RHO)
    return [one(share * critical, share) for share in SHARES]


def one(gamma, share):
    reduced = [tkf.theory.attention_layer(n, RHO, gamma * np.log(n)) for n in SIZES]
    return {
        "share": share,
        "reduced": np.array(reduced),
        "limit": tkf.theory.long_context_limit(gamma, RHO),
        "error": max(abs(by_vectors(n, gamma) - by_formula(n, gamma)) for n in VECTORS),
    }


def by_formula(n, gamma):
    return tkf.theory.attention_layer(n, RHO, gamma * np.log(n))


def by_vectors(n, gamma):
    """The cosine of two tokens after one layer of attention, from the tokens themselves.

    Equiangular tokens sqrt(rho) e_0 + sqrt(1 - rho) e_i need n + 1 coordinates.
    """
    x = np.zeros((n, n + 1))
    x[:, 0], x[np.arange(n), 1 + np.arange(n)] = np.sqrt(RHO), np.sqrt(1 - RHO)
    flow = tkf.Flow(tkf.SelfAttention(gamma * np.log(n)), tkf.Euclidean())
    a, b = np.asarray(flow(0.0, x))[:2]
    return a @ b / np.sqrt((a @ a) * (b @ b))


def check(runs):
    error = max(run["error"] for run in runs)
    yield Check("vectors against the closed form, n up to 1024", value=error, bound=1e-10)
    for run in runs:
        far = np.abs(run["reduced"] - run["limit"])
        at = f"at {run['share']:g} gamma_c"
        yield Check(f"distance to the limit {at}, n = 10^8", far[-1], bound=1e-3)
        yield Check(f"its largest growth with n {at}", np.diff(far).max(), bound=1e-9)


def draw(ax, runs):
    for run in runs:
        (line,) = ax.semilogx(SIZES, run["reduced"], "o-", label=f"{run['share']:g} $\\gamma_c$")
        ax.axhline(run["limit"], color=line.get_color(), ls=":")
    ax.set(xlabel="tokens $n$", ylabel="cosine after one layer")
    ax.legend(title=r"$\beta = \gamma \log n$", loc="center right", bbox_to_anchor=(1, 0.8))


CLAIM = Claim(
    name="long-context",
    question="How must beta grow with the context for attention to do anything but average?",
    source="arXiv:2510.05554 (and the survey arXiv:2512.01868), long context",
    statement="With beta = gamma log n, cosines rho go to 1, 4 rho / (1 + 3 rho) or rho as gamma "
    "is below, at or above 1 / (1 - rho).",
    hypotheses="equiangular tokens, one Pre-LN layer",
    runs=runs,
    check=check,
    draw=draw,
)
