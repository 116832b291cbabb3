"""A row the atlas lacks: a complex leading pair makes tokens go around together, or scattered."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import atlas
from tokenflock.papers.claims.claim import EVIDENCE_FOR, Check, Claim


def runs(effort):
    return atlas.several("positive, complex", effort.of(quick=6, full=100))


def check(runs):
    yield from atlas.beside(runs, "one point that turns", within=1e-8)
    half, whole = np.max([after_turns(run) for run in runs], axis=0)
    yield Check("after half a turn: largest distance from the opposite", half, bound=1e-4)
    yield Check("after a turn: largest distance from where it was", whole, bound=1e-4)


def after_turns(run):
    """How far tokens are from -x after pi / frequency, and from x after twice that."""
    turn = 2 * np.pi / run.space.frequencies[-1]
    x = run.x[-1]
    half, whole = tkf.solve(run.flow, x, [0.0, turn / 2, turn]).x.data[1:]
    return np.abs(half + x).max(), np.abs(whole - x).max()


CLAIM = Claim(
    name="atlas-rotating",
    question="What if the eigenvalue of V with the largest real part is complex?",
    source="arXiv:2411.04990, Lemma 3.1 and Table 1, which lacks this row",
    statement="With a positive real part all tokens gather at one point, which goes around "
    "the plane L' for ever, in the time 2 pi / frequency.",
    hypotheses="causal attention, Q = K = I, beta = 0.5, 1, 2, n = 16, d = 3",
    verdict=EVIDENCE_FOR,
    ours=True,
    runs=runs,
    check=check,
    draw=atlas.draw_first,
    note="Not in the paper: a prediction of ours from its Lemma 3.1.",
)
