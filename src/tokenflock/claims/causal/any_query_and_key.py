"""A simple leading eigenvalue of V sends tokens to two points for Q = K = I, not for every Q, K."""

import numpy as np

import tokenflock as tkf
from tokenflock.claims.claim import EVIDENCE_AGAINST, Check, Claim

# Two tokens of the plane, V with eigenvalues 1 and 1/2, and M = Q^T K with round entries.
V, M, BETA = np.diag([1.0, 0.5]), np.array([[-0.4, 1.2], [1.4, 0.3]]), 4.0
TIMES = np.append(0.0, np.geomspace(0.1, 60.0, 60))


def runs(effort):
    count = effort.of(quick=64, full=5000)
    phi = np.random.default_rng(0).uniform(0, 2 * np.pi, (count, 2))
    x0 = np.stack([np.cos(phi), np.sin(phi)], axis=-1)
    return [ended(x0, M), ended(x0, None)]


def ended(x0, qk):
    flow = tkf.Flow(tkf.SelfAttention(BETA, qk, V, mask="causal"))
    x = tkf.solve(flow, x0, TIMES, tol=1e-7).x.transpose("run", "time", "token", "coord").data
    off = np.abs(x[:, -1, :, 1]).max(axis=1)  # the sine of the angle with the line of xi
    worst = off.argmax()
    end = x[worst, -1]
    return {
        "plain": qk is None, "path": x[worst], "off": off, "share": np.mean(off > 0.01),
        "speed": np.abs(np.asarray(flow(0.0, end))).max(),
        "exponent": float(tkf.spectrum(flow, end).real.max()),
    }  # fmt: skip


def check(runs):
    other, plain = runs
    return [
        Check("Q = K = I: largest sine with xi at the end", plain["off"].max(), bound=1e-4),
        Check("these Q, K: largest sine with xi at the end", other["off"].max(), least=0.2),
        Check("speed of the tokens there", other["speed"], bound=1e-6),
        Check("largest real part of the Jacobian there", other["exponent"], bound=-0.05),
        Check("share of random starts that end there", other["share"], least=0.1),
    ]


def draw(ax, runs):
    for run, look in zip(runs, ("C1", "C0"), strict=True):
        angle = np.unwrap(np.arctan2(run["path"][:, 1, 1], run["path"][:, 1, 0]))
        label = "$Q = K = I$" if run["plain"] else "counterexample"
        ax.semilogx(TIMES[1:], angle[1:] / np.pi, look, label=label)
    for k in (-2, -1, 0, 1, 2):
        ax.axhline(k, color="0.8", lw=0.8, zorder=0)
    ax.set(xlabel="time $t$", ylabel=r"angle of token 2 with $\xi$ over $\pi$", ylim=(-1.5, 1.5))
    ax.legend()


CLAIM = Claim(
    name="any-query-and-key",
    question="Does V alone decide where causal tokens end, whatever Q and K are?",
    source="arXiv:2411.04990, Conjecture thm1.5 read with arbitrary Q, K (and the remark in "
    "Section 4 that only V matters)",
    statement="V with distinct positive eigenvalues: for almost every start all tokens converge "
    "to xi or -xi, the leading eigenvector.",
    hypotheses="causal attention; Q and K arbitrary, as in Theorem 4.1",
    verdict=EVIDENCE_AGAINST,
    runs=runs,
    check=check,
    draw=draw,
    note="Two tokens in the plane suffice: where the second rests the first pulls it one way and "
    "V the other; all eigenvalues of the Jacobian have negative real parts, so an open set of "
    "starts ends there. With Q = K = I every start ended at xi or -xi.",
)
