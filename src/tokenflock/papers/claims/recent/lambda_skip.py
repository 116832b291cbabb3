"""A strong enough skip connection keeps tokens from collapsing, layer after layer."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim
from tokenflock.papers.search.box import Directions, Interval, Logarithmic
from tokenflock.papers.search.quantified import Quantified

N, D, BETA, DEPTH = 16, 4, 0.7, 24
SKIPS = (0.2, 1.0, 4.0, 16.0, 64.0)


def runs(effort):
    return [one(seed) for seed in range(effort.of(quick=3, full=60))]


def one(seed):
    """The spread of tokens by layer, x <- N(lambda x + A), for skips of several strengths."""
    rng = chance.generator([seed, 106])
    M, V = (m / np.linalg.norm(m, 2) for m in rng.normal(size=(2, D, D)))
    x0 = tkf.normalize(rng.normal(size=(N, D)))
    flow = tkf.Flow(tkf.SelfAttention(BETA, qk=M, ov=V))
    spreads = {}
    for skip in SKIPS:
        # N(x + A / lambda) is the same as N(lambda x + A).
        times = np.arange(DEPTH + 1) / skip
        x = tkf.solve(flow, x0, times, method="layers", step=1 / skip).x.data
        spreads[skip] = np.linalg.norm(x - x.mean(axis=1, keepdims=True), axis=(1, 2))
    return {"spread": spreads, "law": printed.error(flow, x0, beta=BETA, qk=M, ov=V)}


def least_factor(skip, b=BETA, v=1.0):
    """a with |x_i' - x_k'| >= a |x_i - x_k| in a layer, b = beta |M|, v = |V|; or 0.

    Averages differ by at most v b |x_i - x_k|, lengths |lambda x + A| by at most r times that, and
    |N(p) - N(q)|^2 = (|p - q|^2 - (|p| - |q|)^2) / (|p| |q|).
    """
    if skip <= v:
        return 0.0
    r = (skip * v * (1 + b) + v * v * b) / (skip - v)
    square = max(skip - v * b, 0.0) ** 2 - r**2
    return float(np.sqrt(max(square, 0.0)) / (skip + v))


def check(runs):
    kept = [skip for skip in SKIPS if least_factor(skip) > 0]
    excess = min((run["spread"][s][1:] / run["spread"][s][:-1]).min() / least_factor(s)
                 for run in runs for s in kept)  # fmt: skip
    strong = min(run["spread"][SKIPS[-1]][-1] / run["spread"][SKIPS[-1]][0] for run in runs)
    weak = max(run["spread"][SKIPS[0]][-1] / run["spread"][SKIPS[0]][0] for run in runs)
    return [
        Check("factor of the spread in a layer over the least one, smallest", excess, least=1.0),
        Check(f"lambda = {SKIPS[-1]:g}: spread after {DEPTH} layers, share, smallest", strong,
              least=0.5),
        Check(f"lambda = {SKIPS[0]:g}: the same, largest", weak, bound=1e-2),
        printed.check(run["law"] for run in runs),
    ]  # fmt: skip


def draw(ax, runs):
    layers = np.arange(DEPTH + 1)
    for k, skip in enumerate(SKIPS):
        for run in runs:
            ax.semilogy(run["spread"][skip] / run["spread"][skip][0], f"C{k}", lw=0.9)
        ax.plot([], [], f"C{k}", label=f"λ = {skip:g}")
        if least_factor(skip) > 0:
            ax.plot(layers, least_factor(skip) ** layers, f"C{k}:", lw=1)
    ax.plot([], [], "k:", label="least")
    ax.set(xlabel="layer", ylabel="spread of the tokens", ylim=(1e-7, 2))
    ax.legend(loc="center left", bbox_to_anchor=(1, 0.5))


def skipped(skip, qk, ov, x0):
    """Twelve layers with matrices of norm one."""
    M, V = (m / max(np.linalg.norm(m, 2), 1e-6) for m in (qk, ov))
    return tkf.Spec(
        beta=BETA, qk=M, ov=V, init=x0, method="layers", step=1 / skip, t_end=12 / skip, samples=13
    )


def below(x, spec):
    """By how much the factor of the spread in a layer is below the least one."""
    middle = x - x.mean(axis=1, keepdims=True)
    spread = (middle * middle).sum(axis=(1, 2)) ** 0.5
    return least_factor(1 / spec.step) - (spread[1:] / spread[:-1]).min()


PARTS = {
    "skip": Logarithmic(2.0, 64.0), "qk": Interval(-1.0, 1.0, (3, 3)),
    "ov": Interval(-1.0, 1.0, (3, 3)), "x0": Directions(4, 3),
}  # fmt: skip


CLAIM = Claim(
    name="lambda-skip",
    question="How strong must a skip connection be to stop rank collapse?",
    source="arXiv:2410.10609 (as we read its abstract)",
    statement="With layers N(lambda x + A) the spread of tokens falls at most by a factor "
    "a(lambda) a layer, which a condition on lambda keeps away from 0; without skip it collapses.",
    hypotheses=f"|M| = |V| = 1, not symmetric, beta = {BETA:g}, n = {N}, d = {D}",
    runs=runs,
    check=check,
    draw=draw,
    note="That a condition on lambda is enough is the paper's; this condition is ours, for unit "
    "tokens, from a bound on the derivative of softmax.",
    quantified=Quantified(PARTS, skipped, below),
)
