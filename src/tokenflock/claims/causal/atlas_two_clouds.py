"""Last row of the atlas: a simple negative leading eigenvalue makes two clouds."""

import numpy as np

from tokenflock.claims import atlas
from tokenflock.claims.claim import EVIDENCE_FOR, Check, Claim


def runs(effort):
    return [
        atlas.ended("negative, simple", d, seed, skew=0.0)
        for d in (3,)
        for seed in range(effort.of(quick=8, full=100))
    ]


def check(runs):
    share = np.mean([part(run) for run in runs])
    widest = max(np.linalg.norm(run.x[-1].mean(axis=0)) for run in runs)
    first = max(1 - atlas.part_in(run.x[-1, 0], run.space.limit) for run in runs)
    return [
        Check("share of runs that end as two clouds", atlas.share(runs), least=0.9),
        Check("mean |P_L x|^2 (even tokens: 1/3)", share, least=0.75),
        Check("first token: largest 1 - |P_L x|", first, bound=1e-6),
        Check("length of the mean token, largest", widest, bound=0.8),
    ]


def part(run):
    return (atlas.part_in(run.x[-1], run.space.limit) ** 2).mean()


def draw(ax, runs):
    atlas.draw_cosines(ax, runs[0])


CLAIM = Claim(
    name="atlas-two-clouds",
    question="Where do tokens go if the leading eigenvalue of V is negative and simple?",
    source="arXiv:2411.04990, Table 1, row 5",
    statement="Two clouds, around xi and -xi.",
    hypotheses="causal attention, Q = K = I, beta = 4, n = 16, d = 3,"
    "orthogonal eigenvectors, gap at least 0.4",
    verdict=EVIDENCE_FOR,
    runs=runs,
    check=check,
    draw=draw,
    note="A token belongs to a cloud within 60 degrees of xi or -xi. With skewed eigenvectors some"
    "stay farther away (see atlas-explorer).",
)
