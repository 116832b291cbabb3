"""All claims, verdicts and figures as one HTML page that stands alone."""

import base64
import html
from collections.abc import Iterable, Sequence
from importlib.resources import files
from itertools import groupby
from string import Template

from tokenflock.papers.bibliography import numbered, paper_of
from tokenflock.papers.outcomes import Outcome
from tokenflock.results.provenance import facts

TITLE = "What holds of self-attention as a particle system"


def page(outcomes: Sequence[Outcome], *, quick: bool) -> str:
    """The page that shows some outcomes."""
    template = Template((files("tokenflock.papers") / "page.html").read_text(encoding="utf-8"))
    return template.substitute(
        title=TITLE,
        summary=_summary(outcomes, quick),
        errata=_errata(outcomes),
        contents=_contents(outcomes),
        sections="\n".join(_sections(outcomes)),
        machine=_machine(),
    )


def _paper(outcome: Outcome) -> str:
    return paper_of(outcome.source)


def _heading(paper: str) -> str:
    work = numbered(paper.removeprefix("arXiv:"))
    return html.escape(f"{paper} · {work.title}" if work else paper)


def _by_paper(outcomes: Sequence[Outcome]) -> list[tuple[str, list[Outcome]]]:
    ordered = sorted(outcomes, key=_paper)
    return [(paper, list(group)) for paper, group in groupby(ordered, key=_paper)]


def _summary(outcomes: Sequence[Outcome], quick: bool) -> str:
    counts = {
        verdict: sum(o.verdict == verdict for o in outcomes)
        for verdict in dict.fromkeys(o.verdict for o in outcomes)
    }
    words = ", ".join(f"{count} × {_badge(verdict)}" for verdict, count in counts.items())
    effort = "Quick run: fewer repetitions, wider errors." if quick else "Full run."
    ours = sum(o.ours for o in outcomes)
    marked = f" Of them {ours} are marked as ours: no source states them." if ours else ""
    return f"<p>{len(outcomes)} claims: {words}.{marked} {effort}</p>"


def _badge(verdict: str) -> str:
    kind = verdict.split(":")[0].replace(" ", "-")
    return f'<span class="badge {kind}">{html.escape(verdict)}</span>'


def _contents(outcomes: Sequence[Outcome]) -> str:
    return "".join(
        f"<h3>{_heading(paper)}</h3><table>{''.join(map(_row, group))}</table>"
        for paper, group in _by_paper(outcomes)
    )


def _row(outcome: Outcome) -> str:
    question = f'<a href="#{outcome.name}">{html.escape(outcome.question)}</a>'
    return f'<tr><td>{question}</td><td class="verdict">{_badge(outcome.verdict)}</td></tr>'


def _errata(outcomes: Sequence[Outcome]) -> str:
    found = [o for o in outcomes if o.recorded == "erratum"]
    items = "".join(
        f'<li><a href="#{o.name}">{html.escape(o.source)}</a>: {html.escape(o.note)}'
        f"<ul>{_checks(o)}</ul></li>"
        for o in found
    )
    return f"<ol>{items}</ol>" if found else "<p>None among these claims.</p>"


def _sections(outcomes: Sequence[Outcome]) -> Iterable[str]:
    for paper, group in _by_paper(outcomes):
        yield f"<h2>{_heading(paper)}</h2>"
        yield from map(_section, group)


def _section(outcome: Outcome) -> str:
    note = f"<p>{html.escape(outcome.note)}</p>" if outcome.note else ""
    failure = f"<pre>{html.escape(outcome.failure)}</pre>" if outcome.failure else ""
    return (
        f'<section id="{outcome.name}"><h3>{html.escape(outcome.question)}</h3>'
        f'<p class="source">{_origin(outcome)} · '
        f"<code>tokenflock check {outcome.name}</code> · {outcome.cpu:.1f} s of CPU</p>"
        f"<p>{_badge(outcome.verdict)} {html.escape(outcome.statement)}</p>{note}"
        f"<ul>{_checks(outcome)}</ul>{failure}{_figure(outcome)}</section>"
    )


def _origin(outcome: Outcome) -> str:
    """The source, and whether the statement is ours."""
    return html.escape(outcome.source) + (" · statement: ours" if outcome.ours else "")


def _figure(outcome: Outcome) -> str:
    """The figure with its setting as caption, inside the page itself."""
    if outcome.figure is None:
        return ""
    data = base64.b64encode(outcome.figure).decode()
    return (
        f'<figure><img alt="Figure: {html.escape(outcome.statement)}" '
        f'src="data:image/png;base64,{data}">'
        f"<figcaption>{html.escape(outcome.hypotheses)}</figcaption></figure>"
    )


def _checks(outcome: Outcome) -> str:
    return "".join(
        f'<li class="{"ok" if check.passed else "not"}">{html.escape(check.sentence())}</li>'
        for check in outcome.checks
    )


def _machine() -> str:
    rows = "".join(
        f"<tr><td>{html.escape(name)}</td><td>{html.escape(str(value))}</td></tr>"
        for name, value in facts().items()
    )
    return f"<table>{rows}</table>"
