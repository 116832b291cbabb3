"""Pages made from the registry of claims: all of them, the table of theorems, the errata."""

import inspect
from collections import Counter
from itertools import groupby
from pathlib import Path

from extension.markdown import plain, table
from tokenflock.papers import claims
from tokenflock.papers.bibliography import numbered, paper_of
from tokenflock.papers.claims.claim import ERRATUM, VERDICTS, Claim

ROOT = Path(__file__).parents[2]


def by_paper() -> list[tuple[str, list[Claim]]]:
    """All claims under the paper that their source names first."""
    ordered = sorted(claims.all_claims(), key=lambda claim: paper_of(claim.source))
    return [(p, list(g)) for p, g in groupby(ordered, key=lambda c: paper_of(c.source))]


def heading(paper: str) -> str:
    """A paper with its title."""
    work = numbered(paper.removeprefix("arXiv:"))
    return plain(f"{work.title} ({paper})" if work else paper)


def address(paper: str) -> str:
    """Where to read a paper; nothing for one that is not on arXiv."""
    number = paper.removeprefix("arXiv:")
    return f"<https://arxiv.org/abs/{number}>\n" if number != paper else ""


def place(claim: Claim) -> str:
    """Where in the paper, as far as the source tells."""
    return claim.source.removeprefix(paper_of(claim.source)).lstrip(", ") or "throughout"


def theorems() -> str:
    """Every statement with the claim that checks it, a table for each paper."""
    return "\n".join(
        f"### {heading(paper)}\n\n"
        + table(
            ("where", "statement", "verdict", "claim"),
            (
                (
                    plain(place(c)),
                    plain(c.statement),
                    c.verdict,
                    f"[`{c.name}`](#claim-{c.name})",
                )
                for c in group
            ),
        )
        for paper, group in by_paper()
    )


def catalog() -> str:
    """Every claim in full."""
    sections = []
    for paper, group in by_paper():
        sections.append(f"## {heading(paper)}\n\n{address(paper)}")
        sections += map(_section, group)
    return "\n".join(sections)


def _section(claim: Claim) -> str:
    hypotheses = f"\n*Setting:* {plain(claim.hypotheses)}.\n" if claim.hypotheses else ""
    note = f"\n*Note:* {plain(claim.note)}\n" if claim.note else ""
    said = "Our statement" if claim.ours else "Stated"
    return (
        f"(claim-{claim.name})=\n### {claim.name}\n\n"
        f"{plain(claim.question)} **{claim.verdict.capitalize()}.**\n\n"
        f"*{said}* ({plain(claim.source)}): {plain(claim.statement)}\n{hypotheses}{note}\n"
        f"`tokenflock check {claim.name}` · `{_file(claim)}`\n"
    )


def _file(claim: Claim) -> str:
    return str(Path(inspect.getfile(claim.check)).relative_to(ROOT))


def summary() -> str:
    """How many claims there are of each verdict."""
    count = Counter(claim.verdict for claim in claims.all_claims())
    told = ", ".join(f"{count[verdict]} × *{verdict}*" for verdict in VERDICTS if count[verdict])
    ours = sum(claim.ours for claim in claims.all_claims())
    return (
        f"{sum(count.values())} claims: {told}. In {ours} of them the statement is *ours*: the "
        "source asks, or allows to derive it, and does not print it.\n"
    )


def errata() -> str:
    """The claims that show a printed statement to be wrong, with what holds instead."""
    found = [claim for claim in claims.all_claims() if claim.verdict == ERRATUM]
    return "\n".join(_erratum(claim) for claim in found)


def _erratum(claim: Claim) -> str:
    return (
        f"## {plain(claim.source)}\n\n{plain(claim.statement)}\n\n{plain(claim.note)}\n\n"
        f"Measured by [`{claim.name}`](#claim-{claim.name}): `tokenflock check {claim.name}`.\n"
    )
