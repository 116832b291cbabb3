"""Sweeps: the plan, the numbers, the store, what goes wrong, and what goes on."""

import io
import itertools
import json
import os
import re
import resource
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import xarray as xr
from rich.console import Console

import tokenflock as tkf
from tokenflock import theory
from tokenflock.plots.grids import Layout, arranged, sweep_figure
from tokenflock.simulation import times_of
from tokenflock.sweeps import work
from tokenflock.sweeps.engine import _records, run_sweep
from tokenflock.sweeps.pinning import shares
from tokenflock.sweeps.plan import Sweep, block_size
from tokenflock.sweeps.progress import Lines, Tally, span
from tokenflock.sweeps.resuming import continued
from tokenflock.sweeps.store import Store, key, stored_sweep
from tokenflock.sweeps.validation import validate

BASE = {"n": 6, "d": 3, "tol": 1e-7}
TIMES = [0.0, 0.5, 1.0, 2.0]


def sweep(**fields):
    plain = {
        "base": BASE, "axes": {"beta": [0.0, 1.0, 2.0, 4.0]}, "seeds": 4, "times": TIMES,
        "batch": 8, "measure": {"alignment": {"keep": ["all", "mean", "quantiles", "histogram"]}},
    }  # fmt: skip
    return Sweep(**(plain | fields))


def finished(made, path, *, only=None):
    """The store of a sweep solved in this process."""
    store = Store(str(path), made)
    store.prepare()
    for block in made.blocks if only is None else only:
        work.finish(made.to_json(), store.url, block.number)
    return store


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    return finished(sweep(), tmp_path_factory.mktemp("sweep") / "done.zarr")


# The plan


@pytest.mark.parametrize(("size", "room", "expected"), [
    (90, 16, 15), (2048, 512, 512), (97, 32, 32), (5, 512, 5), (5000, 128, 125), (1, 0, 1),
])  # fmt: skip
def test_blocks_prefer_divisors(size, room, expected):
    assert block_size(size, room) == expected


def test_every_run_is_in_exactly_one_batch():
    made = sweep(
        axes={"space": ["sphere", "preln"], "beta": [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]}, batch=9
    )
    times_covered = np.zeros(made.shape, int)
    for block in made.blocks:
        times_covered[tuple(map(slice, block.start, block.stop))] += 1
    assert (times_covered == 1).all()
    assert made.chunks == (1, 2, 4)  # a space is another program; beta is an operand
    assert [block.number for block in made.blocks] == list(range(len(made.blocks)))


