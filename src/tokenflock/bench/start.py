"""One small run: the wait for a first result in a fresh process, and for every further one."""

import os
import subprocess
import sys
import tempfile

import numpy as np

from tokenflock.bench.euler import EULER, euler
from tokenflock.bench.stopwatch import OURS, Row, Spread, Target, compared, interleaved, seconds
from tokenflock.simulation import simulate, tokens_of
from tokenflock.spec import Spec

SMALL = Spec(n=32, d=2, beta=4.0, t_end=15.0)
FIRST = """
import tokenflock as tkf
tkf.simulate(tkf.Spec.from_json({spec!r}))
"""


def measure(quick: bool) -> list[Row]:
    """From an empty cache of compiled programs, imports included; then warm."""
    return [cold(1 if quick else 3), warm(3 if quick else 15)]


def cold(turns: int) -> Row:
    """Whole processes: they start, simulate and end."""
    took = Spread.of([seconds(first_result) for _ in range(turns)])
    title = f"first result, n={SMALL.n}, to t={SMALL.t_end:g}, empty cache"
    return Row(title, {OURS: took}, targets=[Target("seconds", took.median, "at most", 5.0)])


def first_result() -> None:
    """A process with an empty cache and one result."""
    command = [sys.executable, "-c", FIRST.format(spec=SMALL.to_json())]
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"TOKENFLOCK_CACHE": folder}
        subprocess.run(command, env=environment, check=True)


def warm(turns: int) -> Row:
    """The same run again, beside the papers' Euler script."""
    x = tokens_of(SMALL)
    times = np.array([0.0, SMALL.t_end])
    tasks = {OURS: lambda: simulate(SMALL), EULER: lambda: euler(x, times, beta=SMALL.beta)}
    row = compared(f"again, n={SMALL.n}, to t={SMALL.t_end:g}", interleaved(tasks, turns))
    row.targets.append(Target("seconds", row.seconds[OURS].median, "at most", 0.03))
    return row
