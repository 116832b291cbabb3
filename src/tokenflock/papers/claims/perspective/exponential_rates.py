"""Near one cluster inner products approach 1 like e^-2t, and like e^(-2 e^beta t) unnormalized."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim

N, D = 32, 3
BETAS = (0.5, 1.0, 2.0, 3.0)


def runs(effort):
    count = effort.of(quick=4, full=32)
    kinds = ("softmax", "unnormalized")
    alike = [one(weighting, beta, count, np.ones(N)) for weighting in kinds for beta in BETAS]
    masses = chance.generator(1).uniform(0.5, 3.0, N)
    heavy = [one(weighting, 1.0, count, masses) for weighting in kinds]
    return {"runs": alike + heavy, "missed": [meeting(weighting) for weighting in kinds]}


def meeting(weighting, small=1e-3):
    """How far from the mean by masses tokens meet that start close together, over their width."""
    masses = np.array([1.0, 2.0, 3.0, 6.0])
    start = tkf.normalize(np.eye(D)[0] + small * chance.generator(2).normal(size=(4, D)))
    flow = tkf.Flow(tkf.SelfAttention(1.0, weighting=weighting, masses=masses))
    end = tkf.solve(flow, start, [0.0, 20.0], tol=1e-11).x.data[-1].mean(axis=0)
    return float(np.linalg.norm(end - tkf.normalize(masses @ start)) / np.ptp(start))


def one(weighting, beta, count, masses):
    """1 - <x_i, x_j> against time in units of the predicted rate, all slopes -1."""
    predicted = 2.0 if weighting == "softmax" else 2 * np.exp(beta)
    scaled = np.linspace(0.0, 24.0, 97)
    start = chance.generator(0).normal(size=(count, N, D))
    start[..., 0] = 2 + np.abs(start[..., 0])
    start = tkf.normalize(start)
    flow = tkf.Flow(tkf.SelfAttention(beta, weighting=weighting, masses=masses))
    law = {"beta": beta, "masses": masses, "normalized": weighting == "softmax"}
    x = tkf.solve(flow, start, scaled / predicted, tol=1e-10).x.data
    # |x_i - x_j|^2 / 2 = 1 - <x_i, x_j> without cancellation.
    gap = tkf.distance_to_consensus(x) ** 2
    return {
        "weighting": weighting, "beta": beta, "time": scaled, "gap": gap,
        "rates": np.array([rate(scaled, run) for run in gap]),
        "printed": printed.error(flow, start[0], **law),
    }  # fmt: skip


def rate(scaled, gap):
    late = (gap < 1e-4) & (gap > 1e-14)
    return -np.polyfit(scaled[late], np.log(gap[late]), 1)[0]


def check(runs):
    for weighting, law in (("softmax", "2"), ("unnormalized", "2 e^beta")):
        chosen = [run["rates"] for run in runs["runs"] if run["weighting"] == weighting]
        rates = np.concatenate(chosen)
        worst = rates[np.abs(rates - 1).argmax()]
        yield Check(f"{weighting}: rate over {law}, worst", worst, target=1, within=0.01)
    yield Check("close tokens meet at their mean by masses: off by, over their width",
                max(runs["missed"]), bound=0.01)  # fmt: skip
    yield printed.check(run["printed"] for run in runs["runs"])


def draw(ax, runs):
    for run in runs["runs"][: 2 * len(BETAS)]:
        style = "-" if run["weighting"] == "softmax" else ":"
        color = f"C{BETAS.index(run['beta'])}"
        label = f"{run['weighting']}, β = {run['beta']:g}"
        ax.semilogy(run["time"], run["gap"][0], style, color=color, label=label)
    ax.semilogy([4, 22], 0.3 * np.exp([-4.0, -22.0]), "k--", lw=1, label="slope −1")
    ax.set(
        xlabel="time in units of the predicted rate",
        ylabel=r"mean of $1 - \langle x_i, x_j\rangle$",
    )
    ax.legend(ncols=2)


CLAIM = Claim(
    name="exponential-rates",
    question="How fast do tokens meet in the end, and does normalization matter?",
    source="arXiv:2312.10794 and arXiv:2512.01868, linearization at consensus",
    statement="1 - <x_i, x_j> decays like e^-2t for softmax attention at any beta, and like "
    "e^(-2 e^beta t) for unnormalized attention.",
    hypotheses="Q = K = V = I, d = 3, n = 32; rates are the same for tokens with masses, which "
    "decide where they meet",
    runs=runs,
    check=check,
    draw=draw,
)
