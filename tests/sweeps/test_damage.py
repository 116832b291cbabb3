"""Damaged stores: whatever happens to a file is found, and made anew, solved again or told."""

import json
import shutil

import pytest
import xarray as xr
from support.damage import HARMS, changed, hurt
from support.small_sweeps import finished, sweep

from tokenflock.errors import InputError
from tokenflock.sweeps import solving
from tokenflock.sweeps.engine import prepared
from tokenflock.sweeps.failures import failures
from tokenflock.sweeps.status import status_of
from tokenflock.sweeps.store import Store, key, opened, whole_records


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    return finished(sweep(), tmp_path_factory.mktemp("damage") / "done.zarr")


@pytest.fixture
def path(done, tmp_path):
    shutil.copytree(done.url, tmp_path / "hurt.zarr")
    return tmp_path / "hurt.zarr"


def assert_as_new(path, done):
    for consolidated in (True, False):
        found = xr.open_zarr(path, consolidated=consolidated).load()
        xr.testing.assert_identical(found, xr.open_zarr(done.url).load())


@pytest.mark.parametrize("harm", ["truncated", "flipped", "removed", "bad record"])
def test_a_damaged_chunk_is_found_and_solved_again(done, path, harm):
    store, batch = Store(str(path), done.sweep), done.sweep.batches[1]
    assert store.record(batch) is not None
    chunk = path / store.variables["alignment"].key(batch)
    data = chunk.read_bytes()
    if harm == "bad record":
        (path / key(batch)).write_text("{")
    elif harm == "removed":
        chunk.unlink()
    else:
        middle = bytes([data[20] ^ 1])
        chunk.write_bytes(data[:20] + (b"" if harm == "truncated" else middle + data[21:]))
    assert set(whole_records(store, store.committed())) == {0}
    assert solving.solve_batch(done.sweep.to_json(), store.url, 0)["new"] is False
    assert solving.solve_batch(done.sweep.to_json(), store.url, 1)["new"] is True
    assert chunk.read_bytes() == data
    assert set(whole_records(store, store.committed())) == {0, 1}


def harms():
    """What may happen to a file of metadata, by name: bytes before, bytes after."""

    def changed(**new):
        return lambda data: json.dumps(json.loads(data) | new).encode()

    grid = {"name": "regular", "configuration": {"chunk_shape": [1, 1, 1]}}
    return {
        "emptied": lambda data: b"", "cut off": lambda data: data[:40],
        "another type": lambda data: b"[1, 2]", "a group": changed(node_type="group"),
        "another dtype": changed(data_type="float32"), "other chunks": changed(chunk_grid=grid),
        "other codecs": changed(codecs=[{"name": "bytes", "configuration": {"endian": "big"}}]),
        "no codecs": changed(codecs=None), "a shape of another rank": changed(shape=[3]),
    }  # fmt: skip


@pytest.mark.parametrize("harm", harms())
def test_damaged_metadata_are_made_anew(done, path, harm):
    for name in ("alignment", "alignment_mean", "state", "error", "beta", "time"):
        file = path / name / "zarr.json"
        file.write_bytes(harms()[harm](file.read_bytes()))
    job = prepared(done.sweep, str(path))
    assert (job.todo, job.tally.damaged) == ([], 0)
    for consolidated in (True, False):
        found = xr.open_zarr(path, consolidated=consolidated).load()
        xr.testing.assert_identical(found, xr.open_zarr(done.url).load())


@pytest.mark.parametrize("harm", ["chunk of a coordinate", "root", "batches", "missing"])
def test_damage_to_the_rest_of_a_store_is_mended(done, path, harm):
    if harm == "chunk of a coordinate":
        (path / "beta/c/0").write_bytes((path / "beta/c/0").read_bytes()[:7])
    elif harm == "root":
        root = json.loads((path / "zarr.json").read_bytes()) | {"consolidated_metadata": 5}
        (path / "zarr.json").write_text(json.dumps(root))
    elif harm == "batches":
        (path / "batches/zarr.json").write_bytes(b"{")
    else:
        (path / "alignment/zarr.json").unlink()
    assert prepared(done.sweep, str(path)).todo == []
    xr.testing.assert_identical(xr.open_zarr(path).load(), xr.open_zarr(done.url).load())


