"""Claims: all are complete, some fail when their system is broken, and the commands print it."""

import functools
import json
import re
from pathlib import Path

import numpy as np
import pytest

import tokenflock as tkf
from tokenflock import Flow, SelfAttention, Space
from tokenflock.cli.check import check
from tokenflock.papers import claims
from tokenflock.papers.claims import atlas, chance
from tokenflock.papers.claims.causal import interaction_peak, leading_space
from tokenflock.papers.claims.claim import VERDICTS, Check, Claim, Effort
from tokenflock.papers.claims.metastability import pair_time
from tokenflock.papers.claims.perspective import small_beta
from tokenflock.papers.outcomes import Outcome, outcome_of
from tokenflock.papers.page import page

QUICK = Effort(quick=True)


def test_every_claim_is_complete():
    found = claims.all_claims()
    assert len(found) >= 82
    files = Path(claims.__file__).parent.glob("*/[!_]*.py")
    assert sorted(c.name for c in found) == sorted(f.stem.replace("_", "-") for f in files)
    for claim in found:
        assert claim.verdict in VERDICTS
        assert claim.question.endswith("?"), claim.name
        assert claim.source, claim.name
        assert claim.statement, claim.name
        assert claim.draw, claim.name
        assert claim.note or claim.verdict != "erratum", claim.name


def test_claims_draw_all_random_numbers_where_an_offset_reaches_them():
    files = Path(claims.__file__).parent.glob("*/[!_]*.py")
    assert [file.name for file in files if "default_rng" in file.read_text("utf-8")] == []


def test_an_offset_exchanges_every_random_number():
    def drawn(offset):
        with chance.offset_by(offset):
            return (
                chance.generator(3).random(),
                chance.generator([3, 1]).random(),
                chance.seed_of(3),
            )

    first, second = drawn(0), drawn(1)
    assert first == drawn(0)
    plain = tuple(np.random.default_rng(seed).random() for seed in (3, [3, 1]))
    assert first[:2] == plain
    assert all(a != b for a, b in zip(first, second, strict=True))


def test_specs_of_a_claim_follow_the_offset():
    seeds = []
    claim = Claim(
        "mine", "?", "here", "so", list, specs=[tkf.Spec(n=2, d=2, t_end=0.1, seed=5)],
        measure=lambda run, spec: seeds.append(spec.seed),
    )  # fmt: skip
    for offset in (0, 2):
        claim.data(Effort(quick=True, offset=offset))
    assert seeds == [5, 5 + 2 * chance.APART]


def test_statements_that_no_source_makes_are_marked(capsys):
    ours = {claim.name for claim in claims.all_claims() if claim.ours}
    assert ours >= {"number-of-heads", "rate-of-convergence", "limit-points", "master-equation",
                    "entrywise-positive", "causal-rate"}  # fmt: skip
    outcome = Outcome("mine", "here", "?", "so", "holds", "holds", (Check("w", 1.0, bound=2.0),),
                      1.0, 1.0, ours=True)  # fmt: skip
    assert "statement: ours" in page([outcome], quick=True)


def test_the_readme_counts_claims():
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    counted = re.search(r"(\d+) theorems, conjectures and figures, (\d+) of them", readme)
    found = claims.all_claims()
    assert counted
    assert tuple(map(int, counted.groups())) == (len(found), sum(claim.ours for claim in found))


def test_checks_compare_with_bounds_and_targets():
    assert Check("", 1.0, bound=1.0).passed
    assert not Check("", 1.1, bound=1.0).passed
    assert not Check("", 0.9, least=1.0).passed
    assert Check("", 1.3, target=1.0, error=0.1).passed
    assert not Check("", 1.5, target=1.0, error=0.1).passed
    assert not Check("", np.nan, bound=1.0).passed
    assert Check("", 1.9, target=1.0, error=0.1, sigmas=10).passed


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({}, "'width' needs exactly one of `bound`, `least` and `target`. Got none."),
        ({"bound": 1.0, "least": 0.0}, "exactly one .* Got bound and least."),
        ({"bound": 1.0, "within": 0.1}, "only beside a `target`. Got bound."),
        ({"least": 1.0, "sigmas": 3.0}, "only beside a `target`. Got least."),
        ({"target": 1.0}, "needs `within` or `error` as well"),
        ({"target": 1.0, "within": 0.1, "sigmas": 2.0, "error": 0.1}, "`within` or `sigmas`"),
    ],
)
def test_a_check_has_exactly_one_limit(limits, said):
    with pytest.raises(tkf.InputError, match=said):
        Check("width", 0.5, **limits)