def test_a_sweep_and_its_plan_depend_on_the_file_alone(tmp_path):
    file = tmp_path / "s.toml"
    file.write_text("""
base = { n = 6, init = "gaussian", space = "euclidean", t_end = 2.0, samples = 5 }
seeds = { first = 3, count = 7 }
[axes]
beta = { linspace = [0.1, 0.9, 9] }
size = { zip = { heads = [1, 2], kappa = { logspace = [1.0, 100.0, 2] } } }
qk = { values = [[[1, 0], [0, 1]]], names = ["identity"] }
[measure.spread]
at = "last"
""")
    made = Sweep.from_file(file)
    assert Sweep.from_json(made.to_json()) == made
    assert made.axes[0].fields["beta"] == (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
    assert made.axes[2].coordinates() == {"qk": ("identity",)}
    assert made.axes[1].coordinates()["kappa"] == (1.0, 100.0)
    assert made.saved == tuple(times_of(made.spec((0, 0, 0))))
    assert made.spec((8, 1, 0)).beta == 0.9
    assert made.spec((8, 1, 0)).heads == 2
    assert made.shape == (9, 2, 1, 7)


@pytest.mark.parametrize(("changes", "said"), [
    ({"axes": {"bta": [1.0]}}, "Did you mean 'beta_end'"),
    ({"axes": {"beta": {"linspace": [1.0, 2.0]}}}, "count of at least 2"),
    ({"axes": {"beta": [1.0, 1.0]}}, "must not repeat"),
    ({"axes": {"t_end": [1.0, 2.0]}}, "all runs share `times`"),
    ({"axes": {"n": [4, 5]}}, "in `base` or in one axis"),
    ({"axes": {"both": {"zip": {"n": [4, 5], "d": [2]}}}}, "equally long"),
    ({"measure": {"allignment": {}}}, "Did you mean 'alignment'"),
    ({"measure": {}}, "everything it measures"),
    ({"measure": {"alignment": {"at": [0.7]}}}, "not among the times"),
    ({"base": BASE | {"seed": 3}}, "write `seeds`"),
    ({"base": BASE | {"t_end": 3.0}}, "leave `t_end` out"),
    ({"times": [1.0, 0.5]}, "increasing"),
    ({"seeds": 0}, "greater than or equal to 1"),
    ({"color": "red"}, "has no field `color`"),
])  # fmt: skip
def test_a_bad_sweep_gets_a_sentence(changes, said):
    with pytest.raises(tkf.InputError, match=said):
        sweep(**changes)


def test_every_point_is_checked_before_anything_runs():
    with pytest.raises(tkf.InputError, match=r"At d=3: .*orthogonal.*needs n <= d"):
        validate(sweep(base={"n": 6, "init": "orthogonal"}, axes={"d": [8, 3]}))
    with pytest.raises(tkf.InputError, match="At beta=-1: `beta` must"):
        validate(sweep(axes={"beta": [0.0, -1.0]}))


def test_cores_are_dealt_out():
    mine = sorted(os.sched_getaffinity(0))
    assert shares(1) == (tuple(mine),)
    assert sorted(c for share in shares(len(mine)) for c in share) == mine
    assert [len(share) for share in shares(2 * len(mine))] == [1] * (2 * len(mine))


# The numbers


@pytest.mark.no_cover
def test_batched_runs_are_those_of_their_specs(done):
    found = xr.open_zarr(done.url).load()
    for k, seed in itertools.product(range(4), range(4)):
        spec = done.sweep.spec((k,)).replace(seed=seed, t_end=2.0, samples=9)
        path = tkf.simulate(spec).x.sel(time=TIMES)
        assert np.abs(tkf.alignment(path) - found.alignment[k, seed]).max() < 1e-6
    values = found.alignment
    np.testing.assert_allclose(found.alignment_mean, values.mean("seed"), atol=1e-14)
    np.testing.assert_allclose(found.alignment_deviation, values.std("seed"), atol=1e-14)
    expected = values.quantile([0.1, 0.5, 0.9], "seed").transpose("beta", "time", "quantile")
    np.testing.assert_allclose(found.alignment_quantiles, expected, atol=1e-14)
    assert (found.alignment_histogram.sum("alignment_bin") == 4).all()


@pytest.mark.no_cover
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
    arrays, about = work.solved(made, made.blocks[0])
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
    store = finished(made, tmp_path / "half.zarr", only=made.blocks[:1])
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


@pytest.mark.parametrize("harm", ["truncated", "flipped", "removed", "bad record"])
def test_a_damaged_chunk_is_found_and_solved_again(done, tmp_path, harm):
    import shutil

    path = tmp_path / "hurt.zarr"
    shutil.copytree(done.url, path)
    store, block = Store(str(path), done.sweep), done.sweep.blocks[1]
    assert store.record(block) is not None
    chunk = path / store.variables["alignment"].key(block)
    data = chunk.read_bytes()
    if harm == "bad record":
        (path / key(block)).write_text("{")
    elif harm == "removed":
        chunk.unlink()
    else:
        middle = bytes([data[20] ^ 1])
        chunk.write_bytes(data[:20] + (b"" if harm == "truncated" else middle + data[21:]))
    assert set(_records(store)) == {0}
    assert work.finish(done.sweep.to_json(), store.url, 0)["new"] is False
    assert work.finish(done.sweep.to_json(), store.url, 1)["new"] is True
    assert chunk.read_bytes() == data
    assert set(_records(store)) == {0, 1}


def test_the_store_may_be_behind_a_url(done):
    store = finished(done.sweep, "memory://sweeps/a.zarr")
    assert stored_sweep(store.url) == done.sweep
    assert set(_records(store)) == {0, 1}
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
    kept = _records(larger)
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
    assert work.finish(text, store.url, 0)["new"] is False
    assert work.finish(text, store.url, 0, retry=True)["new"] is True


def test_a_bug_fails_its_batch_and_no_more(monkeypatch):
    made = sweep()
    monkeypatch.setattr(work, "_follow", lambda *a: 1 / 0)
    arrays, about = work.solved(made, made.blocks[0])
    assert about["failed"] == 8
    assert (arrays["state"] == 2).all()
    assert "ZeroDivisionError" in about["first_error"]


def test_a_full_disk_leaves_what_was_finished(done, tmp_path):
    store = finished(done.sweep, tmp_path / "full.zarr", only=done.sweep.blocks[:1])
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, old[1]))
    try:
        report = work.finish(done.sweep.to_json(), store.url, 1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)
    assert "large" in report["unwritable"]
    assert set(_records(store)) == {0}
    found = xr.open_zarr(store.url).load()
    assert np.isfinite(found.alignment[:2]).all()
    assert work.finish(done.sweep.to_json(), store.url, 1)["new"] is True


