"""Third row of the atlas: a simple positive leading eigenvalue makes two points."""

import numpy as np

from tokenflock.papers.claims import atlas, printed
from tokenflock.papers.claims.claim import EVIDENCE_FOR, Check, Claim


def runs(effort):
    seeds = effort.of(quick=9, full=99)
    return [atlas.several("positive, simple", seeds, skew=skew) for skew in (0.0, 0.3)]


def check(runs):
    symmetric, skewed = runs
    yield from atlas.beside(symmetric, "one or two points, V symmetric", within=1e-8)
    both = np.mean([run.observed == "two points" for run in symmetric])
    yield Check("share of them that use both", both, least=0.3)
    yield Check("V not symmetric: share of runs that end so", atlas.share(skewed), least=0.6)
    yield atlas.first_token([atlas.first_error(atlas.TIMES, run.V, run.x) for run in skewed])
    yield printed.check(run.printed for run in skewed)


def draw(ax, runs):
    atlas.draw_first(ax, runs[0])


CLAIM = Claim(
    name="atlas-two-points",
    question="Where do tokens go if the leading eigenvalue of V is positive and simple?",
    source="arXiv:2411.04990, Table 1, row 3",
    statement="Two points, xi and -xi.",
    hypotheses="causal attention, Q = K = I, beta = 0.5, 1, 2, n = 16, d = 3; V symmetric, and "
    "with skewed eigenvectors",
    verdict=EVIDENCE_FOR,
    runs=runs,
    check=check,
    draw=draw,
    note="A conjecture in the paper, with Q = K = I here; for other Q, K see any-query-and-key. "
    "Where V is not symmetric some tokens may rest beside the two points (counterexample).",
)
