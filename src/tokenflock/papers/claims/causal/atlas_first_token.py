"""First row of the atlas: V = lambda I with lambda > 0 gathers all tokens at the first one."""

import numpy as np

from tokenflock.papers.claims import atlas
from tokenflock.papers.claims.claim import Check, Claim


def runs(effort):
    seeds = effort.of(quick=4, full=100)
    return atlas.several("positive, all", seeds, dimensions=(2, 3, 8), skew=0.0)


def check(runs):
    yield from atlas.row(runs, "one point", 1.0)
    ends = [np.linalg.norm(run.x[-1] - run.x[0, 0], axis=-1).max() for run in runs]
    yield Check("largest distance from the first token's start", max(ends), bound=1e-5)


CLAIM = Claim(
    name="atlas-first-token",
    question="Where do tokens go if all eigenvalues of V agree and are positive?",
    source="arXiv:2411.04990, Table 1, row 1",
    statement="One point: where the first token starts.",
    hypotheses="causal attention, Q = K = I, beta = 2, n = 16; V = I",
    runs=runs,
    check=check,
    draw=atlas.draw_first,
    note="The only row that is proved (Theorem 4.1).",
)
