"""Claims: all are complete, some fail when their system is broken, and the commands tell."""

import functools
import json
from pathlib import Path

import numpy as np
import pytest

import tokenflock as tkf
from tokenflock import Flow, SelfAttention, Sphere
from tokenflock.cli.check import check
from tokenflock.cli.report import page
from tokenflock.papers import claims, figures
from tokenflock.papers.claims import atlas
from tokenflock.papers.claims.causal import interaction_peak, leading_space
from tokenflock.papers.claims.claim import VERDICTS, Check, Effort
from tokenflock.papers.claims.metastability import pair_time
from tokenflock.papers.claims.perspective import small_beta
from tokenflock.papers.outcomes import examined

QUICK = Effort(quick=True)


def test_every_claim_is_complete():
    found = claims.all_claims()
    assert len(found) >= 45
    files = Path(claims.__file__).parent.glob("*/[!_]*.py")
    assert sorted(c.name for c in found) == sorted(f.stem.replace("_", "-") for f in files)
    for claim in found:
        assert claim.verdict in VERDICTS
        assert claim.question.endswith("?"), claim.name
        assert claim.source, claim.name
        assert claim.statement, claim.name
        assert claim.draw, claim.name
        assert bool(claim.runs) != bool(claim.specs and claim.measure), claim.name
        assert claim.note or claim.verdict != "erratum", claim.name


def test_every_figure_is_complete():
    for name in figures.names():
        figure = figures.figure(name)
        assert figure.name == name
        assert all((figure.source, figure.title, figure.caption, figure.cost))


def test_checks_compare_with_bounds_and_targets():
    assert Check("", 1.0, bound=1.0).passed
    assert not Check("", 1.1, bound=1.0).passed
    assert not Check("", 0.9, least=1.0).passed
    assert Check("", 1.3, target=1.0, error=0.1).passed
    assert not Check("", 1.5, target=1.0, error=0.1).passed
    assert not Check("", np.nan, bound=1.0).passed


class Unprojected(Sphere):
    """The sphere with its projection forgotten."""

    def velocity(self, t, x, attention):
        return attention(x)


def masked_wrongly(*given, mask="full", **options):
    return SelfAttention(*given, mask="causal" if mask == "full" else "full", **options)


def transposed(*given, ov, **options):
    return SelfAttention(*given, ov=np.swapaxes(ov, -1, -2), **options)


def without_projection(attention, **options):
    return Flow(attention, Unprojected(), **options)


def two_peaks(effort):
    return [interaction_peak.one(beta) for beta in (9.0, 64.0)]


# Claims, a small part of their runs, and ways to break their system that they must notice.
BREAKABLE = [
    ("interaction-peak", two_peaks, masked_wrongly),
    ("small-beta", lambda effort: [small_beta.one(0)], masked_wrongly),
    ("atlas-rotating", lambda effort: atlas.several("positive, complex", 1), transposed),
    ("leading-space", lambda effort: [leading_space.one(3, 1, 0)], transposed),
    ("interaction-peak", two_peaks, without_projection),
]
NAMES = [f"{name}-{how.__name__}" for name, _, how in BREAKABLE]


@functools.cache
def passed_intact(name, runs):
    return passed(name, runs)


def passed(name, runs):
    """The statements of a claim that hold for some runs."""
    return {check.statement for check in claims.claim(name).check(runs(QUICK)) if check.passed}


@pytest.mark.parametrize(("name", "runs", "broken"), BREAKABLE, ids=NAMES)
def test_a_claim_fails_when_its_system_is_broken(name, runs, broken, monkeypatch):
    intact = passed_intact(name, runs)
    part = "Flow" if broken is without_projection else "SelfAttention"
    monkeypatch.setitem(vars(tkf), part, broken)
    assert intact - passed(name, runs)


def test_check_returns_1_when_a_verdict_changes(monkeypatch, capsys):
    monkeypatch.setattr(pair_time, "exact", lambda log_beta: 1.0)
    assert check(("pair-time",), None, quick=True, jobs=1, as_json=False) == 1
    assert "1 changed" in capsys.readouterr().out
    assert check(("pair-time",), None, quick=True, jobs=1, as_json=True) == 1
    (told,) = json.loads(capsys.readouterr().out)
    assert told["verdict"] == "changed"
    assert not all(measured["passed"] for measured in told["checks"])


def test_the_report_shows_verdicts_and_figures():
    outcomes = [examined(name, True, True) for name in ("small-beta", "pair-time")]
    text = page(outcomes, quick=True)
    assert [outcome.verdict for outcome in outcomes] == ["holds", "erratum"]
    assert text.count("data:image/png;base64,") == 2
    assert text.count('class="badge holds"') == text.count('class="badge erratum"') == 3
    assert text.count("has to fall to beta^(-1/2)") == 2  # among the errata, and in its place
