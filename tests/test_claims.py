"""Claims: all are complete, some fail when their system is broken, and the commands tell."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tokenflock as tkf
from tokenflock import claims, reproductions
from tokenflock.claims.claim import VERDICTS, Check, Effort
from tokenflock.examination import examined
from tokenflock.reporting import page
from tokenflock.spaces import Sphere

TOKENFLOCK = Path(sys.executable).with_name("tokenflock")
QUICK = Effort(quick=True)


def test_every_claim_is_complete():
    found = claims.all_claims()
    assert len(found) >= 20
    assert len({claim.name for claim in found}) == len(found)
    assert [claim.name for claim in found] == list(claims.names())  # the files' names
    for claim in found:
        assert claim.verdict in VERDICTS
        assert claim.question.endswith("?"), claim.name
        assert claim.source, claim.name
        assert claim.statement, claim.name
        assert claim.draw, claim.name
        assert bool(claim.runs) != bool(claim.specs and claim.measure), claim.name
        assert claim.note or claim.verdict != "erratum", claim.name


def test_every_figure_is_complete():
    for name in reproductions.names():
        figure = reproductions.figure(name)
        assert figure.name == name
        assert all((figure.source, figure.title, figure.caption, figure.cost))


def test_checks_compare_with_bounds_and_targets():
    assert Check("", 1.0, bound=1.0).passed
    assert not Check("", 1.1, bound=1.0).passed
    assert not Check("", 0.9, least=1.0).passed
    assert Check("", 1.3, target=1.0, error=0.1).passed
    assert not Check("", 1.5, target=1.0, error=0.1).passed
    assert not Check("", np.nan, bound=1.0).passed


# Fast claims, and what breaks each of their systems.
BROKEN = {
    "symmetric-start": {"mask": "causal"},
    "small-beta": {"mask": "causal"},
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_claim_fails_with_the_wrong_mask(name, monkeypatch):
    attention = tkf.SelfAttention
    monkeypatch.setitem(
        tkf.__dict__, "SelfAttention", lambda *a, **o: attention(*a, **(o | BROKEN[name]))
    )
    assert not claims.claim(name).found(QUICK).as_recorded


def test_a_claim_fails_with_a_transposed_matrix(monkeypatch):
    from tokenflock.claims.emergence import hyperplanes

    attention = tkf.SelfAttention
    monkeypatch.setitem(
        tkf.__dict__, "SelfAttention", lambda beta, ov: attention(beta, ov=np.transpose(ov))
    )
    data = hyperplanes.several("d = 2", range(1))
    assert not all(check.passed for check in hyperplanes.check(data))


def test_a_claim_fails_without_the_projection(monkeypatch):
    monkeypatch.setattr(Sphere, "velocity", lambda self, t, x, attention: attention(x))
    from tokenflock.claims.perspective import energy_identities

    data = [energy_identities.one(w, 1.7, 0) for w in ("softmax", "unnormalised")]
    assert not all(check.passed for check in energy_identities.check(data))


def tokenflock(*words, folder):
    environment = os.environ | {"COLUMNS": "160", "NO_COLOR": "1", "TERM": "dumb"}
    return subprocess.run(
        [TOKENFLOCK, *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_check_exits_0_as_recorded_and_2_for_bad_input(tmp_path):
    done = tokenflock("check", "hemisphere-probability", "--quick", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "all as recorded" in done.stdout
    wrong = tokenflock("check", "hemisphere-probabilty", folder=tmp_path)
    assert wrong.returncode == 2
    assert "hemisphere-probability" in wrong.stderr


def test_check_returns_1_when_a_verdict_changes(monkeypatch, capsys):
    from tokenflock import theory
    from tokenflock.checking import check

    monkeypatch.setattr(theory, "hemisphere_probability", lambda n, d: 0.75)
    assert check(("hemisphere-probability",), None, quick=True, jobs=1, as_json=False) == 1
    assert "1 changed" in capsys.readouterr().out


def test_the_report_shows_verdicts_and_figures():
    outcomes = [examined(name, True, True) for name in ("hemisphere-probability", "small-beta")]
    text = page(outcomes, quick=True)
    assert [outcome.verdict for outcome in outcomes] == ["holds", "holds"]
    assert text.count("data:image/png;base64,") == 2
    assert text.count('class="badge holds"') >= 2
    assert "identical Kuramoto oscillators" in text
