"""Second row of the atlas: a repeated positive eigenvalue gathers all tokens at one point of L."""

from tokenflock.papers.claims import atlas
from tokenflock.papers.claims.claim import EVIDENCE_FOR, Claim


def runs(effort):
    return atlas.several("positive, several", effort.of(quick=8, full=100))


def check(runs):
    return atlas.beside(runs, "one point", within=1e-8)


CLAIM = Claim(
    name="atlas-point",
    question="Where do tokens go if the leading eigenvalue of V is positive and repeated?",
    source="arXiv:2411.04990, Table 1, row 2",
    statement="One point of the leading eigenspace L.",
    hypotheses="causal attention, Q = K = I, beta = 0.5, 1, 2, n = 16, d = 3; V symmetric or not",
    verdict=EVIDENCE_FOR,
    runs=runs,
    check=check,
    draw=atlas.draw_first,
    note="A conjecture in the paper; which point, see leading-space.",
)
