"""Sweeps on a real SLURM of one node: clients, jobs and nodes go, and nothing is lost.

Run by `make cluster`, which installs what is missing; workers start by the recipe of the docs.
"""

import contextlib
import itertools
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
import xarray as xr
from support import slurm
from support.object_stores import assert_same_bits, client, killed_after, solved

pytestmark = pytest.mark.cluster
PAGE = Path(__file__).parents[2] / "docs" / "sweeps.md"
TIMES = 5  # each fault
SWEEP = """
base = { n = 128, d = 3, method = "layers", step = 0.05, t_end = 400.0, samples = 21 }
seeds = 4
batch = 4
[axes]
beta = { linspace = [0.0, 9.0, 60] }
[measure.alignment]
keep = ["all", "mean"]
"""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with slurm.running(tmp_path_factory.mktemp("slurm")) as made:
        yield made


@pytest.fixture(scope="module")
def quiet(tmp_path_factory):
    """The file of a sweep of a minute or two, and its store, solved in peace."""
    folder = tmp_path_factory.mktemp("quiet")
    file = folder / "layers.toml"
    file.write_text(SWEEP)
    solved(file, folder / "quiet.zarr", {}, "--workers", 2)
    return file, xr.open_zarr(folder / "quiet.zarr")


@contextlib.contextmanager
def workers(made, folder, jobs=2, walltime="00:30:00"):
    """The address of a scheduler whose workers are jobs, made by the recipe of the docs."""
    (recipe,) = re.findall(r"```python\n(from dask_jobqueue.*?)```", PAGE.read_text(), re.DOTALL)
    for ours, here in (("04:00:00", walltime), ("ib0", "lo"), ("128", str(jobs))):
        assert ours in recipe
        recipe = recipe.replace(ours, here)
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", recipe], cwd=folder, env=os.environ | made.env, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    try:
        yield process.stdout.readline().strip()
    finally:
        process.communicate("\n", timeout=60)
        made.command("scancel", "--user", made.user)
        until(lambda: not made.jobs("running", "pending", "completing"))


def until(true, seconds=180):
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.3)


def batches(process):
    """The events of a client, one batch after the other."""
    for line in process.stdout:
        event = json.loads(line)
        if event["event"] == "batch":
            yield event


def ended_well(process, store, expected):
    _, error = process.communicate(timeout=600)
    assert process.returncode == 0, error
    assert_same_bits(xr.open_zarr(store), expected)


def test_killed_clients_lose_nothing(cluster, quiet, tmp_path):
    file, expected = quiet
    store = tmp_path / "killed.zarr"
    with workers(cluster, tmp_path) as address:
        for _ in range(TIMES):
            assert killed_after(file, store, {}, 3, "--scheduler", address) == 3
        events = solved(file, store, {}, "--scheduler", address)
    assert events[0]["kept"] >= 3 * TIMES
    assert_same_bits(xr.open_zarr(store), expected)


def test_canceled_jobs_are_replaced(cluster, quiet, tmp_path):
    file, expected = quiet
    store, canceled = tmp_path / "canceled.zarr", []
    with workers(cluster, tmp_path) as address:
        process = client(file, store, {}, "--scheduler", address)
        for _ in itertools.islice(batches(process), 2, 2 + 3 * TIMES, 3):
            canceled.append(cluster.jobs("running")[0])
            cluster.command("scancel", canceled[-1])
        ended_well(process, store, expected)
    assert len(set(canceled)) == TIMES


def test_jobs_that_reach_their_wall_time_are_replaced(cluster, quiet, tmp_path):
    file, expected = quiet
    before = len(cluster.jobs("timeout"))
    with workers(cluster, tmp_path, jobs=4, walltime="00:01:00") as address:
        for turn in itertools.count():
            store = tmp_path / f"limited{turn}.zarr"
            solved(file, store, {}, "--scheduler", address)
            assert_same_bits(xr.open_zarr(store), expected)
            if len(cluster.jobs("timeout")) >= before + TIMES:
                break
            assert turn < TIMES


def test_a_drained_node_is_waited_for(cluster, quiet, tmp_path):
    file, expected = quiet
    store, drained = tmp_path / "drained.zarr", 0
    with workers(cluster, tmp_path) as address:
        process = client(file, store, {}, "--scheduler", address)
        for _ in itertools.islice(batches(process), 2, 2 + 3 * TIMES, 3):
            cluster.update_node("drain")
            cluster.command("scancel", "--user", cluster.user)
            until(lambda: cluster.jobs("pending") and not cluster.jobs("running"))
            cluster.update_node("resume")
            drained += 1
        ended_well(process, store, expected)
    assert drained == TIMES
