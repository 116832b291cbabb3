"""Causal tokens form about beta^((d-1)/2) metastable clusters, as many as Rényi centers."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import EVIDENCE_FOR, Check, Claim

TIME = 25.0
BETAS = {2: (64.0, 256.0, 1024.0, 4096.0), 3: (32.0, 64.0, 128.0, 256.0)}

LOOKS = (("clusters", "o", "clusters"), ("renyi", "--", "Rényi centers"),
         ("strong", ":", "strong Rényi centers"))  # fmt: skip


def runs(effort):
    n = effort.of(quick={2: 4000, 3: 2000}, full={2: 100_000, 3: 100_000})
    seeds = effort.of(quick={2: 2, 3: 2}, full={2: 8, 3: 2})  # a full run of d = 3 is minutes long
    return [one(n[d], d, beta, range(seeds[d])) for d, betas in BETAS.items() for beta in betas]


def one(n, d, beta, seeds):
    flow = tkf.Flow(tkf.SelfAttention(beta, mask="causal"))
    starts = [tkf.normalize(chance.generator(seed).normal(size=(n, d))) for seed in seeds]
    ends = [tkf.solve(flow, x0, [0.0, TIME], tol=1e-4).x.data[-1] for x0 in starts]
    return {
        "n": n, "d": d, "beta": beta,
        "clusters": np.array([clusters(x, beta) for x in ends]),
        "renyi": np.array([tkf.renyi_centers(x0, beta=beta).sum() for x0 in starts]),
        "strong": np.array([tkf.strong_renyi_centers(x0, beta=beta).sum() for x0 in starts]),
        "printed": printed.error(flow, starts[0], beta=beta, mask="causal"),
    }  # fmt: skip


def clusters(x, beta):
    """The clusters that hold at least one token in a thousand: stragglers are on their way."""
    return int((tkf.sizes(tkf.clusters(x, beta=beta)) >= len(x) / 1000).sum())


def power(runs, d, name):
    """The exponent of a mean count as a power of beta."""
    found = [(run["beta"], run[name].mean()) for run in runs if run["d"] == d]
    return np.polyfit(*np.log(np.array(found)).T, 1)[0]


def check(runs):
    for d in BETAS:
        for name in ("clusters", "renyi", "strong"):
            yield Check(
                f"d = {d}: exponent of beta in the number of {name}", power(runs, d, name),
                target=(d - 1) / 2, within=0.2 * (d - 1) / 2,
            )  # fmt: skip
        ratios = [r["clusters"].mean() / r["renyi"].mean() for r in runs if r["d"] == d]
        yield Check(f"d = {d}: fewest clusters per Rényi center", min(ratios), least=0.4)
        yield Check(f"d = {d}: most clusters per Rényi center", max(ratios), bound=1.6)
    yield printed.check(run["printed"] for run in runs)


def draw(ax, runs):
    for d, color in ((2, "C0"), (3, "C1")):
        beta = np.array(BETAS[d])
        for name, look, words in LOOKS:
            mean = [run[name].mean() for run in runs if run["d"] == d]
            ax.loglog(beta, mean, color + look, label=f"$d = {d}$: {words}")
    ax.set(xlabel="β", ylabel=f"number at $t = {TIME:g}$ (centers: at $t = 0$)")
    ax.set_ylim(bottom=1.5)
    ax.legend(loc="lower right", ncols=2)


CLAIM = Claim(
    name="cluster-scaling",
    question="How many metastable clusters are there?",
    source="arXiv:2411.04990, Section 5",
    statement="Of the order of beta^((d-1)/2), like the Rényi and the strong Rényi centers at "
    "delta = 4 beta^(-1/2).",
    hypotheses="causal attention, Q = K = V = I, uniform start, n much larger than the count",
    verdict=EVIDENCE_FOR,
    runs=runs,
    check=check,
    draw=draw,
    note="The count is heuristic in the paper. Clusters slowly merge, so that the count depends a "
    "little on the time at which it is taken.",
)
