"""Time against n for full attention on the circle and the sphere, with fitted exponents.

A method leaves when its next average would take too long, or an n x n array too much memory.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from tokenflock.attention.masks import full
from tokenflock.bench.averages import (
    PEERS,
    Problem,
    by_harmonics,
    by_kernels,
    peer_tasks,
    sphere_tokens,
)
from tokenflock.bench.stopwatch import OURS, Row, Spread, Task, interleaved

SIZES = (1000, 3162, 10_000, 31_623, 100_000, 316_228, 1_000_000)
BETAS = {2: 64.0, 3: 9.0}
HARMONIC, NATIVE = f"{OURS}, harmonic", f"{OURS}, dense"
WEIGHTS = ("jnp", "NumPy")  # keep n x n weights
MOST_BYTES = 1e9


def measure(quick: bool) -> list[Row]:
    """For each dimension one row per n, then the fitted exponents."""
    sizes, patience, turns = (SIZES[:3], 0.5, 2) if quick else (SIZES, 4.0, 3)
    rows = []
    for d in BETAS:
        grown = growing(d, sizes, patience, turns)
        fitted = {name: exponent(curve) for name, curve in curves(grown).items() if len(curve) > 1}
        rows += [*grown, Row(f"d={d}, fitted exponents of n", figures=fitted)]
    return rows


def growing(d: int, sizes: tuple[int, ...], patience: float, turns: int) -> list[Row]:
    """All methods at growing n, each as long as it stays within `patience` seconds."""
    rows = []
    last = dict.fromkeys((HARMONIC, NATIVE, *PEERS), 0.0)
    for n in sizes:
        # Tenfold is what an n^2 method takes from one size to the next.
        names = [name for name, t in last.items() if 10 * t < patience and fits(name, n)]
        tasks, left_out = methods(names, n, d)
        row = timed(f"full, d={d}, beta={BETAS[d]:g}, n={n}", tasks, turns)
        last = {name: spread.median for name, spread in row.seconds.items()}
        rows.append(replace(row, left_out=left_out, about={"n": n, "d": d}))
    return rows


def timed(title: str, tasks: dict[str, Task], turns: int) -> Row:
    """Seconds of every task."""
    return Row(title, {name: Spread.of(t) for name, t in interleaved(tasks, turns).items()})


def fits(method: str, n: int) -> bool:
    """Whether the arrays of a method stay below MOST_BYTES."""
    return method not in WEIGHTS or 8 * n**2 <= MOST_BYTES


def methods(names: list[str], n: int, d: int) -> tuple[dict[str, Task], list[str]]:
    """The named methods at n tokens in R^d, and sentences on those that do not run here."""
    x, beta = sphere_tokens(n, d), BETAS[d]
    ours = {
        HARMONIC: lambda: by_harmonics(x, beta, full),
        NATIVE: lambda: by_kernels(x, beta, full),
    }
    peers, left_out = peer_tasks(
        Problem.of_tokens(x, beta, full), *(m for m in names if m in PEERS)
    )
    return {name: ours[name]() for name in names if name in ours} | peers, left_out


def curves(rows: list[Row]) -> dict[str, dict[float, float]]:
    """Median seconds at every n, by method."""
    found: dict[str, dict[float, float]] = {}
    for row in rows:
        for method, spread in row.seconds.items():
            found.setdefault(method, {})[row.about["n"]] = spread.median
    return found


def exponent(curve: Mapping[float, float]) -> float:
    """p of the power law t ~ n^p of the last three points, by least squares in logarithms."""
    n, t = np.log(np.array(sorted(curve.items())[-3:])).T
    return float(np.polyfit(n, t, 1)[0])
