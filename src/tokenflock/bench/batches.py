"""Batches of runs by native steps beside the same steps compiled by XLA, compile time excluded.

The compiled path is that of every field of one's own: the same driver, tables and step control, all
runs in one program, whose averages are the native kernels too.
"""

import functools

import numpy as np

from tokenflock.bench.first import SYSTEMS
from tokenflock.bench.stopwatch import OURS, Row, compared, interleaved
from tokenflock.integrate import noise_seeds, posed
from tokenflock.simulation import flow_of, numerics_of, times_of, tokens_of
from tokenflock.solvers.compiled import Compiled
from tokenflock.solvers.driver import follow
from tokenflock.solvers.equal_steps import EqualSteps
from tokenflock.solvers.family import Family
from tokenflock.solvers.problem import Problem
from tokenflock.spec import Spec

XLA = "compiled steps"
COMPILED = (EqualSteps(by_kernels=False), Compiled())
NAMES = ("four heads, random Q, K, V", "USA", "Euclidean", "noise")
AT_LEAST = 5.0


def measure(quick: bool) -> list[Row]:
    """Several heads, unnormalized weights, R^d, noise."""
    return [beside_compiled(name, SYSTEMS[name], quick) for name in NAMES]


def beside_compiled(name: str, spec: Spec, quick: bool) -> Row:
    """One system: seconds of both, and how far apart they end."""
    problem, turns = (batch(spec, 4), 2) if quick else (batch(spec, 64), 7)
    ours = functools.partial(follow, problem, _forget)
    theirs = functools.partial(follow, problem, _forget, COMPILED)
    apart = np.abs(ours().x - theirs().x).max()
    seconds = interleaved({OURS: ours, XLA: theirs}, turns)
    title = f"{name}, {problem.runs} runs, d={spec.d}, n={spec.n}, to t={spec.t_end:g}"
    row = compared(title, seconds, {} if quick else {XLA: AT_LEAST})
    row.figures["largest distance of the ends"] = float(apart)
    return row


def batch(spec: Spec, runs: int) -> Problem:
    """Runs of a spec with seeds of their own, which draw tokens, matrices and noise."""
    specs = [spec.replace(seed=seed) for seed in range(runs)]
    family = Family([flow_of(one) for one in specs], np.arange(runs))
    x0, seeds = np.stack([tokens_of(one) for one in specs]), noise_seeds(range(runs))
    return posed(family, x0, times_of(spec), numerics_of(spec), seeds=seeds, steady=True)[0]


def _forget(runs: np.ndarray, index: np.ndarray, x: np.ndarray) -> None:
    """Saved tokens are made, and nobody keeps them."""
