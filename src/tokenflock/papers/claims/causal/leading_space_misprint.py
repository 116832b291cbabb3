"""The point of the second conjecture is the first token's part in L, not in its complement."""

from tokenflock.papers.claims import printed
from tokenflock.papers.claims.causal.leading_space import TIMES, runs
from tokenflock.papers.claims.claim import ERRATUM, Check, Claim


def check(runs):
    return [
        Check("farthest token from the part in L", max(r["inside"][-1] for r in runs), bound=1e-4),
        Check("from the part in the complement, at least",
              min(r["outside"][-1] for r in runs), least=1.4),
        printed.check(run["printed"] for run in runs),
    ]  # fmt: skip


def draw(ax, runs):
    for run in runs:
        ax.loglog(TIMES[1:], run["outside"][1:], "C1", lw=0.7)
        ax.loglog(TIMES[1:], run["inside"][1:], "C0", lw=0.7)
    ax.plot([], [], "C1", label=r"from $P_{L^\perp} x_1(0)$, as printed")
    ax.plot([], [], "C0", label="from $P_L x_1(0)$")
    ax.set(xlabel="time $t$", ylabel="distance of the farthest token")
    ax.legend()


CLAIM = Claim(
    name="leading-space-misprint",
    question="Which part of the first token do all tokens converge to?",
    source="arXiv:2411.04990, Conjecture thm2, formula",
    statement="Printed: the normalized P_{L perp} x_1(0). Measured, and said in words there: that "
    "of P_L x_1(0).",
    hypotheses="as leading-space",
    verdict=ERRATUM,
    runs=runs,
    check=check,
    draw=draw,
    note="The formula has the projection on the complement of L; the two are orthogonal, so tokens "
    "end at distance sqrt(2) from the printed point.",
)
