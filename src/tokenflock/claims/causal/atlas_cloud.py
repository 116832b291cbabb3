"""Fourth row of the atlas: a repeated negative leading eigenvalue scatters tokens around L."""

import numpy as np

from tokenflock.claims import atlas
from tokenflock.claims.claim import EVIDENCE_FOR, Check, Claim


def runs(effort):
    return [
        atlas.ended("negative, several", d, seed, skew=0.3)
        for d in (3,)
        for seed in range(effort.of(quick=8, full=100))
    ]


def check(runs):
    share = np.mean([part(run) for run in runs])
    widest = max(np.linalg.norm(run.x[-1].mean(axis=0)) for run in runs)
    first = max(1 - atlas.part_in(run.x[-1, 0], run.space.limit) for run in runs)
    return [
        Check("share of runs that end as a cloud", atlas.share(runs), least=0.9),
        Check("mean |P_L x|^2 (even tokens: 2/3)", share, least=0.8),
        Check("first token: largest 1 - |P_L x|", first, bound=1e-6),
        Check("length of the mean token, largest", widest, bound=0.8),
    ]


def part(run):
    return (atlas.part_in(run.x[-1], run.space.limit) ** 2).mean()


def draw(ax, runs):
    atlas.draw_cosines(ax, runs[0])


CLAIM = Claim(
    name="atlas-cloud",
    question="Where do tokens go if all real parts are negative and the leading one is repeated?",
    source="arXiv:2411.04990, Table 1, row 4",
    statement="A cloud of points around the leading eigenspace L.",
    hypotheses="causal attention, Q = K = I, beta = 4, n = 16, d = 3",
    verdict=EVIDENCE_FOR,
    runs=runs,
    check=check,
    draw=draw,
    note="'Around' is made measurable as a mean |P_L x|^2 well above that of even tokens.",
)
