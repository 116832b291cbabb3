"""Runs as earlier versions wrote them are read as today's would be."""

import json

import numpy as np
import pytest
import xarray as xr

import tokenflock as tkf
from tokenflock.simulation import spec_of

SPEC = {
    "n": 4, "d": 2, "beta": 2.0, "init": [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]],
    "t_end": 4.0, "samples": 3, "weighting": "unnormalised:scaled",
}  # fmt: skip


def old_run(*, space="sphere", runs=None, **changes):
    """A dataset as version 0.1 wrote it: no metric, no title, British words in the spec."""
    spec = SPEC | {"space": space} | changes
    x = np.tile(np.array(spec["init"]), (3, 1, 1))
    dims = ("time", "token", "coord")
    if runs is not None:
        x, dims = np.stack([x] * runs), ("run", *dims)
    about = {"beta": spec["beta"], "space": space.partition(":")[0]}
    array = xr.DataArray(x, dims=dims, attrs=about | {"mask": "full"})
    run = xr.Dataset({"x": array}, attrs=about | {"spec": json.dumps(spec), "seed": 0})
    return run.assign_coords(time=[0.0, 1.0, 4.0], token=np.arange(4), coord=np.arange(2))


def reloaded(run, tmp_path):
    return tkf.load(tkf.save(run, tmp_path / "old.zarr"))


@pytest.mark.parametrize(
    ("space", "metric"), [("sphere", "angle"), ("mixln:2.0", "angle"), ("rescaled", "euclidean")]
)
def test_the_metric_is_that_of_the_space(tmp_path, space, metric):
    run = reloaded(old_run(space=space), tmp_path)
    assert run.x.attrs["metric"] == run.attrs["metric"] == metric
    assert "space_title" in run.x.attrs
    labels = tkf.clusters(run)
    xr.testing.assert_equal(labels, tkf.clusters(run.x, beta=2.0, metric=metric))


def test_the_spec_speaks_american(tmp_path):
    run = reloaded(old_run(), tmp_path)
    assert spec_of(run).weighting == "unnormalized:scaled"
    assert tkf.verdict(run).state == "saddle"  # four tokens on a cross


def test_beta_of_an_annealed_run_and_masses_become_coordinates(tmp_path):
    run = reloaded(old_run(beta_end=10.0, masses=[1.0, 2.0, 1.0, 1.0]), tmp_path)
    np.testing.assert_array_equal(run.beta, [2.0, 4.0, 10.0])
    np.testing.assert_array_equal(run.mass, [1.0, 2.0, 1.0, 1.0])
    fresh = tkf.flow_of(spec_of(run)).coordinates(run.time.data)
    np.testing.assert_allclose(run.beta, fresh["beta"][1], rtol=1e-15)
    np.testing.assert_array_equal(run.mass, fresh["mass"][1])


def test_a_space_of_ones_own_was_kept_as_flat(tmp_path):
    old = old_run(space="euclidean")
    old.x.attrs["own_space"] = "Torus"
    run = reloaded(old, tmp_path)
    assert run.x.attrs["space"] == "torus"
    assert (run.x.attrs["metric"], run.x.attrs["space_title"]) == ("euclidean", "Torus")


def test_dims_are_put_in_order(tmp_path):
    old = old_run(space="rescaled", runs=2)
    old["resolved"] = ("time", "run", "token"), np.ones((3, 2, 4), bool)
    assert reloaded(old, tmp_path).resolved.dims == ("run", "time", "token")


def test_todays_runs_and_others_are_left_alone(tmp_path):
    run = tkf.simulate(tkf.Spec(n=3, t_end=1.0, samples=2))
    xr.testing.assert_identical(tkf.load(tkf.save(run, tmp_path / "new.nc")), run)
    other = xr.Dataset({"x": ("time", [1.0, 2.0])})
    xr.testing.assert_identical(tkf.load(tkf.save(other, tmp_path / "other.nc")), other)
