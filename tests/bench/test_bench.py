"""The benchmarks: arithmetic, equal answers of all competitors, the file; never a time."""

import json
import os
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

import tokenflock as tkf
from tokenflock import InputError
from tokenflock._jax import jax, jnp
from tokenflock.attention import causal, choose, full, native
from tokenflock.bench import (
    CASES,
    averages,
    batches,
    calibrate,
    choices,
    circle,
    device,
    ensemble,
    first,
    heads,
    memory,
    million,
    record,
    roofline,
    scaling,
)
from tokenflock.bench.euler import euler
from tokenflock.bench.stopwatch import OURS, Row, Spread, Target, compared, interleaved
from tokenflock.cli.app import app
from tokenflock.cli.bench import bench, print_rows
from tokenflock.solvers import driver


def test_ratios_are_taken_turn_by_turn():
    # Noise that slows a whole turn leaves its ratio alone.
    noise = np.array([1.0, 7.0, 2.0, 30.0, 1.5])
    row = compared("", {OURS: noise, "twice": 2 * noise}, {"twice": 2.0, "absent": 1.0})
    assert row.ratios == {"twice": Spread(2.0, 2.0, 2.0, 2.0)}
    assert row.seconds[OURS] == Spread(2.0, 1.5, 7.0, 1.0)
    assert [(t.value, t.bound, t.reached) for t in row.targets] == [(2.0, 2.0, True)]


def test_targets_from_both_sides():
    assert Target("", 2.0, "at least", 2.0).reached
    assert not Target("", 1.9, "at least", 2.0).reached
    assert Target("", 1.9, "at most", 2.0).reached
    assert not Target("", float("nan"), "at least", 2.0).reached
    assert not Target("", float("nan"), "at most", 2.0).reached


def test_tasks_take_turns():
    calls: list[str] = []
    ticks = iter(range(100))
    tasks = {name: (lambda name=name: calls.append(name)) for name in "ab"}
    times = interleaved(tasks, 3, clock=lambda: next(ticks))
    assert "".join(calls) == "ab" + 3 * "ab"
    assert times["b"].tolist() == [1, 1, 1]


@pytest.mark.parametrize("mask", [full, causal], ids=repr)
def test_all_competitors_compute_the_same(mask):
    x = averages.sphere_tokens(2, 9, 3)
    q, k, v = np.random.default_rng(1).normal(size=(3, 2, 9, 5))
    problems = {
        averages.by_kernels(x, 4.0, mask): averages.Problem.of_tokens(x, 4.0, mask),
        heads.ours(averages.Problem(q, k, v, 0.3, mask)): averages.Problem(q, k, v, 0.3, mask),
    }
    for ours, problem in problems.items():
        peers, _ = averages.peer_tasks(problem, "jnp", "NumPy", "PyTorch SDPA")
        for task in peers.values():
            found, expected = np.asarray(task()), np.asarray(ours())
            np.testing.assert_allclose(found.ravel(), expected.ravel(), rtol=0, atol=1e-13)


def test_harmonics_compute_the_same():
    for d in (2, 3):
        x = averages.sphere_tokens(700, d)
        found, expected = (
            averages.by_harmonics(x, 3.0, causal)(),
            averages.by_kernels(x, 3.0, causal)(),
        )
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)
    turned = averages.by_harmonics(averages.sphere_tokens(700, 2), 3.0, causal, circle.TURN)()
    x, turn = jnp.asarray(averages.sphere_tokens(700, 2)), jnp.asarray(circle.TURN)[None]
    expected = native.attend(x, jnp.asarray(3.0), turn, causal)
    np.testing.assert_allclose(turned, expected[0], rtol=0, atol=1e-12)


def test_a_peer_that_is_not_installed_gets_a_sentence(monkeypatch):
    monkeypatch.setitem(averages.PACKAGES, "NumPy", "no_such_package")
    averages.absence.cache_clear()
    problem = averages.Problem.of_tokens(averages.sphere_tokens(4, 2), 1.0, full)
    peers, left_out = averages.peer_tasks(problem, "jnp", "NumPy")
    averages.absence.cache_clear()
    assert list(peers) == ["jnp"]
    assert left_out == [
        "NumPy is left out, since no_such_package is not installed: "
        'pip install "tokenflock[bench]".'
    ]


