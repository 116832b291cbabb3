"""Sweeps as files and records: the plan, and what is refused before anything runs."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from support.small_sweeps import BASE, sweep

import tokenflock as tkf
from tokenflock.simulation import times_of
from tokenflock.sweeps.batches import block_size
from tokenflock.sweeps.cores import shares
from tokenflock.sweeps.solving import solved
from tokenflock.sweeps.sweep import Sweep
from tokenflock.sweeps.validation import points, validate


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
    for batch in made.batches:
        times_covered[tuple(map(slice, batch.start, batch.stop))] += 1
    assert (times_covered == 1).all()
    assert made.chunks == (1, 2, 4)  # a space is another program; beta is an operand
    assert [batch.number for batch in made.batches] == list(range(len(made.batches)))


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


def test_a_sweep_made_in_python_is_the_one_its_store_tells():
    made = Sweep(
        base=tkf.Spec(n=6, d=2, init="cube", ov=np.array([[1, 2], [3, 4.0]]), gamma=2.0),
        axes={
            "kappa": np.geomspace(1.0, 4.0, 3),
            "qk": {"values": [np.eye(2), ((0.0, 1.0), (1.0, 0.0))], "names": ["identity", "swap"]},
            "kind": {"zip": {"mask": ["full", "causal", "full"], "heads": [1, 1, 2]}},
        },
        seeds=range(5, 8), times=np.linspace(0.0, 1.0, 3), measure=[tkf.alignment, "spread"],
    )  # fmt: skip
    assert Sweep.from_json(made.to_json()) == made
    assert "beta" not in made.base  # it follows from gamma
    assert made.axes[0].fields["kappa"][0] == 1.0
    assert (made.seeds.first, made.seeds.count) == (5, 3)
    assert made.shape == (3, 2, 3, 3)
    assert {name: measure.of for name, measure in made.measure.items()} == {
        "alignment": "alignment", "spread": "spread",
    }  # fmt: skip
    assert made.spec((1, 1, 2)).qk == ((0.0, 1.0), (1.0, 0.0))
    assert Sweep(measure={"met": tkf.close_pairs}).measure["met"].of == "close_pairs"


@pytest.mark.parametrize("fields", [
    {"method": "layers", "step": 0.5, "t_end": 3.0, "samples": 4},
    {"method": "layers", "step": 0.5, "t_end": 2.0, "samples": 50},  # more samples than layers
    {"spacing": "log", "samples": 2, "t_end": 4.0},
    {"spacing": "log", "samples": 6, "t_end": 4.0},
])  # fmt: skip
def test_times_are_those_of_the_spec(fields):
    base = {"n": 3, "tol": 1e-5} | fields
    made = Sweep(base=base, measure={"alignment": {"keep": ["all"]}})
    np.testing.assert_array_equal(made.saved, times_of(tkf.Spec(**base)))
    arrays, about = solved(made, made.batches[0])
    assert about["failed"] == 0, about["first_error"]
    expected = tkf.alignment(tkf.simulate(tkf.Spec(**base)))
    np.testing.assert_allclose(arrays["alignment"][0], expected, rtol=0, atol=1e-6)


def test_a_measure_finds_a_time_as_people_write_it():
    made = Sweep(base={"t_end": 1.0, "samples": 11}, measure={"alignment": {"at": [0.3, 0.7]}})
    assert made.saved[3] != 0.3  # 3 * 0.1
    assert made.measure["alignment"].places(made.saved) == [3, 7]


def test_times_between_layers_are_refused_before_anything_runs():
    made = Sweep(
        base={"method": "layers", "n": 4}, times=[0.0, 1.0, 3.0], axes={"step": [0.5, 1.5]},
        measure={"alignment": {}},
    )  # fmt: skip
    with pytest.raises(tkf.InputError, match=r"At step=1\.5: .*multiple of `step=1.5`. Got t=1"):
        validate(made)


def test_a_store_of_old_words_opens():
    text = (
        '{"name":"old","title":"","base":{"n":6,"weighting":"unnormalised","t_end":2.0},'
        '"axes":[{"dim":"weighting2","fields":{"position":["rotary"]}},'
        '{"dim":"beta","fields":{"beta":[1.0,2.0]}}],"seeds":{"first":0,"count":1},'
        '"measure":{"angle":{"of":"consensus","options":{},"keep":["mean"],"at":"all","bins":50,'
        '"range":[0.0,1.0]},"c":{"of":"count_clusters","options":{"space":"sphere"}}},'
        '"quantiles":[0.1,0.5,0.9],"plan":[1,1,1]}'
    )
    made = Sweep.from_json(text)
    assert made.base["weighting"] == "unnormalized"
    assert made.measure["angle"].of == "consensus_angle"
    assert made.measure["c"].options == {"metric": "angle"}
    validate(made.model_copy(update={"measure": {"angle": made.measure["angle"]}}))


@pytest.mark.parametrize(("changes", "said"), [
    ({"axes": {"bta": [1.0]}}, "Did you mean 'beta_end'"),
    ({"axes": {"beta": {"linspace": [1.0, 2.0]}}}, "count of at least 2"),
    ({"axes": {"beta": [1.0, 1.0]}}, "must not repeat"),
    ({"axes": {"k": {"zip": {"mask": ["full", "full"], "heads": [1, 1]}}}}, "must not repeat"),
    ({"axes": {"heads": {"zip": {"mask": ["full", "causal"], "heads": [1, 1]}}}}, "not repeat"),
    ({"axes": {"t_end": [1.0, 2.0]}}, "all runs share `times`"),
    ({"axes": {"n": [4, 5]}}, "in `base` or in one axis"),
    ({"axes": {"both": {"zip": {"n": [4, 5], "d": [2]}}}}, "equally long"),
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
    with pytest.raises(tkf.InputError, match="At kappa=-1: `kappa` must"):
        validate(sweep(axes={"kappa": [1.0, -1.0]}))


def test_cores_are_dealt_out():
    mine = sorted(os.sched_getaffinity(0))
    assert shares(1) == (tuple(mine),)
    assert sorted(c for share in shares(len(mine)) for c in share) == mine
    assert [len(share) for share in shares(2 * len(mine))] == [1] * (2 * len(mine))


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
    assert "--no-nanny" in ran.stdout
    assert "#SBATCH -t 04:00:00" in ran.stdout


ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples" / "sweeps").glob("*.toml"))


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_examples_are_valid(file):
    validate(Sweep.from_file(file))


def test_there_are_five_examples():
    assert len(EXAMPLES) == 5


def test_of_very_many_points_the_ends_are_looked_at():
    betas = [0.5 + 0.001 * k for k in range(20_000)]
    many = Sweep(base={"n": 4}, axes={"d": [2, 3], "beta": betas}, measure=["alignment"])
    assert set(points(many)) == {(d, k) for d in (0, 1) for k in (0, 19_999)}
    few = Sweep(base={"n": 4}, axes={"d": [2, 3], "beta": betas[:4]}, measure=["alignment"])
    assert len(set(points(few))) == 8
    wrong = Sweep(
        base={"n": 4, "weighting": "hardmax", "method": "layers", "step": 0.5},
        axes={"beta": [*betas, -1.0]}, measure=["alignment"],
    )  # fmt: skip
    with pytest.raises(tkf.InputError, match="beta=-1"):
        validate(wrong)


def test_a_long_axis_must_not_repeat_a_value_and_says_so_briefly():
    with pytest.raises(tkf.InputError, match="must not repeat") as raised:
        Sweep(base={"n": 4}, axes={"beta": [*range(10_000), 7.0]}, measure=["alignment"])
    assert len(str(raised.value)) < 500