# The command line


def test_four_workers_give_the_bits_of_none(done, tmp_path, tokenflock):
    file, url = tmp_path / "s.toml", tmp_path / "four.zarr"
    file.write_text(
        "base = { n = 6, d = 3, tol = 1e-7 }\nseeds = 4\ntimes = [0.0, 0.5, 1.0, 2.0]\nbatch = 8\n"
        'name = "sweep"\n[axes]\nbeta = [0.0, 1.0, 2.0, 4.0]\n[measure.alignment]\n'
        'keep = ["all", "mean", "quantiles", "histogram"]\n'
    )
    ran = tokenflock("sweep", file, "--out", url, "--workers", 4, "--events", "json")
    assert ran.returncode == 0, ran.stderr
    events = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [e["event"] for e in events] == ["begin", "connected", "batch", "batch", "end"]
    expected, found = (xr.open_zarr(one).load() for one in (done.url, url))
    for name in expected.data_vars:
        assert found[name].data.tobytes() == expected[name].data.tobytes(), name


def test_a_finished_sweep_has_nothing_to_do_and_another_is_refused(done):
    said = io.StringIO()
    run_sweep(done.sweep, done.url, watch=Lines(Console(file=said)))
    assert said.getvalue() == "sweep: nothing to do, 2 of 2 batches, 16 of 16 runs done.\n"
    with pytest.raises(tkf.InputError, match=r"`base\.tol` is 1e-07 there and 1e-06 here"):
        run_sweep(sweep(base=BASE | {"tol": 1e-6}), done.url)


def test_a_sweep_that_cannot_be_written_says_so(tmp_path):
    (tmp_path / "taken").write_text("")
    with pytest.raises(tkf.InputError, match=r"taken/s.zarr` cannot be (read|written)"):
        run_sweep(sweep(), str(tmp_path / "taken" / "s.zarr"))
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "file").write_text("")
    with pytest.raises(tkf.InputError, match="is not the store of a sweep"):
        run_sweep(sweep(), str(tmp_path / "other"))


def test_the_tally_knows_rate_and_remaining_time():
    tally = Tally()
    tally.begin(sweep(), [], 0)
    report = {"runs": 8, "failed": 1, "first_error": "why", "seconds": 1.0, "latest": {"a": 2.0},
              "processor_seconds": 0.5, "new": True, "begun": 0.0, "ended": 1.0}  # fmt: skip
    tally.begun -= 4.0
    tally.batch(report)
    assert abs(tally.rate - 2.0) < 0.1
    assert abs(tally.remaining - 4.0) < 0.2
    assert tally.means() == {"a": 2.0}
    assert "7 of 16 runs done, 1 failed" in tally.sentence()
    assert [span(s) for s in (5, 65, 7300)] == ["5 s", "1 min 5 s", "2 h 1 min"]


