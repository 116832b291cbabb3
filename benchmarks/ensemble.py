"""Whole solves: 64 runs of the Fig. 2 system beside the papers' Euler script, and one small run.

The NumPy script takes explicit Euler steps of 0.05 with renormalisation, as the papers' code does.
Errors are the largest over tokens and the times of TIMES, median over runs, against tol 1e-12.
"""

import os
import subprocess
import sys
import tempfile
import time

import numpy as np
import stopwatch

import tokenflock as tkf
from tokenflock.simulation import tokens_of

RUNS, N, BETA, STEP = 64, 200, 64.0, 0.05
TIMES = np.array([0.0, 1.0, 5.0, 10.0, 20.0, 40.0, 75.0, 150.0])
COLD = """
import time; begun = time.perf_counter()
import tokenflock as tkf
tkf.simulate(tkf.Spec(n=32, d=2, beta=4.0, t_end=15.0))
print(time.perf_counter() - begun)
"""


def euler(x: np.ndarray) -> np.ndarray:
    """The path of one run at TIMES."""
    path, seen = [x], np.tri(N)
    for count in np.rint(np.diff(TIMES) / STEP).astype(int):
        for _ in range(count):
            w = np.exp(BETA * (x @ x.T - 1)) * seen
            x = x + STEP * (w / w.sum(axis=1, keepdims=True)) @ x
            x = x / np.linalg.norm(x, axis=1, keepdims=True)
        path.append(x)
    return np.stack(path)


def error(path: np.ndarray, exact: np.ndarray) -> float:
    return float(np.median(np.linalg.norm(path - exact, axis=-1).max(axis=(1, 2))))


def cold_start() -> float:
    """Seconds from an empty compilation cache to the first result, imports included."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"TOKENFLOCK_CACHE": folder}
        done = subprocess.run(
            [sys.executable, "-c", COLD],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
    return float(done.stdout)


def main() -> None:
    out = stopwatch.output()
    specs = tkf.sweep(tkf.Spec(n=N, d=2, beta=BETA, mask="causal"), seed=range(RUNS))
    x0 = np.stack([tokens_of(spec) for spec in specs])
    flow = tkf.Flow(tkf.SelfAttention(BETA, mask="causal"))

    def ours(tol: float = 1e-7) -> np.ndarray:
        return tkf.solve(flow, x0, TIMES, tol=tol).x.data

    def papers() -> np.ndarray:
        return np.stack([euler(x) for x in x0])

    row = stopwatch.compare("64 runs, n=200, causal, to t=150", ours, {"numpy Euler": papers}, 2)
    exact = ours(1e-12)
    row["errors"] = {"tokenflock": error(ours(), exact), "numpy Euler": error(papers(), exact)}
    print("median error:", {name: f"{value:.1e}" for name, value in row["errors"].items()})

    small = tkf.Spec(n=32, d=2, beta=4.0, t_end=15.0)
    tkf.simulate(small)
    warm = [stopwatch.seconds(lambda: tkf.simulate(small)) for _ in range(9)]
    start = {"cold seconds": cold_start(), "warm seconds": float(np.median(warm))}
    print(f"n=32 to t=15: {start['cold seconds']:.1f} s cold, {1e3 * np.median(warm):.1f} ms warm")
    stopwatch.write([row, start], out)


if __name__ == "__main__":
    begun = time.perf_counter()
    main()
    print(f"{time.perf_counter() - begun:.0f} s")
