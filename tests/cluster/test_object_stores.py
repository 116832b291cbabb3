"""Sweeps into object stores: real servers, killed clients, a network that drops requests.

Run by `make cluster`, which installs the servers.
"""

from pathlib import Path

import pytest
import xarray as xr
from support import dropping_proxy
from support.object_stores import (
    assert_same_bits,
    ended,
    free_port,
    killed_after,
    python,
    serving,
    solved,
    undisturbed,
)

pytestmark = pytest.mark.cluster
SECRETS = {
    "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_DEFAULT_REGION": "us-east-1"
}  # fmt: skip


@pytest.fixture(scope="module")
def quiet(tmp_path_factory):
    return undisturbed(tmp_path_factory.mktemp("quiet"))


@pytest.fixture(scope="module")
def s3(tmp_path_factory):
    """The port of an S3 server with a bucket."""
    port, folder = free_port(), tmp_path_factory.mktemp("s3")
    words = python("-m", "moto.server", "-H", "127.0.0.1", "-p", port)
    server = serving(words, port, folder / "log")
    with pytest.MonkeyPatch.context() as patched:
        for name, value in (SECRETS | at(port)).items():
            patched.setenv(name, value)
        import boto3

        boto3.client("s3").create_bucket(Bucket="flock")
        yield port
    ended(server)


def at(port):
    return {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}"}


def test_a_store_behind_s3_is_that_of_a_disk(quiet, s3):
    file, expected = quiet
    solved(file, "s3://flock/plain.zarr", at(s3), "--workers", 2)
    assert_same_bits(xr.open_zarr("s3://flock/plain.zarr"), expected)


def test_five_killed_clients_lose_nothing_behind_s3(quiet, s3):
    file, expected = quiet
    for kill in range(5):
        assert killed_after(file, "s3://flock/killed.zarr", at(s3), 3, "--workers", 2) == 3, kill
    events = solved(file, "s3://flock/killed.zarr", at(s3), "--workers", 2)
    assert events[0]["kept"] >= 15
    assert events[0]["damaged"] == 0
    assert_same_bits(xr.open_zarr("s3://flock/killed.zarr"), expected)


def test_one_request_in_twenty_may_be_lost(quiet, s3, tmp_path):
    file, expected = quiet
    port, log = free_port(), tmp_path / "lost"
    proxy = serving(python(dropping_proxy.__file__, port, s3, 20), port, log)
    try:
        assert killed_after(file, "s3://flock/lossy.zarr", at(port), 5, "--workers", 2) == 5
        events = solved(file, "s3://flock/lossy.zarr", at(port), "--workers", 2)
    finally:
        ended(proxy)
    lost = [line.split()[0] for line in Path(log).read_text().splitlines()]
    assert min(lost.count("request"), lost.count("answer")) >= 5, lost
    assert (events[-1]["done"], events[-1]["lost"]) == (240, 0)
    assert_same_bits(xr.open_zarr("s3://flock/lossy.zarr"), expected)
