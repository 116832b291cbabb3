"""For some Q and K tokens rest off the leading axis of a symmetric V; for Q = K = I they do not."""

from itertools import pairwise

import numpy as np
from scipy.optimize import brentq

import tokenflock as tkf
from tokenflock.papers.claims import chance, circle, printed
from tokenflock.papers.claims.claim import EVIDENCE_AGAINST, Check, Claim
from tokenflock.papers.search.box import Interval, Whole
from tokenflock.papers.search.ends import off_axis, rests
from tokenflock.papers.search.quantified import Quantified

# Two tokens of the plane, V with eigenvalues 1 and 1/2, and M = Q^T K with round entries.
V, M, BETA = np.diag([1.0, 0.5]), np.array([[-0.4, 1.2], [1.4, 0.3]]), 4.0
TIMES = np.append(0.0, np.geomspace(0.1, 60.0, 60))


def runs(effort):
    count = effort.of(quick=64, full=5000)
    phi = chance.generator(0).uniform(0, 2 * np.pi, (count, 2))
    x0 = circle.points(phi)
    return [ended(x0, M), ended(x0, None)]


def ended(x0, qk):
    flow = tkf.Flow(tkf.SelfAttention(BETA, qk, V, mask="causal"))
    x = tkf.solve(flow, x0, TIMES, tol=1e-7).x.data
    off = np.abs(x[:, -1, :, 1]).max(axis=1)  # the sine of the angle with the line of xi
    worst = off.argmax()
    end = x[worst, -1]
    return {
        "plain": qk is None, "path": x[worst], "off": off, "share": np.mean(off > 0.01),
        "speed": np.abs(np.asarray(flow(0.0, end))).max(),
        "exponent": float(tkf.spectrum(flow, end).real.max()),
        "printed": printed.error(flow, x0[0], beta=BETA, qk=qk, ov=V, mask="causal"),
    }  # fmt: skip


def sines():
    """The sines at which the second token can rest off xi, stably, behind the first at +-xi."""
    grid = np.linspace(0, 2 * np.pi, 721)
    found = []
    for side in (1.0, -1.0):
        pairs = list(pairwise(grid))
        stable = [(a, b) for a, b in pairs if turning(a, side) > 0 > turning(b, side)]
        found += [abs(np.sin(brentq(turning, a, b, (side,), xtol=1e-12))) for a, b in stable]
    return np.array([sine for sine in found if sine > 0.01])


def turning(phi, side):
    """The speed of the second token along the circle, the first at (side, 0)."""
    first, second = np.array([side, 0.0]), np.array([np.cos(phi), np.sin(phi)])
    odds = np.exp(BETA * second @ M @ (second - first))
    pull = (V @ first + odds * (V @ second)) / (1 + odds)
    return pull[1] * second[0] - pull[0] * second[1]


def check(runs):
    other, plain = runs
    return [
        Check("Q = K = I: largest sine with xi at the end", plain["off"].max(), bound=1e-4),
        Check("these Q, K: largest sine with xi at the end", other["off"].max(), least=0.2),
        Check("against the rests of one token behind xi or -xi",
              np.abs(sines() - other["off"].max()).min(), bound=1e-5),
        Check("speed of the tokens there", other["speed"], bound=1e-6),
        Check("largest real part of the Jacobian there", other["exponent"], bound=-0.05),
        Check("share of random starts that end there", other["share"], least=0.1),
        printed.check(run["printed"] for run in runs),
    ]  # fmt: skip


def draw(ax, runs):
    for run, look in zip(runs, ("C1", "C0"), strict=True):
        label = "$Q = K = I$" if run["plain"] else "counterexample"
        ax.loglog(TIMES[1:], np.abs(run["path"][1:, 1, 1]), look, label=label)
    ax.set(xlabel="time $t$", ylabel=r"$|\sin|$ of the angle of token 2 with $\xi$, worst run")
    ax.set(ylim=(1e-9, 2))
    ax.legend(loc="lower left")


def with_product(qk, seed):
    """Two tokens of the plane, V = diag(1, 1/2), any Q^T K."""
    return tkf.Spec(
        n=2, beta=BETA, qk=qk, ov=V, mask="causal", seed=seed, t_end=300.0, samples=2, tol=1e-7
    )


PARTS = {"qk": Interval(-1.5, 1.5, (2, 2)), "seed": Whole(0, 999)}


CLAIM = Claim(
    name="any-query-and-key",
    question="Does V alone decide where causal tokens end, whatever Q and K are?",
    source="arXiv:2411.04990, remark in Section 4 (not Q and K but only the spectrum of V affects "
    "the asymptotics)",
    statement="For every Q and K, and V with distinct positive eigenvalues, tokens from almost "
    "every start converge to xi or -xi, the leading eigenvector.",
    hypotheses="causal attention, two tokens of the plane, V = diag(1, 1/2), beta = 4, one Q^T K",
    verdict=EVIDENCE_AGAINST,
    runs=runs,
    check=check,
    draw=draw,
    note="Where the second token rests the first pulls it one way and V the other; all "
    "eigenvalues of the Jacobian there have negative real parts, so an open set of starts ends "
    "there. This is evidence against the remark taken for all Q and K, as Theorem 4.1 takes them "
    "for V = I. Conjecture thm1.5, which as we know it does not say what Q and K are, fails for "
    "Q = K = I too, where V is not symmetric (counterexample); with this symmetric V and Q = K = I "
    "the same starts all end at xi or -xi.",
    quantified=Quantified(PARTS, with_product, off_axis, rests),
)
