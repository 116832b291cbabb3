"""Sweeps: the numbers, the store, what goes wrong, and what goes on."""

import io
import itertools
import json
import resource

import numpy as np
import pytest
import xarray as xr
from rich.console import Console
from support.small_sweeps import BASE, TIMES, finished, sweep

import tokenflock as tkf
from tokenflock.sweeps import engine, runs, solving, status
from tokenflock.sweeps.displays import Lines
from tokenflock.sweeps.engine import prepared, whole_records
from tokenflock.sweeps.failures import failures
from tokenflock.sweeps.resuming import continued
from tokenflock.sweeps.status import status_of
from tokenflock.sweeps.store import Store, stored_sweep
from tokenflock.sweeps.sweep import Sweep
from tokenflock.sweeps.tally import Tally, duration


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    return finished(sweep(), tmp_path_factory.mktemp("sweep") / "done.zarr")


# The numbers


def test_batched_runs_are_those_of_their_specs(done):
    found = xr.open_zarr(done.url).load()
    for k, seed in itertools.product(range(4), range(4)):
        spec = done.sweep.spec((k,)).replace(seed=seed, t_end=2.0, samples=9)
        path = tkf.simulate(spec).x.sel(time=TIMES)
        assert np.abs(tkf.alignment(path) - found.alignment[k, seed]).max() < 1e-6
    values = found.alignment
    np.testing.assert_allclose(found.alignment_mean, values.mean("seed"), rtol=0, atol=1e-14)
    np.testing.assert_allclose(found.alignment_deviation, values.std("seed"), rtol=0, atol=1e-14)
    expected = values.quantile([0.1, 0.5, 0.9], "seed").transpose("beta", "time", "quantile")
    np.testing.assert_allclose(found.alignment_quantiles, expected, rtol=0, atol=1e-14)
    assert (found.alignment_histogram.sum("alignment_bin") == 4).all()


@pytest.mark.parametrize("base", [
    {"n": 5, "d": 2, "kappa": 4.0, "beta": 1.0, "step": 0.125},  # noise, one key per run
    {"n": 5, "d": 2, "method": "layers", "step": 0.5, "qk": "goe", "beta": 2.0},  # own matrices
    {"n": 5, "d": 2, "method": "heun", "step": 0.25, "beta": 2.0},
    {"n": 5, "d": 2, "space": "mixln:0.75", "init": "gaussian", "beta": 1.0, "tol": 1e-8},
    {"n": 5, "d": 2, "beta": 2.0, "coarsen": True, "tol": 1e-7},
], ids=["noise", "layers", "equal", "break", "coarsened"])  # fmt: skip
def test_every_way_to_step_has_its_batches(base):
    made = Sweep(base=base, seeds=3, times=[0.5, 1.0, 2.0],
                 measure={"alignment": {"keep": ["all"]}})  # fmt: skip
    arrays, about = solving.solved(made, made.batches[0])
    assert about["failed"] == 0
    for seed in range(3):
        spec = tkf.Spec(**base, seed=seed, t_end=2.0, samples=5)
        expected = tkf.alignment(tkf.simulate(spec).x.sel(time=[0.5, 1.0, 2.0]))
        assert np.abs(arrays["alignment"][seed] - expected).max() < 1e-6


def test_close_pairs_and_consumed_tokens():
    x = np.eye(4)[[0, 0, 0, 1]]
    assert tkf.close_pairs(x) == 3 * 2 / (4 * 3)
    assert tkf.close_pairs(np.ones((2, 1, 3))).tolist() == [1.0, 1.0]
    rng = np.random.default_rng(0)
    y = tkf.normalize(rng.normal(size=(2, 30, 12)))
    loops = [np.mean([a @ b > 0.2 for a, b in itertools.permutations(c, 2)]) for c in y]
    np.testing.assert_allclose(tkf.close_pairs(y, 0.2), loops)
    angle = np.array([0.0, 0.05, 1.0, 1.5])
    now = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    start = now[[0, 1, 3, 2]]  # token 1 is near token 0; tokens 2 and 3 are half a radian apart
    assert tkf.count_centers(start, 0.2) == 3
    assert tkf.count_centers(start, 0.2, strong=True) == 3
    assert tkf.count_centers(start, 0.6) == 2
    assert tkf.consumed(now, start, radius=0.1, delta=0.6) == 0.75