def test_exponents_of_power_laws():
    curve = {n: 1e-9 * n**1.5 for n in (10_000, 1000, 3000)}
    assert scaling.exponent(curve) == pytest.approx(1.5)
    # Overhead at small n does not count: only the last three points do.
    assert scaling.exponent({1: 1.0} | curve) == pytest.approx(1.5)


def test_slow_and_large_methods_leave_the_race(monkeypatch):
    seen = {}

    def timed(title, tasks, turns):
        n = float(title.rpartition("=")[2])
        seen[n] = list(tasks)
        return Row(title, {name: Spread(*[1e-9 * n**2] * 4) for name in tasks})

    monkeypatch.setattr(scaling, "timed", timed)
    monkeypatch.setattr(scaling, "methods", lambda names, n, d: (dict.fromkeys(names), []))
    scaling.growing(2, (1000, 10_000, 20_000), patience=2.0, turns=1)
    assert seen[10_000] == [
        scaling.HARMONIC,
        scaling.NATIVE,
        "jnp",
        "PyTorch SDPA",
        "KeOps",
        "NumPy",
    ]
    assert seen[20_000] == [scaling.HARMONIC, scaling.NATIVE, "PyTorch SDPA", "KeOps"]
    scaling.growing(2, (1000, 10_000), patience=0.009, turns=1)
    assert seen[10_000] == []


def test_the_figure_draws_every_curve():
    from tokenflock.bench.figure import figure_of

    names = (scaling.HARMONIC, "KeOps")
    rows = [
        Row("", {name: Spread(*[n / 10] * 4) for name in names}, about={"n": n, "d": d})
        for d in (2, 3)
        for n in (10, 100)
    ]
    fig = figure_of([*rows, Row("exponents")])
    for ax in fig.axes:
        labels = [text.get_text() for text in ax.get_legend().get_texts()]
        assert labels == ["tokenflock, harmonic, $n^{1.00}$", "KeOps, $n^{1.00}$"]


def test_shares_are_taken_of_the_fastest():
    times = {OURS: np.array([2.0, 4.0]), "slow": np.array([9.0, 9.0]), "fast": np.array([1.0, 2.0])}
    row = roofline.share("", times, {OURS: 100, "slow": 100, "fast": 100}, 0.5)
    assert row.figures["share"] == row.figures["share, low"] == 0.5
    assert row.figures["fast, 1e9/s"] == pytest.approx(75e-9)
    assert row.targets[0].reached


def test_calibration_finds_the_costs_it_is_given(monkeypatch):
    # Times made by the model give back the constants of the model.
    def modeled(flow, n, d, reach):
        attention = flow.attention
        beta = np.asarray(attention.beta)
        if reach is None:
            return float(choose.pairs_cost(attention.mask, n, d, beta, attention.qk is None))
        terms = choose.terms(d, np.sqrt(beta))
        return float(choose.series_cost(attention.mask, n, d, attention.qk is None, terms))

    monkeypatch.setattr(calibrate, "timed", modeled)
    monkeypatch.setattr(calibrate, "nanoseconds", lambda tasks, turns: tasks)
    for row in calibrate.measure(quick=True):
        for name, value in row.figures.items():
            constant = row.figures[name.replace("measured", "constant")]
            assert value == pytest.approx(constant, rel=1e-6, abs=1e-6), (row.title, name)


def test_the_script_of_the_papers_follows_the_same_flow():
    # Euler is of first order: at a step of 0.05 close to the truth, and not closer than that.
    x = averages.sphere_tokens(6, 2)
    flow = tkf.Flow(tkf.SelfAttention(ensemble.BETA, mask="causal"))
    path = tkf.solve(flow, x, [0.0, 1.0], tol=1e-9).x.data
    found = euler(x, np.array([0.0, 1.0]), beta=ensemble.BETA, seen=np.tri(6))
    assert 1e-6 < np.abs(found - path).max() < 0.1 * np.abs(path[1] - path[0]).max()
    assert ensemble.error(found[None], found[None]) == 0
    shifted = found[None] + np.array([0.3, 0.4])
    assert ensemble.error(shifted, found[None]) == pytest.approx(0.5)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["USA", "noise"])  # adaptive steps, and equal ones
