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
from tests.support.planted import BETAS, FALSE, SEEDS, TRUE, claimed, one_point, sphere
from tokenflock.cli import search
from tokenflock.errors import InputError
from tokenflock.papers import claims
from tokenflock.papers.search import gradients
from tokenflock.papers.search.box import Box, Directions, Interval, Logarithmic, Whole
from tokenflock.papers.search.ends import rests, still
from tokenflock.papers.search.finding import Search
from tokenflock.papers.search.hunt import Evaluations, _climbed, hunt
from tokenflock.papers.search.journal import Journal
from tokenflock.papers.search.quantified import Quantified
from tokenflock.spec import Spec

QUANTIFIED = [claim for claim in claims.all_claims() if claim.quantified is not None]


@pytest.mark.parametrize("claim", QUANTIFIED, ids=lambda claim: claim.name)
def test_a_claim_can_be_searched_wherever_it_says(claim):
    rng, quantified = np.random.default_rng(0), claim.quantified
    corners = [np.zeros(quantified.box.dimension), np.ones(quantified.box.dimension)]
    points = [*corners, *rng.uniform(size=(3, quantified.box.dimension))]
    for spec in map(quantified.system, points):
        assert Spec.from_toml(spec.to_toml()) == spec
        tkf.flow_of(spec).check(tkf.tokens_of(spec))


