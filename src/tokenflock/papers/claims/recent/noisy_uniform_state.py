"""Noise keeps unnormalized attention uniform up to a coupling that the dimension decides."""

import numpy as np
from scipy.special import gamma, iv

import tokenflock as tkf
from tokenflock.papers.claims import chance
from tokenflock.papers.claims.claim import Check, Claim

DIMENSIONS, BETA = (2, 3, 8), 2.0
N, TIME, TILT = 300, 0.5, 0.2
SHARES = (0.7, 1.0, 1.4)  # of the threshold


def threshold(d, beta):
    """kappa = 2 K_# = beta^(d/2) / (2^(d/2 - 1) Gamma(d/2) I_(d/2)(beta))."""
    return beta ** (d / 2) / (2 ** (d / 2 - 1) * gamma(d / 2) * iv(d / 2, beta))


def runs(effort):
    seeds = range(effort.of(quick=8, full=64))
    return [crossing(d, seeds) for d in DIMENSIONS]


def crossing(d, seeds):
    """Growth rates of a tilt at three noises, and the kappa at which they vanish."""
    critical = threshold(d, BETA)
    kappas = critical * np.array(SHARES)
    rates = np.array([growth(d, kappa, seeds) for kappa in kappas]).T
    # The rate is a - (d - 1) / kappa: noise alone turns tokens at a known pace.
    found = (d - 1) / (rates + (d - 1) / kappas).mean(axis=1)
    error = found.std(ddof=1) / np.sqrt(len(found))
    return {"d": d, "critical": critical, "shares": np.array(SHARES), "rates": rates,
            "kappa": found.mean(), "error": error}  # fmt: skip


def growth(d, kappa, seeds):
    """The rate of each seed: two tilts of one cloud under the same noise, and their difference.

    What the same noise does without attention is known, -(d - 1) / kappa, and its error is taken
    off.
    """
    x0 = np.stack([cloud(d, seed) for seed in seeds])
    seed = chance.seed_of(seeds[0])
    both, alone = (
        tilt(x0, kappa, 1, ov, seed) - tilt(x0, kappa, -1, ov, seed) for ov in (None, 0 * np.eye(d))
    )
    return np.log(both[:, 1] / alone[:, 1]) / TIME - (d - 1) / kappa


def cloud(d, seed):
    x = tkf.normalize(chance.generator([seed, d]).normal(size=(N // 2, d)))
    return np.concatenate([x, -x])


def tilt(x0, kappa, sign, ov, seed):
    """The mean (run, time) along the first axis of clouds with masses 1 + sign TILT x_1."""
    masses = 1 + sign * TILT * x0[..., 0]
    flows = [
        tkf.Flow(
            tkf.SelfAttention(BETA, ov=ov, weighting="unnormalized", masses=m),
            noise=tkf.Brownian(kappa),
        )
        for m in masses
    ]
    x = tkf.solve(flows, x0, [0.0, TIME], step=0.05, seed=seed).x.data
    return (masses[:, None] * x[..., 0]).mean(axis=-1)


def check(runs):
    for run in runs:
        # The square of the tilt and the length of a step shift the rate a little.
        within = min(4 * run["error"], 0.15 * run["critical"]) + 0.02 * run["critical"]
        yield Check(
            f"kappa where uniform loses stability, d = {run['d']}", run["kappa"],
            target=run["critical"], within=within, error=run["error"],
        )  # fmt: skip


def draw(ax, runs):
    share = np.linspace(0.65, 1.5, 50)
    for k, run in enumerate(runs):
        mean, scatter = run["rates"].mean(axis=0), run["rates"].std(axis=0, ddof=1)
        error = scatter / np.sqrt(len(run["rates"]))
        ax.errorbar(run["shares"], mean, error, fmt="o", color=f"C{k}", label=f"$d = {run['d']}$")
        ax.plot(share, (run["d"] - 1) / run["critical"] * (1 - 1 / share), color=f"C{k}", lw=1)
    ax.axhline(0, color="0.6", lw=0.8)
    ax.set(xlabel=r"$\kappa$ over $2 K_\#$", ylabel="growth rate of a tilt")
    ax.legend(title="lines: predicted")


CLAIM = Claim(
    name="noisy-uniform-state",
    question="How much noise keeps unnormalized attention from clustering, in any dimension?",
    source="arXiv:2606.05140 (as we read its abstract)",
    statement="The uniform state loses its linear stability at K = beta^(d/2) / (2^(d/2) "
    "Gamma(d/2) I_(d/2)(beta)); kappa = 2 K.",
    hypotheses=f"USA, Q = K = V = I, beta = {BETA:g}, d = 2, 3, 8, {N} tokens whose masses tilt "
    "the uniform state",
    runs=runs,
    check=check,
    draw=draw,
)
