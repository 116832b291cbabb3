"""In a random network tokens align layer by layer, fast where attention averages, else slowly."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim

N, D, LAYERS, START = 64, 128, 10, 0.1
BETAS = (0.5, 2.0, 5.0)


def runs(effort):
    networks = effort.of(quick=8, full=60)
    return [one(beta, networks) for beta in BETAS]


def one(beta, networks):
    """Mean cosines by layer of networks N(x + V A), M and V drawn anew in every layer."""
    found = [network(beta, seed) for seed in range(networks)]
    cosines = np.array([path for path, _ in found])
    mean, scatter = cosines.mean(axis=0), cosines.std(axis=0, ddof=1)
    return {"beta": beta, "cosine": mean, "scatter": scatter, "expected": recursion(mean[0], beta),
            "law": max(law for _, law in found)}  # fmt: skip


def network(beta, seed):
    """Cosines by layer, and how far the first layer is from its formula."""
    rng = chance.generator([seed, 243])
    common, own = rng.normal(size=(1, D)), rng.normal(size=(N, D))
    x = [tkf.normalize(np.sqrt(START) * common + np.sqrt(1 - START) * own)]
    weights = []
    for _ in range(LAYERS):
        # Logits <x_i, M x_j> of variance log n; V keeps lengths and forgets directions.
        M, V = rng.normal(size=(2, D, D)) * np.array([np.sqrt(np.log(N)), D**-0.5])[:, None, None]
        weights.append((M, V))
        flow = tkf.Flow(tkf.SelfAttention(beta, qk=M, ov=V))
        x.append(tkf.solve(flow, x[-1], [0.0, 1.0], method="layers", step=1.0).x.data[-1])
    error = np.abs(x[1] - formula(x[0], beta, *weights[0])).max()
    return np.array([float(tkf.alignment(tokens)) for tokens in x]), float(error)


def formula(x, beta, M, V):
    """N(x_i + sum_j w_ij V x_j)."""
    w = np.exp(beta * x @ M @ x.T)
    y = x + w / w.sum(axis=1, keepdims=True) @ x @ V.T
    return y / np.linalg.norm(y, axis=1, keepdims=True)


def recursion(p, beta):
    """p' = (p + c) / (1 + q'): x and V A are orthogonal, of squared lengths 1 and q'."""
    path = [p]
    for _ in range(LAYERS):
        q, c = averages(path[-1], beta)
        path.append((path[-1] + c) / (1 + q))
    return np.array(path)


def averages(p, beta, rows=400):
    """q' = |A_i|^2 = p + (1 - p) E sum_j w_ij^2 and c = <A_i, A_k> = p + (1 - p) E sum_j w_ij w_kj.

    Logits have the variance beta^2 (1 - p) log n, and those of two rows the correlation p.
    """
    rng = chance.generator(7)
    common, own = rng.normal(size=(rows, 1, N)), rng.normal(size=(rows, 2, N))
    logits = np.sqrt(p) * common + np.sqrt(1 - p) * own
    w = np.exp(beta * np.sqrt((1 - p) * np.log(N)) * logits)
    w /= w.sum(axis=-1, keepdims=True)
    q, c = (w[:, 0] ** 2).sum(axis=-1).mean(), (w[:, 0] * w[:, 1]).sum(axis=-1).mean()
    return p + (1 - p) * float(q), p + (1 - p) * float(c)


def check(runs):
    off = max(np.abs(run["cosine"] - run["expected"]).max() for run in runs)
    ends = [float(run["cosine"][LAYERS // 2]) for run in runs]
    return [
        Check("cosine by layer against its recursion, largest difference", off, bound=0.15),
        Check("below beta_c: cosine at the end", float(runs[0]["cosine"][-1]), least=0.9),
        Check("halfway: how far beta = 5 is behind", ends[0] - ends[-1], least=0.2),
        printed.check(run["law"] for run in runs),
    ]


def draw(ax, runs):
    for k, run in enumerate(runs):
        layers = np.arange(LAYERS + 1)
        ax.errorbar(layers, run["cosine"], run["scatter"], fmt="o", ms=4, color=f"C{k}",
                    label=f"β = {run['beta']:g}")  # fmt: skip
        ax.plot(layers, run["expected"], f"C{k}", lw=1)
    ax.set(xlabel="layer", ylabel="mean cosine of two tokens", ylim=(0, 1.02))
    ax.legend(title=r"lines: $p' = (p + c) / (1 + q')$")


CLAIM = Claim(
    name="random-layers",
    question="How fast does a random network lose the differences of its tokens?",
    source="arXiv:2505.24333 (from the authors' code)",
    statement="The cosine p of tokens follows p' = 2 p / (1 + q'), q' = |A_i|^2: rank collapse "
    "where beta < beta_c = sqrt(2 / (1 - p)) and q' = p; slower beyond, where few are seen.",
    hypotheses=f"x <- N(x + V A), M and V drawn anew in every layer, n = {N}, d = {D}; q' and c, "
    "which tends to p, of random logits of that n",
    runs=runs,
    check=check,
    draw=draw,
    note="The recursion is ours, for a residual of strength one; beta_c and q' for large n are the "
    "paper's.",
)