# The store


def test_plain_xarray_opens_a_store_that_is_not_finished(tmp_path):
    made = sweep(axes={"group": {"zip": {"beta": [0.0, 1.0, 2.0, 4.0]}}})
    store = finished(made, tmp_path / "half.zarr", only=made.batches[:1])
    found = xr.open_zarr(store.url)
    assert found.alignment.dims == ("group", "seed", "time")
    assert found.beta.dims == ("group",)
    assert found.time.data.tolist() == TIMES
    assert found.state.data.compute().tolist() == [[1] * 4, [1] * 4, [0] * 4, [0] * 4]
    assert np.isnan(found.alignment[2]).all()
    assert np.isfinite(found.alignment[:2]).all()
    assert Sweep.from_json(found.attrs["sweep"]) == made
    assert xr.open_zarr(store.url, consolidated=False).sizes == found.sizes
    plan = json.loads(found.attrs["batch_plan"])
    assert plan == {"chunks": [2, 4], "batches": 2}


def test_anybody_is_told_where_a_sweep_stands(done, tmp_path, tokenflock):
    half = finished(done.sweep, tmp_path / "half.zarr", only=done.sweep.batches[:1])
    told = status_of(half.url)
    assert (told.done, told.failed, told.finished, told.batches) == (8, 0, 1, 2)
    assert (told.running, told.left) == (None, None)
    assert sum(told.hosts.values()) == 8
    assert told.rate > 0
    printed = tokenflock("sweep", half.url, "--status")
    assert "8 of 16 runs done" in printed.stdout
    assert "Nobody works on it" in printed.stdout
    machine = tokenflock("sweep", half.url, "--status", "--events", "json")
    assert json.loads(machine.stdout)["done"] == 8
    assert tokenflock("sweep", half.url, "--status", "--retry").returncode == 2
    nowhere = tokenflock("sweep", "nowhere.zarr", "--status")
    assert (nowhere.returncode, nowhere.stderr.count("\n")) == (2, 1)


def test_workers_at_work_are_told(done, tmp_path):
    distributed = pytest.importorskip("distributed")
    half = finished(done.sweep, tmp_path / "half.zarr", only=done.sweep.batches[:1])
    with (
        distributed.LocalCluster(1, processes=False, threads_per_worker=1, dashboard_address=":0")
        as cluster, distributed.Client(cluster) as client,
    ):  # fmt: skip
        status.announce(half, client)
        begun, release = distributed.Event("begun"), distributed.Event("release")
        waiting = client.submit(_wait, key=f"{done.sweep.name}-label-1")
        begun.wait(20)
        told = status_of(half.url)
        release.set()
        waiting.result()
    assert list(told.running.values()) == [1]
    assert told.left == pytest.approx(8 / told.rate)
    assert status_of(half.url).running is None  # the scheduler is gone
    status.announce(half, None)
    assert status_of(half.url).running is None


def _wait():
    import distributed

    distributed.Event("begun").set()
    distributed.Event("release").wait(20)


def test_the_store_may_be_behind_a_url(done):
    store = finished(done.sweep, "memory://sweeps/a.zarr")
    assert stored_sweep(store.url) == done.sweep
    assert set(whole_records(store, store.committed())) == {0, 1}
    found = xr.open_zarr(store.url).load()
    xr.testing.assert_identical(found, xr.open_zarr(done.url).load())


def test_another_sweep_is_refused_with_the_difference(done):
    other = sweep(axes={"beta": [0.0, 5.0]}, base=BASE | {"tol": 1e-5})
    said = r"`base.tol` is 1e-07 there and 1e-05 here.*axis `beta` has 4 values"
    with pytest.raises(tkf.InputError, match=said):
        continued(done.sweep, other, "x", extend=False)
    assert continued(done.sweep, sweep(), "x", extend=False) == done.sweep