def test_native_and_compiled_batches_end_alike(name):
    spec = first.SYSTEMS[name].replace(n=6, t_end=0.5)
    problem = batches.batch(spec, 2)
    engines = [
        next(one for one in some if one.serves(problem)).start(problem)
        for some in (driver.ENGINES, batches.COMPILED)
    ]
    assert type(engines[0]) is not type(engines[1]) or [e.grid.is_native for e in engines] == [1, 0]
    row = batches.beside_compiled(name, spec, quick=True)
    assert row.figures["largest distance of the ends"] < 1e-6
    assert set(row.ratios) == {batches.XLA}


def test_operations_of_visible_pairs():
    for mask, pairs in ((full, 9), (causal, 6)):
        assert heads.operations(heads.problem(2, 3, mask)) == 4 * 2 * heads.D * pairs


@pytest.mark.slow
def test_memory_is_measured_in_a_process_of_its_own():
    [row] = memory.measure(quick=True)
    assert 0.05 < row.figures["before GB"] <= row.figures["peak GB"] < 2


# -------------------------------------------------------------------------------- the command line


def test_the_verb_writes_what_it_says(tmp_path, capsys):
    bench(["dense"], tmp_path / "out", quick=True, as_json=True)
    printed = json.loads(capsys.readouterr().out)
    written = json.loads((tmp_path / "out" / "bench.json").read_text())
    assert printed == written | {"folder": str(tmp_path / "out"), "files": ["bench.json"]}
    assert written["quick"] is True
    assert written["machine"]["cores"] >= 1
    assert written["machine"]["engine"]
    many, one = written["cases"]["dense"]
    assert many["title"] == "causal, d=2, n=64, batch 8, beta=64"
    assert {OURS, "jnp", "NumPy"} <= set(many["seconds"])
    assert set(many["ratios"]) == set(many["seconds"]) - {OURS}
    for spread in (*one["seconds"].values(), *one["ratios"].values()):
        assert 0 < spread["least"] <= spread["low"] <= spread["median"] <= spread["high"]
    assert many["targets"] == []  # they belong to the full sizes


def test_the_device_is_recorded_and_handed_to_child_processes(monkeypatch):
    monkeypatch.setenv("JAX_PLATFORMS", "")
    monkeypatch.setattr(device, "used", lambda: "cpu")
    device.select("cpu")
    assert os.environ["JAX_PLATFORMS"] == "cpu"
    assert record.machine()["device"] == jax.default_backend()


@pytest.mark.parametrize("name", ["gpu", "tpu"])
@pytest.mark.parametrize("words", [[], ["dense", "--quick"]], ids=["all", "one"])
def test_a_device_that_is_not_there(monkeypatch, tmp_path, name, words):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(device, "used", lambda: "cpu")
    with pytest.raises(InputError, match=rf"`--device {name}` needs a {name.upper()} .*: cpu\."):
        app(["bench", *words, "--device", name], standalone_mode=False)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("platform", "kind"), [("cpu", "cpu"), ("gpu", "gpu"), ("cuda", "gpu"), ("tpu", "tpu")]
)
def test_kinds_of_devices_by_jaxs_names(monkeypatch, platform, kind):
    monkeypatch.setattr(jax, "default_backend", lambda: platform)
    assert device.used() == kind


def test_rows_are_told_with_ratios_and_targets(capsys):
    times = {OURS: np.array([0.5, 0.5]), "peer": np.array([2.0, 2.0])}
    row = compared("title", times, {"peer": 5.0})
    row.figures["share"] = 0.25
    print_rows(Console(highlight=False), "dense", [row])
    said = capsys.readouterr().out
    for words in ("dense  title", "500 ms", "2.00 s", "4 x", "[4, 4]", "share: 0.25",
                  "peer / tokenflock 4, at least 5: missed"):  # fmt: skip
        assert words in said


def test_all_cases_run_in_their_own_order():
    assert record.selection([]) == list(CASES)
    assert record.selection(["memory", "dense"]) == ["dense", "memory"]
    for name in CASES:
        assert (Path(record.__file__).parent / f"{name}.py").exists()


