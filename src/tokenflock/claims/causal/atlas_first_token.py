"""First row of the atlas: V = lambda I with lambda > 0 gathers all tokens at the first one."""

import numpy as np

from tokenflock.claims import atlas
from tokenflock.claims.claim import Check, Claim


def runs(effort):
    return [
        atlas.ended("positive, all", d, seed, skew=0.0)
        for d in (2, 3, 8)
        for seed in range(effort.of(quick=4, full=100))
    ]


def check(runs):
    ends = [np.linalg.norm(run.x[-1] - run.x[0, 0], axis=-1).max() for run in runs]
    return [
        Check("share of runs that end at one point", atlas.share(runs), least=1.0),
        Check("largest distance from the first token's start", max(ends), bound=1e-5),
    ]


def draw(ax, runs):
    atlas.draw_cosines(ax, runs[0])


CLAIM = Claim(
    name="atlas-first-token",
    question="Where do tokens go if all eigenvalues of V agree and are positive?",
    source="arXiv:2411.04990, Table 1, row 1",
    statement="One point: where the first token starts.",
    hypotheses="causal attention, Q = K = I, beta = 2, n = 16; V = I",
    runs=runs,
    check=check,
    draw=draw,
    note="The only row that is proved (Theorem 4.1).",
)
