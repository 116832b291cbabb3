"""High dimension: twelve heads of dimension 64, as in a small transformer."""

from typing import Any

import numpy as np

from tokenflock.attention import native
from tokenflock.attention.masks import Mask, causal, full
from tokenflock.bench.averages import Problem, compiled
from tokenflock.bench.dense import beside
from tokenflock.bench.stopwatch import Row, Task

D = 64
AT_LEAST = {"causal": 1.2, "full": 0.85}


def measure(quick: bool) -> list[Row]:
    """Causal and full attention, queries, keys and values of their own."""
    heads, n = (2, 128) if quick else (12, 1024)
    return [one(problem(heads, n, mask), quick) for mask in (causal, full)]


def one(p: Problem, quick: bool) -> Row:
    """The kernels beside jnp and PyTorch."""
    kind, (heads, n, d) = type(p.mask).__name__.lower(), p.q.shape
    bounds = {} if quick else {"PyTorch SDPA": AT_LEAST[kind]}
    title = f"{kind}, {heads} heads, d={d}, n={n}"
    return beside(title, ours(p), p, ("jnp", "PyTorch SDPA"), 3 if quick else 9, bounds)


def ours(p: Problem) -> Task:
    """The native kernels, tile by tile."""

    def run(q: Any, k: Any, v: Any) -> Any:
        return native.attend_heads(p.scale * q, k, v, p.mask)[0]

    return compiled(run, p.q, p.k, p.v)


def problem(heads: int, n: int, mask: Mask) -> Problem:
    """Gaussian queries, keys and values, scaled as transformers do."""
    q, k, v = np.random.default_rng(0).normal(size=(3, heads, n, D))
    return Problem(q, k, v, D**-0.5, mask)