def test_extension_adds_values_and_seeds_and_keeps_the_rest(tmp_path):
    few = sweep(axes={"beta": [0.0, 1.0]}, seeds=4, measure={"alignment": {"keep": ["all"]}})
    store = finished(few, tmp_path / "grows.zarr")
    before = xr.open_zarr(store.url).load()
    more = sweep(axes={"beta": [0.0, 1.0, 4.0]}, seeds=8, measure={"alignment": {"keep": ["all"]}})
    with pytest.raises(tkf.InputError, match="different sweep: the axis `beta` has 2 values"):
        continued(few, more, "x", extend=False)
    grown = continued(few, more, "x", extend=True)
    assert grown.chunks == few.chunks
    larger = Store(store.url, grown)
    larger.prepare()
    kept = whole_records(larger, larger.committed())
    assert sum(record["runs"] for record in kept.values()) == few.runs
    finished(grown, store.url)
    after = xr.open_zarr(store.url).load()
    assert (after.state == 1).all()
    assert after.alignment.shape == (3, 8, 4)
    xr.testing.assert_equal(after.alignment[:2, :4], before.alignment)
    assert continued(grown, more, "x", extend=False) == grown
    for wrong, why in [
        (sweep(axes={"beta": [0.0, 2.0]}), "does not begin with"),
        (sweep(axes={"beta": [0.0, 1.0]}, seeds=5), "reduced to statistics"),
        (sweep(axes={"beta": [0.0, 1.0]}, times=[0.0, 1.0]), "`times` is"),
    ]:
        with pytest.raises(tkf.InputError, match=why):
            continued(sweep(axes={"beta": [0.0, 1.0]}), wrong, "x", extend=True)


# What goes wrong


def test_a_failed_run_is_kept_with_its_error_and_retried(tmp_path):
    # In R^d tokens under V = 100 I grow like e^(100 t).
    made = Sweep(
        base={"n": 3, "d": 2, "space": "euclidean", "ov": 100.0, "tol": 1e-6, "init": "gaussian"},
        axes={"beta": [0.0]}, seeds=2, times=[0.0, 9.0],
        measure={"order_parameter": {"keep": ["all"]}},
    )  # fmt: skip
    store = finished(made, tmp_path / "fails.zarr")
    found = xr.open_zarr(store.url).load()
    assert (found.state == 2).all()
    assert all("floating point" in why for why in found.error.data.ravel())
    assert np.isnan(found.order_parameter).all()
    text = made.to_json()
    assert solving.solve_batch(text, store.url, 0)["new"] is False
    assert solving.solve_batch(text, store.url, 0, retry=True)["new"] is True
    left, again = (prepared(made, store.url, retry=retry) for retry in (False, True))
    assert (left.tally.failed, left.todo) == (2, [])
    assert (again.tally.failed, again.tally.finished) == (0, 0)  # each will be counted once
    assert again.todo == list(made.batches)
    listed = list(failures(store.url))
    assert [one.at for one in listed] == [{"beta": 0.0, "seed": seed} for seed in (0, 1)]
    assert [one.error for one in listed] == found.error.data.ravel().tolist()


def test_failed_runs_are_listed_and_their_batches_alone_solved_again(done, tmp_path, monkeypatch):
    def spoiled(sweep, batch):
        arrays, about = solve(sweep, batch)
        if batch.number == 1:
            arrays["state"][-1, -1], arrays["error"][-1, -1] = 2, "bad luck"
        return arrays, about | {"failed": int(batch.number == 1)}

    solve = solving.solved
    with monkeypatch.context() as patched:
        patched.setattr(solving, "solved", spoiled)
        hurt = finished(done.sweep, tmp_path / "hurt.zarr")
    assert [one.sentence() for one in failures(hurt.url)] == ["beta=4.0, seed=3: bad luck"]
    job = prepared(done.sweep, hurt.url, retry=True)
    assert [batch.number for batch in job.todo] == [1]
    engine.solve(job, workers=0)
    assert list(failures(hurt.url)) == []
    healed, whole = (xr.open_zarr(store.url).load() for store in (hurt, done))
    xr.testing.assert_identical(healed, whole)


