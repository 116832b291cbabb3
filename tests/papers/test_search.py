"""The search for counterexamples: finds planted ones, none of theorems, survives a kill."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tokenflock as tkf
from tokenflock.cli import search
from tokenflock.errors import InputError
from tokenflock.papers import claims
from tokenflock.papers.claims.claim import Check, Claim
from tokenflock.papers.search.box import Box, Directions, Interval, Logarithmic, Whole
from tokenflock.papers.search.ends import rests, still
from tokenflock.papers.search.finding import Search
from tokenflock.papers.search.hunt import Evaluations, hunt
from tokenflock.papers.search.journal import Journal
from tokenflock.papers.search.quantified import Quantified
from tokenflock.spec import Spec

BETAS, SEEDS = Logarithmic(0.2, 8.0), Whole(0, 999)


def claimed(name, quantified):
    """A claim that is only there to be searched."""
    return Claim(
        name=name, question="?", source="a test", statement="?", runs=lambda effort: [],
        check=lambda runs: [Check("nothing", 0.0, bound=1.0)], quantified=quantified,
    )  # fmt: skip


def causal(beta, mu, seed):
    """Causal tokens of the plane, V = diag(1, mu)."""
    return Spec(
        n=4, beta=beta, ov=[[1.0, 0.0], [0.0, mu]], mask="causal", seed=seed, t_end=200.0,
        samples=2, tol=1e-7,
    )  # fmt: skip


def sphere(beta, seed):
    return Spec(n=6, d=3, beta=beta, seed=seed, t_end=4.0, samples=9, tol=1e-7)


def energy_loss(x, spec):
    """By how much the energy falls between two saved times, at most."""
    return float((-np.diff(np.asarray(tkf.energy(x, beta=spec.beta)))).max()) - 1e-9


def one_point(x, spec):
    return float(np.linalg.norm(x[-1] - x[-1, 0], axis=-1).max()) - 0.1


def at_least_two(x, spec):
    return 0.1 - float(np.linalg.norm(x[-1] - x[-1, 0], axis=-1).max())


def shorter_than_half(x, spec):
    """False: that the mean of tokens stays shorter than 0.9."""
    return float(np.linalg.norm(x.mean(axis=1), axis=-1).max()) - 0.9


SLOPES = {"beta": BETAS, "mu": Interval(0.1, 0.7), "seed": SEEDS}
FALSE = {
    "one cluster for a simple top eigenvalue": Quantified(SLOPES, causal, one_point, rests),
    "two clusters for a simple top eigenvalue": Quantified(SLOPES, causal, at_least_two, rests),
    "tokens stay scattered": Quantified({"beta": BETAS, "seed": SEEDS}, sphere, shorter_than_half),
}
TRUE = {
    "the energy grows": Quantified({"beta": BETAS, "seed": SEEDS}, sphere, energy_loss),
    "the first token rests": Quantified(
        {"beta": BETAS, "x0": Directions(5, 3), "qk": Interval(-1.0, 1.0, (3, 3))},
        lambda beta, x0, qk: Spec(beta=beta, init=x0, qk=qk, mask="causal", t_end=3.0, samples=5),
        lambda x, spec: float(np.abs(x[:, 0] - x[0, 0]).max()) - 1e-9,
    ),
    "a hemisphere keeps its tokens": Quantified(
        {"beta": BETAS, "x0": Interval(0.05, 1.0, (6, 3))},
        lambda beta, x0: Spec(beta=beta, init=tkf.normalize(x0), t_end=3.0, samples=9, tol=1e-7),
        lambda x, spec: -float(x.min()),  # the orthant of positive directions
    ),
}


QUANTIFIED = [claim for claim in claims.all_claims() if claim.quantified is not None]


@pytest.mark.parametrize("claim", QUANTIFIED, ids=lambda claim: claim.name)
def test_a_claim_can_be_searched_wherever_it_says(claim):
    rng, quantified = np.random.default_rng(0), claim.quantified
    corners = [np.zeros(quantified.box.dimension), np.ones(quantified.box.dimension)]
    points = [*corners, *rng.uniform(size=(3, quantified.box.dimension))]
    for spec in map(quantified.system, points):
        assert Spec.from_toml(spec.to_toml()) == spec
        tkf.flow_of(spec).check(tkf.tokens_of(spec))


def test_the_conjecture_that_fails_is_found_to_fail(tmp_path):
    found = Search(claims.claim("counterexample"), tmp_path, budget=3000, seed=0).run()
    assert found.worst.is_violation
    end = tkf.simulate(found.worst.spec)
    assert still(end, found.worst.spec)
    assert not still(end.isel(time=slice(0, 1)), found.worst.spec)
    V = np.array(found.worst.spec.ov)
    assert np.exp(-2 * found.worst.spec.beta) > 1 - V[1, 1]  # the condition of the page


@pytest.mark.parametrize("name", FALSE)
def test_a_planted_counterexample_is_found(name, tmp_path):
    found = Search(claimed("planted", FALSE[name]), tmp_path, budget=4000, seed=1).run()
    assert found.worst.is_violation
    assert "violated by" in found.sentence
    saved = Spec.from_file(tmp_path / "worst.toml")
    assert FALSE[name].excess(tkf.simulate(saved).x.data, saved) == pytest.approx(
        found.worst.excess[0], abs=1e-9, rel=0
    )


@pytest.mark.parametrize("name", TRUE)
def test_theorems_have_no_counterexample(name, tmp_path):
    found = Search(claimed("true", TRUE[name]), tmp_path, budget=300, seed=0).run()
    assert not found.worst.is_violation
    assert found.evaluations >= 300
    assert "no violation in" in found.sentence
    assert json.loads((tmp_path / "search.json").read_text())["violated"] is False


def test_a_violation_that_does_not_last_is_none(tmp_path):
    # At t = 0.01 random tokens are apart, as they are not later on.
    early = Quantified(
        {"beta": BETAS, "seed": SEEDS},
        lambda beta, seed: sphere(beta, seed).replace(t_end=0.01, samples=2), one_point, rests,
    )  # fmt: skip
    found = Search(claimed("early", early), tmp_path, budget=100, seed=0).run()
    assert not found.worst.is_violation
    assert "still on its way" in found.sentence


def test_the_hunt_climbs_to_a_narrow_peak(tmp_path):
    # Excess without a solve: a peak of width 0.02 in four dimensions, the top at one point.
    top = np.array([0.3, 0.7, 0.2, 0.9])

    class Peak:
        box = Box({"u": Interval(0.0, 1.0, (4,))})

        def excesses(self, points):
            return -(np.linalg.norm(points - top, axis=1) ** 2)

    seen = Evaluations(Peak(), 6000, Journal(tmp_path / "journal.jsonl"), lambda now: None)
    hunt(seen, 0, lambda: seen.best[0].excess > -1e-10)
    assert seen.spent < 6000
    np.testing.assert_allclose(seen.best[0].point, top, atol=1e-5, rtol=0)


@given(st.lists(st.floats(0.0, 1.0), min_size=14, max_size=14))
def test_every_point_of_the_cube_is_a_system(u):
    box = Box({
        "a": Interval(-2.0, 3.0), "b": Interval(0.0, 1.0, (2, 2)), "c": Logarithmic(1e-3, 1e3),
        "k": Whole(2, 5), "x0": Directions(2, 3), "e": Interval(5.0, 5.0),
    })  # fmt: skip
    values = box.values(np.array(u))
    assert box.dimension == 14
    assert -2 <= values["a"] <= 3
    assert values["b"].shape == (2, 2)
    assert 1e-3 * (1 - 1e-12) <= values["c"] <= 1e3 * (1 + 1e-12)
    assert values["k"] in (2, 3, 4, 5)
    assert np.isfinite(values["x0"]).all()


def test_directions_are_even_on_the_sphere():
    u = np.random.default_rng(0).uniform(size=(4000, 3))
    x = np.concatenate([Directions(1, 3).at(row) for row in u])
    np.testing.assert_allclose(np.linalg.norm(x, axis=1), 1, atol=1e-12, rtol=0)
    np.testing.assert_allclose(x.T @ x / len(x), np.eye(3) / 3, atol=4 * 0.3 / 4000**0.5, rtol=0)


def test_a_search_goes_on_and_ends_as_if_it_had_never_stopped(tmp_path):
    one = claimed("true", TRUE["the energy grows"])
    whole = Search(one, tmp_path / "whole", budget=200, seed=3).run()
    Search(one, tmp_path / "parts", budget=100, seed=3).run()
    lines = (tmp_path / "parts" / "journal.jsonl").read_text()
    (tmp_path / "parts" / "journal.jsonl").write_text(lines[:-20])  # a line cut short by a kill
    parts = Search(one, tmp_path / "parts", budget=200, seed=3).run()
    assert parts.worst == whole.worst
    assert parts.evaluations == whole.evaluations
    journals = [(tmp_path / name / "journal.jsonl").read_text() for name in ("whole", "parts")]
    assert journals[0] == journals[1]


def test_the_journal_of_another_search_is_refused(tmp_path):
    one = claimed("true", TRUE["the energy grows"])
    Search(one, tmp_path, budget=100, seed=3).run()
    with pytest.raises(InputError, match="journal of another search"):
        Search(one, tmp_path, budget=100, seed=4).run()


def test_a_damaged_journal_is_told(tmp_path):
    (tmp_path / "journal.jsonl").write_text('{"points": 3}\n')
    with pytest.raises(InputError, match="Line 1"):
        Search(claimed("true", TRUE["the energy grows"]), tmp_path, budget=10, seed=0).run()


def test_a_claim_without_quantifiers_is_refused(tmp_path):
    with pytest.raises(InputError, match="does not say what it quantifies over"):
        Search(claimed("plain", None), tmp_path, budget=10, seed=0)


KILLED = """
import numpy as np
from tests.papers.test_search import TRUE, claimed
CLAIM = claimed("slow", TRUE["the first token rests"])
"""


def test_a_stopped_search_says_that_it_goes_on(monkeypatch):
    left = []

    def stopped(*args, **options):
        raise KeyboardInterrupt

    def leave(status, sentence):
        left.append((status, sentence))
        raise SystemExit(status)

    monkeypatch.setattr(search, "searched", stopped)
    monkeypatch.setattr(search, "leave", leave)
    with pytest.raises(SystemExit):
        search.command("two-points")
    assert left == [(130, "Stopped. The same command goes on where it was.")]


def test_a_killed_search_loses_nothing(tmp_path):
    claim = tmp_path / "slow.py"
    claim.write_text(KILLED)
    command = [
        str(Path(sys.executable).with_name("tokenflock")), "search", str(claim),
        "--evaluations", "150", "--out", str(tmp_path / "found"), "--format", "json",
    ]  # fmt: skip
    environment = os.environ | {"PYTHONPATH": os.getcwd()}
    first = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
    journal = tmp_path / "found" / "journal.jsonl"
    while not (journal.exists() and journal.stat().st_size) and first.poll() is None:
        time.sleep(0.05)
    first.send_signal(signal.SIGKILL)
    first.wait()
    kept = journal.read_text()
    ended = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert ended.returncode == 0, ended.stderr
    assert journal.read_text().startswith(kept[: kept.rfind("\n") + 1])
    assert json.loads(ended.stdout)["evaluations"] >= 150
