"""Causal tokens meet at half the rate of full attention: e^-t against e^-2t."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim

N, D, BETA = 12, 3, 1.0
HEAVY = np.array([1.0, 2.0, *np.ones(N - 2)])  # masses under which the second token is slowest
TIMES = np.linspace(0.0, 48.0, 193)


def runs(effort):
    seeds = range(effort.of(quick=4, full=32))
    return [one(mask, seed) for mask in ("causal", "full") for seed in seeds]


def slowest(masses):
    """Twice the least 1 - m_k / sum_{j <= k} m_j: the rate of 1 - cos under causal attention."""
    return 2 * (1 - masses / masses.cumsum())[1:].min()


def in_one_hemisphere(rng):
    """Random tokens around one direction, none on its other side: these always meet."""
    x = rng.normal(size=(N, D)) + 2 * np.eye(D)[0]
    x[:, 0] = np.abs(x[:, 0])
    return tkf.normalize(x)


def one(mask, seed):
    rng = chance.generator(seed)
    # The rate knows nothing of Q and K; large ones keep tokens to themselves for long before it.
    qk = rng.normal(size=(D, D)) / 2 if seed % 2 else None
    x0 = in_one_hemisphere(rng)
    far = (x0 @ x0[0]).argmin()  # second: so that the slowest token is not hidden by others
    x0[[1, far]] = x0[[far, 1]]
    masses = HEAVY if seed % 4 > 1 else np.ones(N)
    law = {"beta": BETA, "qk": qk, "mask": mask, "masses": masses}
    flow = tkf.Flow(tkf.SelfAttention(**law))
    x = tkf.solve(flow, x0, TIMES, tol=1e-12).x.data
    gap = ((x[:, 1:] - x[:, :1]) ** 2).sum(axis=-1).max(axis=1) / 2  # 1 - cosine, all its digits
    late = (gap < 1e-9) & (gap > 1e-17)
    angle = tkf.theory.second_token(
        TIMES, *x0[:2], beta=BETA, qk=qk, masses=(float(masses[0]), float(masses[1]))
    )
    chord = np.linalg.norm(x[:, 1] - x[:, 0], axis=-1)
    return {
        "mask": mask, "gap": gap,
        "rate": -np.polyfit(TIMES[late], np.log(gap[late]), 1)[0],
        "law": slowest(masses) if mask == "causal" else 2.0,
        "printed": printed.error(flow, x0, **law),
        "error": np.abs(chord - 2 * np.sin(angle / 2)).max(),
    }  # fmt: skip


def check(runs):
    for mask, rate in (("causal", 1.0), ("causal", slowest(HEAVY)), ("full", 2.0)):
        rates = [run["rate"] for run in runs if run["mask"] == mask and run["law"] == rate]
        farthest = max(rates, key=lambda r: abs(r - rate))
        yield Check(f"{mask} attention: rate farthest from {rate:.4g}", farthest, target=rate,
                    within=0.03)  # fmt: skip
    errors = [run["error"] for run in runs if run["mask"] == "causal"]
    yield Check("second token against its own law, any Q, K and masses", max(errors), bound=1e-9)
    yield printed.check(run["printed"] for run in runs)


def draw(ax, runs):
    for run in runs:
        ax.semilogy(TIMES, run["gap"], {"causal": "C0", "full": "C1"}[run["mask"]], lw=0.8)
    ax.semilogy(TIMES, np.exp(-TIMES), "k:", label="$e^{-t}$")
    ax.semilogy(TIMES, np.exp(-2 * TIMES), "k--", label="$e^{-2t}$")
    ax.plot([], [], "C0", label="causal")
    ax.plot([], [], "C1", label="full")
    ax.set(xlabel="time $t$", ylabel=r"$\max_k\, 1 - \langle x_1, x_k\rangle$", ylim=(1e-17, 2))
    ax.legend()


CLAIM = Claim(
    name="causal-rate",
    question="How fast do causal tokens reach the first one?",
    source="arXiv:2411.04990, Theorem 4.1 (rate: linearization at consensus)",
    statement="Near consensus 1 - cos decays like e^-t under causal and e^-2t under full "
    "attention, for any Q, K.",
    hypotheses="V = I; tokens begin in one hemisphere, so that they meet, with random Q'K of "
    "spread 1/2 at beta = 1 (larger ones keep them apart beyond t = 48); token k of a causal "
    "sequence relaxes at 1 - m_k / (m_1 + ... + m_k): with equal masses the second at 1/2, with "
    "m_2 = 2 at 1/3",
    ours=True,
    runs=runs,
    check=check,
    draw=draw,
    note="The theorem gives no rate. The second token follows a law of its own at all times.",
)
