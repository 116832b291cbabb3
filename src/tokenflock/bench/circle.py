"""Causal attention on the circle: linear time against the fused attention of PyTorch."""

import numpy as np

from tokenflock.attention.masks import causal
from tokenflock.bench.averages import Problem, by_harmonics, peer_tasks, sphere_tokens
from tokenflock.bench.stopwatch import OURS, Row, Target, compared, interleaved

BETA = 64.0
TURN = np.array([[0.6, 0.8], [-0.8, 0.6]])


def measure(quick: bool) -> list[Row]:
    """Ratios at n tokens, then the growth from n to 10 n."""
    n = 3000 if quick else 10**5
    return [beside_torch(n, quick), growth(n, quick)]


def beside_torch(n: int, quick: bool) -> Row:
    """One average by the series, with Q^T K = I and with a rotation, and by PyTorch."""
    x = sphere_tokens(n, 2)
    peers, left_out = peer_tasks(Problem.of_tokens(x, BETA, causal), "PyTorch SDPA")
    ours = {OURS: by_harmonics(x, BETA, causal), "with qk": by_harmonics(x, BETA, causal, TURN)}
    times = interleaved(ours | peers, 3)
    bounds = {} if quick else {"PyTorch SDPA": 600.0}
    return compared(f"causal, beta={BETA:g}, n={n}", times, bounds, left_out)


def growth(n: int, quick: bool) -> Row:
    """Ten times as many tokens."""
    tasks = {OURS: by_harmonics(sphere_tokens(n, 2), BETA, causal)}
    tasks[f"n={10 * n}"] = by_harmonics(sphere_tokens(10 * n, 2), BETA, causal)
    row = compared(f"causal, beta={BETA:g}, n={n}", interleaved(tasks, 3 if quick else 9))
    [(name, ratio)] = row.ratios.items()
    if not quick:
        row.targets.append(Target(f"{name} / n={n}", ratio.median, "at most", 12.0))
    return row