@pytest.mark.slow
def test_the_conjecture_that_fails_is_found_to_fail(tmp_path):
    found = Search(claims.claim("counterexample"), tmp_path, budget=3000, seed=0).run()
    assert found.worst.is_violation
    end = tkf.simulate(found.worst.spec)
    assert still(end, found.worst.spec)
    assert not still(end.isel(time=slice(0, 1)), found.worst.spec)
    V = np.array(found.worst.spec.ov)
    assert np.exp(-2 * found.worst.spec.beta) > 1 - V[1, 1]  # the condition of the page


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("name", FALSE)
def test_a_planted_counterexample_is_found(name, seed, tmp_path):
    found = Search(claimed("planted", FALSE[name]), tmp_path, budget=4000, seed=seed).run()
    assert found.worst.is_violation
    assert "violated by" in found.sentence
    saved = Spec.from_file(tmp_path / "worst.toml")
    assert FALSE[name].excess(tkf.simulate(saved).x.data, saved) == pytest.approx(
        found.worst.excess[0], abs=1e-9, rel=0
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", TRUE)
def test_theorems_have_no_counterexample(name, tmp_path):
    found = Search(claimed("true", TRUE[name]), tmp_path, budget=300, seed=0).run()
    assert not found.worst.is_violation
    assert found.evaluations >= 300
    assert "no violation in" in found.sentence
    assert json.loads((tmp_path / "search.json").read_text())["violated"] is False


@pytest.mark.slow
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


def together(beta, x0, qk, ov):
    """A path and an excess that depend on every quantity, the last also on its own."""
    return Spec(beta=beta, init=x0, qk=qk, ov=ov, mask="causal", t_end=1.5, samples=4, tol=1e-10)


def in_layers(beta, x0, qk, ov):
    return together(beta, x0, qk, ov).replace(method="layers", step=0.25)


@pytest.mark.parametrize("spec", [together, in_layers])
def test_gradients_through_the_flow_are_those_of_differences(spec):
    parts = {
        "beta": BETAS, "x0": Directions(4, 3), "qk": Interval(-1.0, 1.0, (3, 3)),
        "ov": Interval(-1.0, 1.0, (3, 3)),
    }  # fmt: skip
    energy = Quantified(parts, spec, lambda x, spec: tkf.energy(x[-1], beta=spec.beta))
    point = np.random.default_rng(3).uniform(0.1, 0.9, energy.box.dimension)
    height, slope = gradients.height_and_slope(energy, point)
    move = 1e-4 * np.eye(len(point))
    difference = (energy.excesses(point + move) - energy.excesses(point - move)) / 2e-4
    assert height == pytest.approx(energy.excesses(point[None])[0], abs=1e-8, rel=0)
    np.testing.assert_allclose(slope, difference, atol=2e-6, rtol=1e-6)


def test_a_climb_by_gradients_gets_to_the_top_and_is_kept(tmp_path):
    # The length of the mean of tokens is smooth in where they start, and one at most.
    mean = Quantified(
        {"x0": Directions(3, 3)},
        lambda x0: Spec(beta=1.0, init=x0, t_end=0.5, samples=2, tol=1e-7),
        lambda x, spec: (x[-1].mean(axis=0) ** 2).sum() - 1,
    )
    start = np.array([0.7, 0.4, 0.6, 0.8, 0.6, 0.3, 0.4, 0.7, 0.5])
    file = tmp_path / "journal.jsonl"

    def climbed(by_gradients):
        seen = Evaluations(mean, 100, Journal(file), lambda now: None, by_gradients)
        _climbed(seen, start)
        return seen

    first = climbed(by_gradients=True)
    assert first.best[0].excess > -1e-4 > mean.excesses(start[None])[0]
    assert first.spent <= 25  # differences take nineteen a step
    kept = file.read_text()
    again = climbed(by_gradients=True)
    assert file.read_text() == kept
    np.testing.assert_array_equal(again.best[0].point, first.best[0].point)
    with pytest.raises(InputError, match="kind of slopes"):
        climbed(by_gradients=False)


def test_an_excess_without_gradients_says_so(tmp_path):
    blind = Quantified(
        {"x0": Directions(3, 3)}, lambda x0: Spec(init=x0, t_end=0.5, samples=2),
        lambda x, spec: float(np.asarray(x)[-1, 0, 0]) - 2,
    )  # fmt: skip
    with pytest.raises(InputError, match="arrays of JAX"):
        gradients.height_and_slope(blind, np.full(9, 0.4))
    with pytest.raises(InputError, match="without noise, coarsening"):
        gradients.check(Spec(coarsen=True, t_end=1e6))


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


@pytest.mark.slow
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
from tests.support.planted import TRUE, claimed
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


@pytest.mark.slow
@pytest.mark.parametrize(("how", "status"), [(signal.SIGKILL, -9), (signal.SIGINT, 130)])
def test_a_killed_search_loses_nothing(how, status, tmp_path):
    if how == signal.SIGINT and signal.getsignal(how) == signal.SIG_IGN:
        pytest.skip("what a shell runs in the background ignores Ctrl-C")
    claim = tmp_path / "slow.py"
    claim.write_text(KILLED)
    command = [
        str(Path(sys.executable).with_name("tokenflock")), "search", str(claim),
        "--evaluations", "1000", "--out", str(tmp_path / "found"), "--format", "json",
    ]  # fmt: skip
    environment = os.environ | {"PYTHONPATH": os.getcwd()}
    first = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
    journal = tmp_path / "found" / "journal.jsonl"
    while not (journal.exists() and journal.stat().st_size) and first.poll() is None:
        time.sleep(0.05)
    first.send_signal(how)
    assert first.wait() == status
    kept = journal.read_text()
    ended = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert ended.returncode == 0, ended.stderr
    assert journal.read_text().startswith(kept[: kept.rfind("\n") + 1])
    assert json.loads(ended.stdout)["evaluations"] >= 1000


def test_leaders_that_nearly_tie_are_thick_for_a_while_only():
    # The search met these six tokens: two leaders differ by 0.002, and part at t = 20.
    tie = Spec(
        beta=1.0, space="rescaled", t_end=12.0, samples=3, tol=1e-6,
        ov=[[0.9837547781707752, 0.05077674108370491, -0.17932347650731773],
            [0.015662260595133662, 0.8715785036910352, -0.19161605161847123],
            [-0.08951482428032448, 0.16546722407428685, -0.5125024774580702]],
        init=[[-1.260979188579617, -1.2181303935091519, 1.9538169942976609],
              [-0.3778323750858541, 0.14891989244376092, 1.2480997234388158],
              [-1.4002035277439795, 1.8421500288360377, 0.7707364612451202],
              [-0.9735385641174752, -0.6926127471170389, -0.6136178872556675],
              [1.4157568013681576, -1.8596040759624173, -1.317187336564258],
              [1.1380919871505548, 0.8366720396364622, 0.06529735111004431]],
    )  # fmt: skip
    quantified = claims.claim("codimension").quantified
    run = tkf.simulate(tie)
    assert quantified.excess(run.x.data, tie) > 0.9
    assert not quantified.lasts(run, tie)
