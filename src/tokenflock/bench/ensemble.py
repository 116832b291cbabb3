"""Whole solves: 64 runs of one system beside the papers' script, with the errors of both.

The script takes explicit Euler steps of 0.05 with renormalization, one run after another, as the
papers' code does; so every turn times an eighth of its runs beside the whole batch of ours.
"""

import numpy as np

from tokenflock.attention import SelfAttention
from tokenflock.bench.euler import EULER, euler
from tokenflock.bench.stopwatch import OURS, Row, Target, Task, compared, interleaved
from tokenflock.fields.flow import Flow
from tokenflock.integrate import solve
from tokenflock.simulation import tokens_of
from tokenflock.spec import Spec

BETA, TOL, EXACT = 64.0, 1e-7, 1e-12
TIMES = np.array([0.0, 1.0, 5.0, 10.0, 20.0, 40.0, 75.0, 150.0])


def measure(quick: bool) -> list[Row]:
    """Seconds and errors: 64 runs of 200 tokens to t = 150."""
    runs, n, times, turns = (4, 24, TIMES[:3], 2) if quick else (64, 200, TIMES, 8)
    specs = [Spec(n=n, d=2, beta=BETA, mask="causal", seed=seed) for seed in range(runs)]
    x0 = np.stack([tokens_of(spec) for spec in specs])
    flow = Flow(SelfAttention(BETA, mask="causal"))

    def ours(tol: float = TOL) -> np.ndarray:
        return np.asarray(solve(flow, x0, times, tol=tol).x)

    path = ours()
    seconds, script = in_turns(ours, x0, times, turns)
    exact = ours(EXACT)
    errors = {f"error of {OURS}": error(path, exact), f"error of {EULER}": error(script, exact)}
    title = f"{runs} runs, causal, d=2, n={n}, beta={BETA:g}, to t={times[-1]:g}, tol={TOL:g}"
    row = compared(title, seconds, {} if quick else {EULER: 15.0})
    row.figures.update(errors)
    row.targets.extend([] if quick else error_targets(errors))
    return [row]


def in_turns(
    ours: Task, x0: np.ndarray, times: np.ndarray, turns: int
) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Seconds of both for all runs, and the paths of the script."""
    paths: list[np.ndarray] = []
    seen = np.tri(x0.shape[-2])

    def next_runs() -> None:
        start, count = len(paths), len(x0) // turns
        paths.extend(euler(x, times, beta=BETA, seen=seen) for x in x0[start : start + count])

    seconds = interleaved({OURS: ours, EULER: next_runs}, turns, warm=False)
    return seconds | {EULER: turns * seconds[EULER]}, np.stack(paths)


def error(path: np.ndarray, exact: np.ndarray) -> float:
    """The largest distance over tokens and times, median over runs: (run, time, n, d)."""
    return float(np.median(np.linalg.norm(path - exact, axis=-1).max(axis=(1, 2))))


def error_targets(errors: dict[str, float]) -> list[Target]:
    """Ours is small and that of the script is not."""
    (our_name, our_error), (name, value) = errors.items()
    return [Target(our_name, our_error, "at most", 2e-5), Target(name, value, "at least", 2e-2)]
