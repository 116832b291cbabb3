"""Fourth row of the atlas: a repeated negative leading eigenvalue scatters tokens around L."""

from tokenflock.papers.claims import atlas
from tokenflock.papers.claims.claim import EVIDENCE_FOR, Claim


def runs(effort):
    return atlas.several("negative, several", effort.of(quick=20, full=100), skew=0.0)


def check(runs):
    return atlas.around(runs, "a cloud", "2/3", least=0.8)


CLAIM = Claim(
    name="atlas-cloud",
    question="Where do tokens go if all real parts are negative and the leading one is repeated?",
    source="arXiv:2411.04990, Table 1, row 4",
    statement="A cloud of points around the leading eigenspace L.",
    hypotheses="causal attention, Q = K = I, beta = 4, n = 16, d = 3, "
    "orthogonal eigenvectors, gap at least 0.4",
    verdict=EVIDENCE_FOR,
    runs=runs,
    check=check,
    draw=atlas.draw_first,
    note="'Around' is made measurable as a mean |P_L x|^2 well above that of even tokens. "
    "With skewed eigenvectors some clouds are still in motion at t = 3000, and some fill the whole "
    "sphere (see atlas-explorer).",
)