@pytest.mark.parametrize(
    "parts",
    [{}, {"specs": []}, {"runs": len, "measure": len}, {"runs": len, "verdict": "true"}],
    ids=str,
)
def test_a_claim_is_measured_in_one_way_and_ends_in_a_known_verdict(parts):
    with pytest.raises(tkf.InputError, match=r"either `specs` and `measure`|'erratum'"):
        Claim("mine", "?", "here", "so", list, **parts)


OWN = """\
import tokenflock as tkf

spec = tkf.Spec(n=12, d=3, beta=1.0, init="half-sphere", t_end=40.0, seed=1)
CLAIM = tkf.Claim(
    name="one-half-sphere", source="arXiv:2312.10794", question="Do tokens of a half sphere meet?",
    statement="They become one point.",
    specs=tkf.grid(spec, beta=[0.0, 1.0]),
    measure=lambda run, spec: 1 - tkf.alignment(run.x.data[-1]),
    check=lambda gaps: [tkf.Check("largest 1 - mean cosine", max(gaps), bound=BOUND)],
)"""


@pytest.mark.parametrize(("bound", "status"), [("1e-6", 0), ("-1.0", 1)])
def test_a_claim_of_ones_own_takes_ten_lines(bound, status, tmp_path, tokenflock):
    assert len(OWN.splitlines()) <= 10
    (tmp_path / "mine.py").write_text(OWN.replace("BOUND", bound))
    assert tokenflock("check", "mine.py").returncode == status


def test_an_old_name_is_refused_with_the_new_one():
    with pytest.raises(tkf.InputError, match="now called 'normalization-table'"):
        claims.claim("normalisation-table")


class Unprojected(Space):
    """The sphere with its projection forgotten."""

    def velocity(self, t, x, attention):
        return attention(x)


def masked_wrongly(*arguments, mask="full", **options):
    return SelfAttention(*arguments, mask="causal" if mask == "full" else "full", **options)


def transposed(*arguments, ov, **options):
    return SelfAttention(*arguments, ov=np.swapaxes(ov, -1, -2), **options)


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


@pytest.mark.slow
@pytest.mark.parametrize(("name", "runs", "broken"), BREAKABLE, ids=NAMES)
def test_a_claim_fails_when_its_system_is_broken(name, runs, broken, monkeypatch):
    intact = passed_intact(name, runs)
    part = "Flow" if broken is without_projection else "SelfAttention"
    monkeypatch.setitem(vars(tkf), part, broken)
    assert intact - passed(name, runs)


def test_check_returns_1_when_a_verdict_changes(monkeypatch, capsys):
    monkeypatch.setattr(pair_time, "exact", lambda log_beta: 1.0)
    assert check(["pair-time"], quick=True, jobs=1, as_json=False) == 1
    assert "1 changed" in capsys.readouterr().out
    assert check(["pair-time"], quick=True, jobs=1, as_json=True) == 1
    (outcome,) = json.loads(capsys.readouterr().out)
    assert outcome["verdict"] == "changed"
    assert not all(measured["passed"] for measured in outcome["checks"])


@pytest.mark.slow
def test_the_report_shows_verdicts_and_figures():
    outcomes = [outcome_of(name, quick=True, figure=True) for name in ("small-beta", "pair-time")]
    text = page(outcomes, quick=True)
    assert [outcome.verdict for outcome in outcomes] == ["holds", "erratum"]
    assert text.count("data:image/png;base64,") == 2
    assert text.count('class="badge holds"') == text.count('class="badge erratum"') == 3
    assert text.count("has to fall to beta^(-1/2)") == 2  # among the errata, and in its place
