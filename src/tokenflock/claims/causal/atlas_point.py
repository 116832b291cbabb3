"""Second row of the atlas: a repeated positive eigenvalue gathers all tokens at one point of L."""

from tokenflock.claims import atlas
from tokenflock.claims.claim import EVIDENCE_FOR, Check, Claim


def runs(effort):
    return [
        atlas.ended("positive, several", d, seed, skew=0.3)
        for d in (3,)
        for seed in range(effort.of(quick=8, full=100))
    ]


def check(runs):
    away = [1 - atlas.part_in(run.x[-1], run.space.limit).min() for run in runs]
    return [
        Check("share of runs that end at one point", atlas.share(runs), least=1.0),
        Check("largest 1 - |P_L x| at the end", max(away), bound=1e-8),
    ]


def draw(ax, runs):
    atlas.draw_cosines(ax, runs[0])


CLAIM = Claim(
    name="atlas-point",
    question="Where do tokens go if the leading eigenvalue of V is positive and repeated?",
    source="arXiv:2411.04990, Table 1, row 2",
    statement="One point of the leading eigenspace L.",
    hypotheses="causal attention, Q = K = I, beta = 2, n = 16, d = 3;V need not be symmetric",
    verdict=EVIDENCE_FOR,
    runs=runs,
    check=check,
    draw=draw,
    note="A conjecture in the paper; which point, see leading-space.",
)
