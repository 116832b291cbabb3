"""The dimension of V's leading eigenspace decides how many metastable clusters there are."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.causal.cluster_scaling import clusters
from tokenflock.papers.claims.claim import EVIDENCE_FOR, Check, Claim

D, TIME, BELOW = 4, 25.0, 0.2
BETAS = (16.0, 64.0, 256.0)


def runs(effort):
    n, seeds = effort.of(quick=(1500, 3), full=(6000, 10))
    return [one(n, size, beta, range(seeds)) for size in (1, 2, 3) for beta in BETAS]


def one(n, size, beta, seeds):
    V = np.diag([1.0] * size + [BELOW] * (D - size))
    flow = tkf.Flow(tkf.SelfAttention(beta, ov=V, mask="causal"))
    starts = [tkf.normalize(chance.generator(seed).normal(size=(n, D))) for seed in seeds]
    ends = [tkf.solve(flow, x0, [0.0, TIME], tol=1e-4).x.data[-1] for x0 in starts]
    return {
        "size": size, "beta": beta,
        "clusters": np.array([clusters(x, beta) for x in ends]),
        "printed": printed.error(flow, starts[0], beta=beta, ov=V, mask="causal"),
        "inside": np.median(np.linalg.norm(np.stack(ends)[..., :size], axis=-1)),
    }  # fmt: skip


def check(runs):
    for size in (1, 2, 3):
        mean = np.array([run["clusters"].mean() for run in runs if run["size"] == size])
        power = np.polyfit(np.log(BETAS), np.log(mean), 1)[0]
        yield Check(f"d_1 = {size}: exponent of beta in the number of clusters", power,
                    target=(size - 1) / 2, within=0.25)  # fmt: skip
        if size == 1:
            yield Check("d_1 = 1: most clusters", mean.max(), bound=2)
    inside = min(run["inside"] for run in runs)
    yield Check("median |P_L x| at the end, smallest", inside, least=0.999)
    yield printed.check(run["printed"] for run in runs)


def draw(ax, runs):
    for size in (1, 2, 3):
        mean = [run["clusters"].mean() for run in runs if run["size"] == size]
        (line,) = ax.loglog(BETAS, mean, "o", label=f"$d_1 = {size}$")
        law = mean[1] * (np.array(BETAS) / BETAS[1]) ** ((size - 1) / 2)
        ax.loglog(BETAS, law, ":", color=line.get_color())
    ax.set(xlabel="β", ylabel=f"clusters at $t = {TIME:g}$")
    ax.set_xticks(BETAS, [f"{beta:g}" for beta in BETAS])
    ax.set_xticks([], minor=True)
    ax.legend(title=r"dotted: $\beta^{(d_1 - 1)/2}$")


CLAIM = Claim(
    name="leading-dimension",
    question="Does the leading eigenvalue of V decide the complexity of the dynamics?",
    source="arXiv:2411.04990, Section 5 (conjecture), and the blog post on it",
    statement="Metastable clusters number about beta^((d_1 - 1)/2), d_1 the dimension of the "
    "leading eigenspace, whatever d is.",
    hypotheses="causal attention, Q = K = I, d = 4, V = diag(1, ..., 1, 0.2, ..., 0.2)",
    verdict=EVIDENCE_FOR,
    runs=runs,
    check=check,
    draw=draw,
)
