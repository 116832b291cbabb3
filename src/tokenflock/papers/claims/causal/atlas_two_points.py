"""Third row of the atlas: a simple positive leading eigenvalue makes two points."""

import numpy as np

from tokenflock.papers.claims import atlas
from tokenflock.papers.claims.claim import EVIDENCE_FOR, Check, Claim


def runs(effort):
    return atlas.several("positive, simple", effort.of(quick=8, full=100))


def check(runs):
    yield from atlas.beside(runs, "one or two points", within=1e-8)
    both = np.mean([run.observed == "two points" for run in runs])
    yield Check("share of them that use both", both, least=0.5)


CLAIM = Claim(
    name="atlas-two-points",
    question="Where do tokens go if the leading eigenvalue of V is positive and simple?",
    source="arXiv:2411.04990, Table 1, row 3",
    statement="Two points, xi and -xi.",
    hypotheses="causal attention, Q = K = I, beta = 2, n = 16, d = 3; V need not be symmetric",
    verdict=EVIDENCE_FOR,
    runs=runs,
    check=check,
    draw=atlas.draw_first,
    note="A conjecture in the paper, with Q = K = I here; for other Q, K see any-query-and-key.",
)
