"""Servers of object stores as processes, and sweeps solved into them by the command line."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import numpy as np
import xarray as xr

TOKENFLOCK = str(Path(sysconfig.get_path("scripts"), "tokenflock"))
SWEEP = """
base = { n = 4, d = 2, method = "layers", step = 0.5, t_end = 10.0, samples = 21 }
seeds = 8
batch = 8
[axes]
beta = { linspace = [0.0, 9.0, 30] }
[measure.alignment]
keep = ["all", "mean"]
"""


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def serving(words, port, log):
    """A process that listens at a port."""
    with open(log, "wb") as stream:
        process = subprocess.Popen(list(map(str, words)), stdout=stream, stderr=stream)
    for _ in range(600):
        if process.poll() is not None:
            raise RuntimeError(f"{words[0]} ended: {Path(log).read_text()[-600:]}")
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return process
    raise RuntimeError(f"{words[0]} does not listen at {port}.")


def ended(process):
    process.terminate()
    process.wait(20)


def client(file, store, env, *words):
    """A sweep in a session of its own, events on its standard output."""
    command = [TOKENFLOCK, "sweep", file, "--out", store, "--events", "json", *words]
    return subprocess.Popen(
        list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=os.environ | env, start_new_session=True,
    )  # fmt: skip


def solved(file, store, env, *words):
    """The events of a sweep that ran to its end."""
    process = client(file, store, env, *words)
    out, error = process.communicate(timeout=600)
    assert process.returncode == 0, error
    return [json.loads(line) for line in out.splitlines()]


def killed_after(file, store, env, batches, *words):
    """Kill a client, never warned, once so many batches came back; how many had."""
    process, count = client(file, store, env, *words), 0
    try:
        for line in process.stdout:
            count += json.loads(line)["event"] == "batch"
            if count == batches:
                process.kill()
                break
        process.wait(60)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # its workers, which lost their scheduler
        process.communicate()
    return count


def assert_same_bits(found, expected):
    """Two datasets, equal to the last bit."""
    found, expected = found.load(), expected.load()
    assert set(found.variables) == set(expected.variables)
    for name in expected.variables:
        a, b = found[name].values, expected[name].values
        assert a.dtype == b.dtype, name
        same = np.array_equal(a, b) if a.dtype.kind == "O" else a.tobytes() == b.tobytes()
        assert same, name
    assert (expected.state == 1).all()


def undisturbed(folder):
    """The file of a small sweep, and its store, solved in peace."""
    file = Path(folder, "small.toml")
    file.write_text(SWEEP)
    solved(file, Path(folder, "quiet.zarr"), {}, "--workers", 1)
    return file, xr.open_zarr(Path(folder, "quiet.zarr"))


def python(*words):
    return [sys.executable, *words]
