"""A sweep whose workers, scheduler and client are killed again and again loses nothing."""

import random
import time
from collections import Counter

import numpy as np
import pytest
import xarray as xr
from support import cluster

from tokenflock.sweeps import solving
from tokenflock.sweeps.store import Store, stored_sweep
from tokenflock.sweeps.sweep import Sweep

KILLS = 8  # two of each kind of process
LIMIT = 900.0  # seconds, on a machine that does other things as well


def small():
    """Thirty batches of layers, which compile fast."""
    return Sweep(
        name="kills", seeds=8, batch=8,
        base={"n": 4, "d": 2, "method": "layers", "step": 0.5, "t_end": 10.0, "samples": 21},
        axes={"beta": [0.5 * k for k in range(30)]},
        measure={"alignment": {"keep": ["all", "mean"]}, "clusters": {"of": "count_clusters"}},
    )  # fmt: skip


@pytest.mark.slow
def test_nothing_is_lost_or_solved_twice_by_eight_kills(tmp_path):
    sweep = small()
    assert disturbed(sweep, tmp_path) == KILLS
    undisturbed = Store(str(tmp_path / "quiet.zarr"), sweep)
    undisturbed.prepare()
    for batch in sweep.batches:
        solving.solve_batch(sweep.to_json(), undisturbed.url, batch.number)

    loud, quiet = (xr.open_zarr(tmp_path / f"{name}.zarr").load() for name in ("loud", "quiet"))
    xr.testing.assert_identical(loud, quiet)
    for name in quiet.data_vars:
        assert loud[name].data.tobytes() == quiet[name].data.tobytes(), name
    assert stored_sweep(str(tmp_path / "loud.zarr")) == sweep
    assert (quiet.state == 1).all()
    assert np.isfinite(quiet.alignment).all()
    assert solved_after_commit((tmp_path / "journal").read_text()) == []


def disturbed(sweep, folder):
    """Run a sweep to its end under kills spread over its progress; how many there were."""
    rng, context, address = random.Random(8), cluster.forkserver(), None
    port = cluster.free_port()
    address, url = f"tcp://127.0.0.1:{port}", str(folder / "loud.zarr")
    makers = {
        "scheduler": (cluster.scheduler, port),
        "worker 0": (cluster.worker, address, str(folder), 0),
        "worker 1": (cluster.worker, address, str(folder), 1),
        "client": (cluster.client, address, sweep, url, str(folder)),
    }
    victims = [list(makers)[k % len(makers)] for k in range(KILLS)]
    rng.shuffle(victims)
    running, kills, end = {}, 0, time.monotonic() + LIMIT
    try:
        while not (folder / "complete").exists():
            assert time.monotonic() < end, "the sweep does not end"
            for name, (target, *args) in makers.items():
                if name not in running or not running[name].is_alive():
                    running[name] = cluster.started(context, target, *args)
            due = (kills + 0.5) * len(sweep.batches) / (KILLS + 1)
            if kills < KILLS and progress(folder) >= due:
                time.sleep(rng.uniform(0.0, 0.15))
                cluster.kill(running[victims[kills]])
                kills += 1
            time.sleep(0.01)
    finally:
        for process in running.values():
            cluster.kill(process)
    return kills


def progress(folder):
    return len(list((folder / "loud.zarr" / "batches").glob("*.*.json")))


def solved_after_commit(journal):
    """The batches that were begun once more after they had been committed."""
    done, again = Counter(), []
    for line in journal.splitlines():
        what, number = line.split()
        if what == "begun" and done[number]:
            again.append(number)
        done[number] += what == "done"
    return again
