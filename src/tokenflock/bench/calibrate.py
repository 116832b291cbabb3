"""The constants of the cost model in attention/choose.py, measured: nanoseconds of one core.

Two lengths of a series give its cost per token and per term.  Processor time is counted, and the
least of all turns, so that other programs do not count.
"""

import time

import numpy as np

from tokenflock.attention import SelfAttention, choose
from tokenflock.attention.masks import Causal, Mask, causal, full
from tokenflock.bench.averages import by_harmonics, by_kernels, sphere_tokens
from tokenflock.bench.choices import steps
from tokenflock.bench.stopwatch import Row, Task, interleaved
from tokenflock.fields import Flow

BETAS = {2: (1.0, 1e4), 3: (1.0, 64.0)}


def measure(quick: bool) -> list[Row]:
    """Every constant beside its measured value."""
    n, turns = (8000, 2) if quick else (20_000, 7)  # fewer would not pay for the longest series
    rows = [row(d, n // 4, turns) for d in choose.PAIR for row in (pairs, mutual)]
    kinds = [(d, mask, same) for d in BETAS for mask in (full, causal) for same in (True, False)]
    return [*rows, *(series(d, mask, same, n, turns) for d, mask, same in kinds)]


def pairs(d: int, n: int, turns: int) -> Row:
    """The cost of one visible pair."""
    task = by_kernels(sphere_tokens(n, d), 9.0, full)
    [found] = nanoseconds([task], turns)
    return Row(
        f"d={d}: ns per pair", figures={"measured": found / n**2, "constant": choose.PAIR[d]}
    )


def mutual(d: int, n: int, turns: int) -> Row:
    """The cost of a pair in steps that sum it once for both of its tokens."""
    flow = Flow(SelfAttention(9.0))
    [found] = nanoseconds([steps(flow, sphere_tokens(n, d), 1, None)], turns)
    figures = {"measured": found / n**2, "constant": choose.MUTUAL[d]}
    return Row(f"d={d}: ns per pair, both ways at once", figures=figures)


def series(d: int, mask: Mask, identity: bool, n: int, turns: int) -> Row:
    """The cost of a token and of a term, from a short series and a long one."""
    x = sphere_tokens(n, d)
    qk = None if identity else np.eye(d)
    found = nanoseconds([by_harmonics(x, beta, mask, qk) for beta in BETAS[d]], turns)
    terms = [choose.terms(d, np.sqrt(beta)) for beta in BETAS[d]]
    term = (found[1] - found[0]) / (terms[1] - terms[0]) / n
    token = (found[0] - choose.START) / n - term * terms[0]
    measured = choose.SeriesCost(token, term)
    constant = choose.COSTS[d, isinstance(mask, Causal), identity]
    kind = f"{type(mask).__name__.lower()}, {'identity' if identity else 'any Q^T K'}"
    figures = {
        "ns per token, measured": measured.token,
        "ns per token, constant": constant.token,
        "ns per token and term, measured": measured.term,
        "ns per token and term, constant": constant.term,
    }
    return Row(f"series, d={d}, {kind}", figures=figures)


def nanoseconds(tasks: list[Task], turns: int) -> list[float]:
    """The least processor time of every task."""
    named = {str(k): task for k, task in enumerate(tasks)}
    times = interleaved(named, turns, clock=time.process_time)
    return [1e9 * float(t.min()) for t in times.values()]
