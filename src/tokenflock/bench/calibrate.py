"""The constants of the cost model in attention/choose.py, measured: nanoseconds of one core.

The model is linear in its constants, so times of a few systems give them, by least squares of
relative errors.  Processor time is counted, and the least of all turns, so that other programs do
not count.
"""

import time
from typing import Any

import numpy as np
from scipy.optimize import nnls

from tokenflock.attention import SelfAttention, choose
from tokenflock.attention.masks import Causal, Mask, causal, full
from tokenflock.bench.averages import sphere_tokens
from tokenflock.bench.choices import evaluations
from tokenflock.bench.stopwatch import Row, Task, interleaved
from tokenflock.fields import Flow
from tokenflock.solvers import native_law

SIZES = {2: (120, 500, 2000), 3: (500, 1200, 3000)}
BETAS = {2: (1.0, 30.0, 200.0), 3: (0.1, 2.0, 8.0)}
SHARP = 900.0  # whose logits need their maximum


def measure(quick: bool) -> list[Row]:
    """Every constant beside its measured value."""
    turns = 1 if quick else 5
    kinds = [(d, mask, same) for d in BETAS for mask in (full, causal) for same in (True, False)]
    return [
        *(pairs(d, mutual, turns) for d in BETAS for mutual in (False, True)),
        *(series(d, mask, same, turns) for d, mask, same in kinds),
    ]


def pairs(d: int, mutual: bool, turns: int) -> Row:
    """The costs of rows and pairs; `mutual`: of pairs summed once for both of their tokens."""
    systems = [(n, beta) for n in SIZES[d] for beta in ((9.0,) if mutual else (9.0, SHARP))]
    flows = [Flow(SelfAttention(beta, None if mutual else turned(d))) for _, beta in systems]
    tasks = [timed(flow, n, d, None) for flow, (n, _) in zip(flows, systems, strict=True)]
    parts = [(n, n**2, n**2 * (beta > choose.LARGEST_BOUNDED)) for n, beta in systems]
    title = f"pairs, d={d}{', both tokens at once' * mutual}"
    constants = (choose.MUTUAL if mutual else choose.PAIRS)[d]
    return beside(title, parts, nanoseconds(tasks, turns), constants)


def series(d: int, mask: Mask, identity: bool, turns: int) -> Row:
    """The costs of terms and tokens."""
    systems = [(n, beta) for n in SIZES[d] for beta in BETAS[d]]
    qk = None if identity else turned(d)
    laws = [SelfAttention(beta, qk, mask=mask) for _, beta in systems]
    tasks = [
        timed(Flow(law), n, d, native_law.reach_of(law))
        for law, (n, _) in zip(laws, systems, strict=True)
    ]
    lengths = [(n, float(choose.terms(d, np.sqrt(beta)))) for n, beta in systems]
    parts = [(terms, n, n * terms) for n, terms in lengths]
    title = f"series, d={d}, {type(mask).__name__.lower()}, {'identity' if identity else 'any M'}"
    constants = choose.COSTS[d, isinstance(mask, Causal), identity]
    return beside(title, parts, nanoseconds(tasks, turns), constants)


def turned(d: int) -> np.ndarray:
    """A matrix of norm one that is not the identity."""
    return np.eye(d)[::-1]


def beside(title: str, parts: list[Any], times: list[float], constants: Any) -> Row:
    """The constants whose multiples of `parts` are the times, beside those of the model."""
    relative = np.array(parts, float) / np.array(times)[:, None]
    found, _ = nnls(relative, np.ones(len(times)))
    figures: dict[str, float] = {}
    for name, measured, constant in zip(constants._fields, found, constants, strict=True):
        figures |= {f"ns per {name}, measured": float(measured)}
        figures |= {f"ns per {name}, constant": float(constant)}
    return Row(title, figures=figures)


Timed = tuple[Task, int]  # a task, and how many evaluations it makes


def timed(flow: Flow, n: int, d: int, reach: np.ndarray | None) -> Timed:
    """Evaluations of about a hundredth of a second."""
    return evaluations(flow, sphere_tokens(n, d), reach)


def nanoseconds(tasks: list[Timed], turns: int) -> list[float]:
    """The least processor time of one evaluation by every task."""
    named = {str(k): task for k, (task, _) in enumerate(tasks)}
    times = interleaved(named, turns, clock=time.process_time)
    counts = [count for _, count in tasks]
    return [1e9 * float(t.min()) / c for t, c in zip(times.values(), counts, strict=True)]
