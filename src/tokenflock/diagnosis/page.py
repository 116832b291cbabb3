"""A diagnosis as one HTML page that stands alone: findings first, then figures."""

import base64
import html
import io
from collections.abc import Callable
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from tokenflock.diagnosis.findings import Finding
from tokenflock.papers.bibliography import numbered
from tokenflock.plots.diagnosis import panels_of
from tokenflock.results.provenance import facts

if TYPE_CHECKING:
    from tokenflock.diagnosis.front import Diagnosis

DPI = 140
SOURCES = {"files": "read from its files", "live": "watched live", "arrays": "from arrays"}


def page(found: "Diagnosis") -> str:
    """The page of a diagnosis."""
    about = found.table.attrs
    title = f"What attention does to the tokens of {about['model']}"
    return page_of(
        title=title,
        summary=_summary(found),
        findings=_findings(found),
        figures="".join(
            figure_of(heading, caption, draw)
            for heading, caption, draw in panels_of(
                found.table, None if found.other is None else found.other.table
            )
        ),
        thresholds=_limits(found),
    )


def page_of(*, title: str, summary: str, findings: str, figures: str, thresholds: str = "") -> str:
    """A page from its parts, which are HTML; the title is plain text."""
    template = Template((files("tokenflock.diagnosis") / "page.html").read_text(encoding="utf-8"))
    section = f"<h2>Thresholds</h2><table>{thresholds}</table>" if thresholds else ""
    return template.substitute(
        title=html.escape(title),
        summary=summary,
        findings=findings,
        figures=figures,
        thresholds=section,
        machine=f"<table>{_rows(facts())}</table>",
    )


def _summary(found: "Diagnosis") -> str:
    a, sizes = found.table.attrs, found.table.sizes
    heads = f", {sizes['head']} heads" if "head" in sizes else ""
    norms = f", norms {a['norms']}" if "norms" in a else ""
    text = (
        f"{a['family']} · {sizes['layer']} layers{heads}, d = {a.get('dimension', '?')}, "
        f"{a['mask']} mask{norms} · {a['tokens']:.0f} tokens · {SOURCES[a['source']]}. "
        "Layers, heads and tokens count from 0."
    )
    other = "" if found.other is None else f" Compared with {found.other.table.attrs['model']}."
    few = ""
    if a.get("version_tokens", a["tokens"]) < a["tokens"]:
        few = f" Versions of the model read the first {a['version_tokens']} tokens."
    if sizes.get("token", a["tokens"]) < a["tokens"]:
        few += f" Influence is that of the first {sizes['token']}."
    few += f" {found.left_out()}" if found.left_out() else ""
    return f"<p>{html.escape(text + other + few + _length(found))}</p>"


def _length(found: "Diagnosis") -> str:
    """Up to how many tokens heads pick some of them, beside what the model promises."""
    if "critical_length" not in found.table:
        return ""
    length = float(np.nanmedian(found.table.critical_length))
    most = found.table.attrs.get("positions", 0)
    beside = f"; the model has {most} positions" if most else ""
    return (
        f" With the measured β the median head of the median layer would average beyond "
        f"{length:.0f} tokens, unless logits grow with log n{beside}."
    )


def _findings(found: "Diagnosis") -> str:
    items = "".join(map(_finding, found.findings))
    if not items:
        items = (
            '<li class="finding calm"><span class="badge calm">fine</span> Nothing unusual.</li>'
        )
    changed = ""
    if found.other is not None:
        listed = "".join(f"<li>{html.escape(sentence)}</li>" for sentence in found.changes())
        changed = f"<h2>Compared</h2><ul>{listed}</ul>"
    return f'<ul class="findings">{items}</ul>{changed}'


def _finding(one: Finding) -> str:
    claim = f" · <code>tokenflock check {one.claim}</code>" if one.claim else ""
    return (
        f'<li class="finding {one.severity}"><span class="badge {one.severity}">{one.name}</span> '
        f'{html.escape(one.sentence)} <span class="source">{_source(one.source)}{claim}</span></li>'
    )


def _source(source: str) -> str:
    """A paper with a link, and its title where it is on our list."""
    number = source.removeprefix("arXiv:")
    work = numbered(number)
    words = f"{source}, {work.title}" if work else source
    return f'<a href="https://arxiv.org/abs/{number}">{html.escape(words)}</a>'


def figure_of(title: str, caption: str, draw: Callable[[], Figure]) -> str:
    """A figure with its caption, inside the page itself."""
    buffer = io.BytesIO()
    draw().savefig(buffer, format="png", dpi=DPI)
    data = base64.b64encode(buffer.getvalue()).decode()
    return (
        f'<figure><h3>{html.escape(title)}</h3><img alt="{html.escape(title)}" '
        f'src="data:image/png;base64,{data}"><figcaption>{html.escape(caption)}</figcaption>'
        "</figure>"
    )


def _limits(found: "Diagnosis") -> str:
    """Thresholds, and what each says."""
    meanings = found.thresholds.meanings()
    return "".join(
        f'<tr><td>{name}</td><td class="number">{value:g}</td>'
        f"<td>{html.escape(meanings[name])}</td></tr>"
        for name, value in found.thresholds.asdict().items()
    )


def _rows(values: dict[str, object] | dict[str, float]) -> str:
    return "".join(
        f"<tr><td>{html.escape(str(name))}</td><td>{html.escape(str(value))}</td></tr>"
        for name, value in values.items()
    )
