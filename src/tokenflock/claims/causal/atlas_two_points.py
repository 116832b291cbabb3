"""Third row of the atlas: a simple positive leading eigenvalue makes two points."""

import numpy as np

from tokenflock.claims import atlas
from tokenflock.claims.claim import EVIDENCE_FOR, Check, Claim


def runs(effort):
    return [
        atlas.ended("positive, simple", d, seed, skew=0.3)
        for d in (3,)
        for seed in range(effort.of(quick=8, full=100))
    ]


def check(runs):
    away = [1 - atlas.part_in(run.x[-1], run.space.limit).min() for run in runs]
    both = np.mean([run.observed == "two points" for run in runs])
    return [
        Check("share of runs that end as one or two points", atlas.share(runs), least=1.0),
        Check("share of them that use both", both, least=0.5),
        Check("largest 1 - |<x, xi>| at the end", max(away), bound=1e-8),
    ]


def draw(ax, runs):
    atlas.draw_cosines(ax, runs[0])


CLAIM = Claim(
    name="atlas-two-points",
    question="Where do tokens go if the leading eigenvalue of V is positive and simple?",
    source="arXiv:2411.04990, Table 1, row 3",
    statement="Two points, xi and -xi.",
    hypotheses="causal attention, Q = K = I, beta = 2, n = 16, d = 3;V need not be symmetric",
    verdict=EVIDENCE_FOR,
    runs=runs,
    check=check,
    draw=draw,
    note="A conjecture in the paper, with Q = K = I here; for other Q, K see any-query-and-key.",
)