@pytest.mark.parametrize("text", ["[]", "7", "{}", '{"runs": 8, "checksums": []}', "null", "\xff"])
def test_a_record_that_is_none_does_not_count(done, path, text):
    batch = done.sweep.batches[1]
    whole = json.loads((path / key(batch)).read_bytes())
    for lacking in ({}, {k: v for k, v in whole.items() if k != "latest"}, whole | {"failed": ""}):
        text = json.dumps(lacking) if lacking else text
        (path / key(batch)).write_bytes(text.encode("latin1"))
        assert prepared(done.sweep, str(path)).todo == [batch]


@pytest.mark.parametrize("file", [
    "zarr.json", "batches/zarr.json", "batches/sweep.json", "alignment/zarr.json",
    "error/zarr.json", "time/zarr.json", "seed/c/0",
])  # fmt: skip
def test_what_follows_from_the_sweep_is_made_anew(done, path, file):
    for harm in HARMS:
        hurt(path, file, harm)
        assert status_of(str(path)).done == 16, harm
        assert prepared(done.sweep, str(path)).todo == [], harm
    assert_as_new(path, done)


@pytest.mark.parametrize("file", ["alignment_mean/c/1/0", "state/c/1/0", "batches/1.0.json"])
def test_what_was_solved_is_solved_again(done, path, file):
    whole = (path / file).read_bytes()
    for harm in HARMS:
        hurt(path, file, harm)
        assert prepared(done.sweep, str(path)).todo == [done.sweep.batches[1]], harm
        (path / file).write_bytes(whole)
    assert prepared(done.sweep, str(path)).todo == []


@pytest.mark.parametrize("seed", range(6))
def test_json_changed_anywhere_is_never_believed(done, path, seed):
    file = ("zarr.json", "batches/1.0.json", "alignment/zarr.json")[seed % 3]
    (path / file).write_bytes(changed((path / file).read_bytes(), seed))
    assert status_of(str(path)).done in (8, 16)
    todo = prepared(done.sweep, str(path)).todo
    assert todo == ([done.sweep.batches[1]] if "1.0" in file else [])
    assert_as_new(path, done)


def test_a_store_without_a_sweep_is_told(done, path):
    for file in ("zarr.json", "batches/sweep.json"):
        (path / file).write_text("{}")
    with pytest.raises(InputError, match="not the store of a sweep"):
        prepared(done.sweep, str(path))


@pytest.mark.parametrize("file", ["alignment/zarr.json", "beta/c/0", "zarr.json"])
def test_readers_are_told_of_damage(path, file):
    assert list(failures(str(path))) == []
    hurt(path, file, "emptied")
    with pytest.raises(InputError, match=r"is damaged: `.*Run the sweep again"):
        list(failures(str(path)))
    with pytest.raises(InputError, match=r"is damaged: `.*Run the sweep again"):
        opened(str(path))


def test_a_chunk_that_changed_is_not_drawn(path, tokenflock):
    hurt(path, "alignment/c/0/0/0", "flipped")
    told = tokenflock("plot", path)
    assert told.returncode == 2
    assert "1 of 2 batches are not as they were written" in told.stderr


def test_stores_from_before_there_were_checksums_of_records_count(done, path):
    for file in ("batches/0.0.json", "batches/1.0.json"):
        record = json.loads((path / file).read_bytes())
        del record["checksum"]
        (path / file).write_text(json.dumps(record))
    (path / "batches/sweep.json").unlink()
    assert prepared(done.sweep, str(path)).todo == []


def test_a_batch_that_is_committed_while_somebody_looks_is_no_damage(done, path, monkeypatch):
    record = path / key(done.sweep.batches[1])
    written, look = record.read_bytes(), Store.record
    record.unlink()

    def late(store, batch):
        record.write_bytes(written)  # another process commits it now
        return look(store, batch)

    monkeypatch.setattr(Store, "record", late)
    assert opened(str(path)).sizes == opened(done.url).sizes