# Figures


def test_a_figure_suits_its_axes():
    shapes = {
        ("d", "beta", "time"): ((2, 20, 30), Layout("time", "beta", None, "d")),
        ("beta", "time"): ((20, 3), Layout("beta", None, "time", None)),
        ("space", "beta", "time"): ((6, 2, 30), Layout("time", None, "beta", "space")),
        ("time",): ((30,), Layout("time", None, None, None)),
    }
    for dims, (shape, expected) in shapes.items():
        coords = {dim: np.arange(size) for dim, size in zip(dims, shape, strict=True)}
        values = xr.DataArray(np.zeros(shape), dims=dims, coords=coords)
        assert arranged(values, None, None, None) == expected
    assert arranged(values, "time", None, None).x == "time"
    with pytest.raises(tkf.InputError, match=r"--facet must be one of time\. Got 'tim'"):
        arranged(values, None, None, "tim")


def test_lines_have_the_mean_and_the_spread_of_runs(done):
    data = xr.open_zarr(done.url).drop_vars(["alignment_mean", "alignment_quantiles"])
    fig = sweep_figure(data, x="time")
    (ax,) = fig.axes
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["0", "1", "2", "4"]
    for k, line in enumerate(ax.lines):
        np.testing.assert_allclose(line.get_ydata(), data.alignment[k].mean("seed"), atol=1e-14)
    assert len(ax.collections) == 4
    assert sweep_figure(data, x="beta", facet="time").axes[3].get_title() == "time $t$ = 2"


def test_a_heat_map_has_the_curve_of_theory():
    betas, times = np.linspace(0.0, 6.0, 12), np.linspace(0.0, 20.0, 40)
    made = Sweep(
        base={"n": 32}, axes={"beta": betas.tolist()}, times=times.tolist(), seeds=3,
        measure={"met": {"of": "close_pairs"}},
    )  # fmt: skip
    values = np.array([theory.equiangular(times, n=32, beta=beta) > 0.999 for beta in betas])
    about = {"observable": "close_pairs"}
    data = xr.Dataset(
        {
            "met_mean": (("beta", "time"), values.astype(float), about),
            "met_deviation": (("beta", "time"), 0.0 * values),
            "state": (("beta", "seed"), np.ones((12, 3), np.int8)),
        },
        {"beta": betas, "time": times},
        {"sweep": made.to_json(), "title": "met"},
    )
    ax = sweep_figure(data).axes[0]
    mesh, curve = ax.collections
    assert mesh.get_array().size == values.size
    for t, beta in curve.get_paths()[0].vertices[::10]:
        assert abs(theory.equiangular([t], n=32, beta=beta)[0] - 0.999) < 2e-3


def test_the_recipe_for_slurm_makes_one_thread_per_worker():
    recipe = (ROOT / "docs" / "sweeps.md").read_text()
    (options,) = re.findall(r"SLURMCluster\(\n(.*?)\n\)", recipe, re.DOTALL)
    options = re.sub("#.*", "", options).replace('interface="ib0",', "")
    code = (
        "from dask_jobqueue import SLURMCluster\n"
        f"cluster = SLURMCluster({options} scheduler_options={{'dashboard': False}})\n"
        "print(cluster.job_script())\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100)
    assert "--nthreads 1 " in ran.stdout, ran.stderr
    assert "--nworkers 16 " in ran.stdout
    assert "#SBATCH -t 04:00:00" in ran.stdout


ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples" / "sweeps").glob("*.toml"))


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_examples_are_valid(file):
    validate(Sweep.from_file(file))


def test_there_are_five_examples():
    assert len(EXAMPLES) == 5