def test_an_unknown_case_is_a_sentence_and_status_two(tmp_path, tokenflock):
    done = tokenflock("bench", "circel")
    assert done.returncode == 2
    assert "Did you mean 'circle'?" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_first_results_come_from_fresh_processes_and_are_judged(monkeypatch):
    systems = {"sphere": first.SMALL.replace(n=5), "USA": first.SYSTEMS["USA"].replace(n=5)}
    monkeypatch.setattr(first, "SYSTEMS", systems)
    monkeypatch.setattr(first, "PLAIN", ("sphere",))
    summary, sphere, usa = first.measure(quick=True)
    words = [f"{who}, {word}" for who in (OURS, first.SCIPY)
             for word in ("first, with imports", "again", "another n")]  # fmt: skip
    assert list(sphere.seconds) == words
    assert list(usa.seconds) == words[:3]
    assert usa.seconds[words[0]].median > usa.seconds[words[1]].median > 0
    imports = summary.seconds[first.IMPORTS].median
    ratios = [row.figures["first result, times the imports"] for row in (sphere, usa)]
    assert ratios[0] == pytest.approx(sphere.seconds[words[0]].median / imports)
    values = [target.value for target in summary.targets]
    others = [row.seconds[words[2]].median for row in (sphere, usa)]
    assert values == pytest.approx([np.mean(ratios), max(ratios), np.mean(others), max(others)])


def test_scripts_by_hand_follow_the_same_law():
    # The script of a user without us, run here: its last state is that of our run.
    spec = first.SMALL.replace(n=6, tol=1e-9)
    names: dict = {}
    exec(first._by_hand(spec).replace("solve_ivp(vel", "path = solve_ivp(vel"), names)
    x0 = np.random.default_rng(0).normal(size=(7, 3))  # of its third run, one token more
    x0 /= np.linalg.norm(x0, axis=1, keepdims=True)
    flow = tkf.Flow(tkf.SelfAttention(spec.beta))
    ours = tkf.solve(flow, x0, [0.0, spec.t_end], tol=1e-9).x.data[-1]
    theirs = names["path"].y[:, -1].reshape(7, 3)
    theirs /= np.linalg.norm(theirs, axis=1, keepdims=True)
    np.testing.assert_allclose(theirs, ours, atol=1e-6)


@pytest.mark.slow
def test_a_million_tokens_in_small():
    [row] = million.measure(quick=True)
    assert row.seconds[OURS].median > 0
    assert 0.05 < row.figures["peak GB"] < 2
    assert row.figures["evaluations of the field"] > 10
    assert not row.targets
    assert [t.reached for t in million._targets(121.0, 1.9)] == [False, True]


def test_choices_are_judged_by_the_best_of_all_ways(monkeypatch):
    systems = choices.drawn(200)
    assert systems == choices.drawn(200)
    assert {s.d for s in systems} == {2, 3, 4, 8, 16}
    assert all(s.heads * s.n**2 <= choices.MOST_PAIRS for s in systems)
    costs = iter([1.0, 1.05, 1.4, 2.0])

    def examined(system):
        return choices.Choice(system, "pairs", {"pairs": next(costs), "series": 1.0})

    monkeypatch.setattr(choices, "examined", examined)
    monkeypatch.setattr(choices, "drawn", lambda count: systems[:4])
    row = choices.measure(quick=False)[0]
    assert row.figures["wrong, percent"] == 50.0
    assert row.figures["largest cost of a choice"] == 2.0
    assert [t.reached for t in row.targets] == [False, False]


def test_all_ways_of_a_choice_evaluate_the_same(monkeypatch):
    if not native.available():
        pytest.skip("the ways are those of native steps")
    still = choices.native_call.EqualSteps
    moving = lambda **about: still(**(about | {"length": 0.01}))  # noqa: E731
    monkeypatch.setattr(choices.native_call, "EqualSteps", moving)
    for system in (choices.System(300, 2, 9.0, "causal", 2, True),
                   choices.System(300, 3, 2.0, "full", 1, False)):  # fmt: skip
        ways = choices._ways(system)
        assert set(ways) == {"pairs", "series"}
        moved = {name: way() for name, way in ways.items()}
        np.testing.assert_allclose(moved["series"], moved["pairs"], atol=1e-11)
        assert np.abs(moved["pairs"][0] - averages.sphere_tokens(300, system.d)).max() > 1e-3
