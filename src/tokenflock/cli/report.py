"""`tokenflock report`: all claims, verdicts and figures as one HTML page, alone."""

import base64
import html
import re
from collections.abc import Iterable, Sequence
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from string import Template

from tokenflock.papers.bibliography import numbered
from tokenflock.papers.claims import names as all_names
from tokenflock.papers.outcomes import Examination, examinations
from tokenflock.results.provenance import facts
from tokenflock.runtime.folders import fresh_file

TITLE = "What holds of self-attention as a particle system"


def report(path: Path, *, quick: bool, jobs: int, wanted: Sequence[str] = ()) -> int:
    """Examine claims and write the page; 0 if all verdicts are as recorded, else 1."""
    names = wanted or all_names()
    with fresh_file(path) as partial:
        done = _examined(names, quick, jobs)
        partial.write_text(page(done, quick=quick), encoding="utf-8")
    print(f"{len(done)} claims in {path}")
    return 0 if all(outcome.as_recorded for outcome in done) else 1


def _examined(names: Sequence[str], quick: bool, jobs: int) -> list[Examination]:
    from rich.progress import Progress

    outcomes = examinations(names, quick=quick, jobs=jobs, with_figures=True)
    with Progress(transient=True) as bar:
        done = list(bar.track(outcomes, total=len(names), description="examining"))
    return sorted(done, key=lambda outcome: names.index(outcome.name))


def page(outcomes: Sequence[Examination], *, quick: bool) -> str:
    """The page of given outcomes."""
    template = Template((files("tokenflock.cli") / "report.html").read_text(encoding="utf-8"))
    return template.substitute(
        title=TITLE,
        summary=_summary(outcomes, quick),
        errata=_errata(outcomes),
        contents=_contents(outcomes),
        sections="\n".join(_sections(outcomes)),
        machine=_machine(),
    )


def paper_of(source: str) -> str:
    """The paper of a claim: the first that its source names."""
    named = re.search(r"arXiv:\d{4}\.\d{5}", source)
    return named[0] if named else source.split(",")[0]


def _paper(outcome: Examination) -> str:
    return paper_of(outcome.source)


def _heading(paper: str) -> str:
    work = numbered(paper.removeprefix("arXiv:"))
    return html.escape(f"{paper} · {work.title}" if work else paper)


def _by_paper(outcomes: Sequence[Examination]) -> list[tuple[str, list[Examination]]]:
    ordered = sorted(outcomes, key=_paper)
    return [(paper, list(group)) for paper, group in groupby(ordered, key=_paper)]


def _summary(outcomes: Sequence[Examination], quick: bool) -> str:
    counts = {
        verdict: sum(o.verdict == verdict for o in outcomes)
        for verdict in dict.fromkeys(o.verdict for o in outcomes)
    }
    words = ", ".join(f"{count} × {_badge(verdict)}" for verdict, count in counts.items())
    effort = "Quick run: fewer repetitions, wider errors." if quick else "Full run."
    return f"<p>{len(outcomes)} claims: {words}. {effort}</p>"


def _badge(verdict: str) -> str:
    kind = verdict.split(":")[0].replace(" ", "-")
    return f'<span class="badge {kind}">{html.escape(verdict)}</span>'


def _contents(outcomes: Sequence[Examination]) -> str:
    return "".join(
        f"<h3>{_heading(paper)}</h3><table>{''.join(map(_row, group))}</table>"
        for paper, group in _by_paper(outcomes)
    )


def _row(outcome: Examination) -> str:
    question = f'<a href="#{outcome.name}">{html.escape(outcome.question)}</a>'
    return f'<tr><td>{question}</td><td class="verdict">{_badge(outcome.verdict)}</td></tr>'


def _errata(outcomes: Sequence[Examination]) -> str:
    found = [o for o in outcomes if o.recorded == "erratum"]
    items = "".join(
        f'<li><a href="#{o.name}">{html.escape(o.source)}</a>: {html.escape(o.note)}'
        f"<ul>{_checks(o)}</ul></li>"
        for o in found
    )
    return f"<ol>{items}</ol>" if found else "<p>None among these claims.</p>"


def _sections(outcomes: Sequence[Examination]) -> Iterable[str]:
    for paper, group in _by_paper(outcomes):
        yield f"<h2>{_heading(paper)}</h2>"
        yield from map(_section, group)


def _section(outcome: Examination) -> str:
    note = f"<p>{html.escape(outcome.note)}</p>" if outcome.note else ""
    failure = f"<pre>{html.escape(outcome.failure)}</pre>" if outcome.failure else ""
    return (
        f'<section id="{outcome.name}"><h3>{html.escape(outcome.question)}</h3>'
        f'<p class="source">{html.escape(outcome.source)} · '
        f"<code>tokenflock check {outcome.name}</code> · {outcome.cpu:.1f} s of CPU</p>"
        f"<p>{_badge(outcome.verdict)} {html.escape(outcome.statement)}</p>{note}"
        f"<ul>{_checks(outcome)}</ul>{failure}{_figure(outcome)}</section>"
    )


def _figure(outcome: Examination) -> str:
    """The figure with its setting as caption, inside the page itself."""
    if outcome.figure is None:
        return ""
    data = base64.b64encode(outcome.figure).decode()
    return (
        f'<figure><img alt="Figure: {html.escape(outcome.statement)}" '
        f'src="data:image/png;base64,{data}">'
        f"<figcaption>{html.escape(outcome.hypotheses)}</figcaption></figure>"
    )


def _checks(outcome: Examination) -> str:
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
