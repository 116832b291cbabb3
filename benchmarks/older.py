"""Batches of 64 runs by this version beside an older one, in turns, programs compiled before.

    python benchmarks/older.py PYTHON   # the interpreter of an environment with the older version

The peer of `tokenflock bench batches` is the compiled path of today, which calls the kernels of
today; this one is a whole version, say the last one before native steps served all systems.
"""

import json
import subprocess
import sys

import numpy as np

from tokenflock.bench.batches import NAMES
from tokenflock.bench.first import SYSTEMS
from tokenflock.spec import Spec

TURNS, RUNS = 9, 64
PROCESS = """
import json, sys, time
import tokenflock as tkf
for line in sys.stdin:
    spec = tkf.Spec(**json.loads(line))
    specs = [spec.replace(seed=seed) for seed in range({runs})]
    start = time.perf_counter()
    x = tkf.simulate(specs).x.data[:, -1]
    print(json.dumps([time.perf_counter() - start, float(abs(x).sum())]), flush=True)
"""


def main() -> None:
    """Print a row for every system: medians of both, and the ratio of each turn."""
    old, new = (_started(python) for python in (sys.argv[1], sys.executable))
    print("| system | older, ms | now, ms | ratio, median | least | most |")
    print("|---|---:|---:|---:|---:|---:|")
    for name in NAMES:
        text = json.dumps(_changed(SYSTEMS[name]))
        for worker in (old, new):
            _asked(worker, text)  # compiled, and warm
        turns = np.array([[_asked(worker, text) for worker in (old, new)] for _ in range(TURNS)])
        ratios, (older, now) = turns[:, 0] / turns[:, 1], 1e3 * np.median(turns, axis=0)
        told = " | ".join(f"{r:.2g}" for r in (np.median(ratios), ratios.min(), ratios.max()))
        print(f"| {name} | {older:.1f} | {now:.1f} | {told} |", flush=True)


def _changed(spec: Spec) -> dict[str, object]:
    """The fields that are not as by default: older versions know no others."""
    usual = Spec(n=spec.n, d=spec.d, beta=spec.beta).model_dump()
    return {name: value for name, value in spec.model_dump().items() if value != usual[name]} | {
        "n": spec.n, "d": spec.d, "beta": spec.beta,
    }  # fmt: skip


def _started(python: str) -> subprocess.Popen[str]:
    command = [python, "-c", PROCESS.format(runs=RUNS)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _asked(worker: subprocess.Popen[str], spec: str) -> float:
    """Seconds of a batch."""
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(spec + "\n")
    worker.stdin.flush()
    return float(json.loads(worker.stdout.readline())[0])


if __name__ == "__main__":
    main()