def test_a_bug_fails_its_batch_and_no_more(monkeypatch):
    made = sweep()
    monkeypatch.setattr(runs, "follow", lambda *a, **k: 1 / 0)
    arrays, about = solving.solved(made, made.batches[0])
    assert about["failed"] == 8
    assert (arrays["state"] == 2).all()
    assert "ZeroDivisionError" in about["first_error"]


def test_a_bug_after_a_failure_keeps_the_reason_of_the_failure(monkeypatch):
    def fail(problem, sink, engines, on_failure):
        on_failure(2, tkf.SolveError("too stiff", time=1.0, x=None))
        return 1 / 0

    monkeypatch.setattr(runs, "follow", fail)
    made = sweep()
    arrays, _ = solving.solved(made, made.batches[0])
    reasons = arrays["error"].ravel()
    assert reasons[2] == "too stiff"
    assert all("ZeroDivisionError" in why for why in np.delete(reasons, 2))


def test_a_full_disk_leaves_what_was_finished(done, tmp_path):
    store = finished(done.sweep, tmp_path / "full.zarr", only=done.sweep.batches[:1])
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, old[1]))
    try:
        report = solving.solve_batch(done.sweep.to_json(), store.url, 1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)
    assert "large" in report["unwritable"]
    assert set(whole_records(store, store.committed())) == {0}
    found = xr.open_zarr(store.url).load()
    assert np.isfinite(found.alignment[:2]).all()
    assert solving.solve_batch(done.sweep.to_json(), store.url, 1)["new"] is True


# The command line


@pytest.mark.slow
def test_two_workers_give_the_bits_of_none(done, tmp_path, tokenflock):
    file, url = tmp_path / "s.toml", tmp_path / "two.zarr"
    file.write_text(
        "base = { n = 6, d = 3, tol = 1e-7 }\nseeds = 4\ntimes = [0.0, 0.5, 1.0, 2.0]\nbatch = 8\n"
        'name = "sweep"\n[axes]\nbeta = [0.0, 1.0, 2.0, 4.0]\n[measure.alignment]\n'
        'keep = ["all", "mean", "quantiles", "histogram"]\n'
    )
    ran = tokenflock("sweep", file, "--out", url, "--workers", 2, "--events", "json")
    assert ran.returncode == 0, ran.stderr
    events = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [e["event"] for e in events] == ["begin", "connected", "batch", "batch", "end"]
    expected, found = (xr.open_zarr(one).load() for one in (done.url, url))
    for name in expected.data_vars:
        assert found[name].data.tobytes() == expected[name].data.tobytes(), name


def test_a_finished_sweep_has_nothing_to_do_and_another_is_refused(done):
    said = io.StringIO()
    done.sweep.run(done.url, display=Lines(Console(file=said)))
    assert said.getvalue() == "sweep: nothing to do, 2 of 2 batches, 16 of 16 runs done.\n"
    with pytest.raises(tkf.InputError, match=r"`base\.tol` is 1e-07 there and 1e-06 here"):
        sweep(base=BASE | {"tol": 1e-6}).run(done.url)


def test_a_sweep_that_cannot_be_written_says_so(tmp_path):
    (tmp_path / "taken").write_text("")
    with pytest.raises(tkf.InputError, match=r"taken/s.zarr` cannot be (read|written)"):
        sweep().run(tmp_path / "taken" / "s.zarr")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "file").write_text("")
    with pytest.raises(tkf.InputError, match="is not the store of a sweep"):
        sweep().run(tmp_path / "other")


def test_the_tally_knows_rate_and_remaining_time():
    tally = Tally(sweep(), [], damaged=0)
    report = {"runs": 8, "failed": 1, "first_error": "why", "seconds": 1.0, "latest": {"a": 2.0},
              "processor_seconds": 0.5, "new": True, "begun": 0.0, "ended": 1.0}  # fmt: skip
    tally.begun -= 4.0
    tally.add(report)
    assert abs(tally.rate - 2.0) < 0.1
    assert abs(tally.remaining - 4.0) < 0.2
    assert tally.means() == {"a": 2.0}
    assert "7 of 16 runs done, 1 failed" in tally.sentence()
    assert [duration(s) for s in (5, 65, 7300)] == ["5 s", "1 min 5 s", "2 h 1 min"]
