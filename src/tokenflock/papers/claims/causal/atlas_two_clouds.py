"""Last row of the atlas: a simple negative leading eigenvalue makes two clouds."""

from tokenflock.papers.claims import atlas
from tokenflock.papers.claims.claim import EVIDENCE_FOR, Claim


def runs(effort):
    return atlas.several("negative, simple", effort.of(quick=20, full=100), skew=0.0)


def check(runs):
    return atlas.around(runs, "two clouds", "1/3", least=0.75)


CLAIM = Claim(
    name="atlas-two-clouds",
    question="Where do tokens go if the leading eigenvalue of V is negative and simple?",
    source="arXiv:2411.04990, Table 1, row 5",
    statement="Two clouds, around xi and -xi.",
    hypotheses="causal attention, Q = K = I, beta = 4, n = 16, d = 3, "
    "orthogonal eigenvectors, gap at least 0.4",
    verdict=EVIDENCE_FOR,
    runs=runs,
    check=check,
    draw=atlas.draw_first,
    note="A token belongs to a cloud within 60 degrees of xi or -xi. With skewed eigenvectors some "
    "stay farther away (see atlas-explorer).",
)
