"""Results: a run survives Zarr and netCDF, appears whole or not at all."""

import numpy as np
import pytest
import xarray as xr

import tokenflock as tkf
from tokenflock.runtime.folders import fresh, next_free


@pytest.fixture(scope="module")
def run():
    return tkf.simulate(tkf.Spec(n=6, d=3, space="rescaled", init="cube", t_end=1.0, samples=5))


@pytest.mark.parametrize("name", ["run.zarr", "run.nc", "deep/er/run.zarr"])
def test_a_run_survives_saving(run, tmp_path, name):
    path = tkf.save(run, tmp_path / name)
    xr.testing.assert_identical(tkf.load(path), run)
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_the_store_opens_with_plain_xarray(run, tmp_path):
    tkf.save(run, tmp_path / "run.zarr")
    opened = xr.open_zarr(tmp_path / "run.zarr", consolidated=False)
    assert opened.x.dims == ("time", "token", "coord")
    assert tkf.Spec.from_json(opened.attrs["spec"]).n == 6


def test_nothing_is_overwritten_and_nothing_half_written(run, tmp_path, monkeypatch):
    path = tkf.save(run, tmp_path / "run.zarr")
    with pytest.raises(tkf.InputError, match="exists already"):
        tkf.save(run, path)
    monkeypatch.setattr(xr.Dataset, "to_zarr", full_disk)
    with pytest.raises(tkf.InputError, match="No space left on device"):
        tkf.save(run, tmp_path / "other.zarr")
    assert [p.name for p in tmp_path.iterdir()] == ["run.zarr"]


def full_disk(self, path, **options):
    path.mkdir()
    (path / "half").write_text("written")
    raise OSError(28, "No space left on device")


def test_what_is_no_result_is_refused(tmp_path):
    with pytest.raises(tkf.InputError, match="There is no run"):
        tkf.load(tmp_path / "missing.zarr")
    (tmp_path / "text.nc").write_text("not a netCDF file")
    (tmp_path / "empty.zarr").mkdir()
    for name in ("text.nc", "empty.zarr"):
        with pytest.raises(tkf.InputError, match="is not a tokenflock result"):
            tkf.load(tmp_path / name)


def test_a_folder_appears_when_complete(tmp_path):
    with fresh(tmp_path / "out") as partial:
        (partial / "file").write_text("data")
        assert not (tmp_path / "out").exists()
    assert (tmp_path / "out" / "file").read_text() == "data"
    assert next_free(tmp_path, "out") == tmp_path / "out-1"


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_a_folder_that_fails_leaves_nothing(tmp_path, error):
    def fail():
        with fresh(tmp_path / "out") as partial:
            (partial / "file").write_text("data")
            raise error

    with pytest.raises(error):
        fail()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_exists_or_cannot_be_written(tmp_path):
    with pytest.raises(tkf.InputError, match="exists already"), fresh(tmp_path):
        pass
    (tmp_path / "file").write_text("")
    with pytest.raises(tkf.InputError, match="cannot be written"), fresh(tmp_path / "file" / "out"):
        pass


def test_arrays_of_a_run_are_labeled(run):
    assert set(run.resolved.dims) == {"time", "token"}
    np.testing.assert_array_equal(run.token, np.arange(6))
    assert run.x.attrs["mask"] == "full"
