"""High dimension: twelve heads of dimension 64, as in a small transformer.

Two matrix products of 4 n^2 d operations per head (half of them where the mask is causal) are all
that no method can do without: every row tells the rate of ours, and that of BLAS at such products.
"""

import functools
from typing import Any

import numpy as np

from tokenflock.attention import native
from tokenflock.attention.masks import Causal, Mask, causal, full
from tokenflock.bench.averages import Problem, compiled
from tokenflock.bench.dense import beside
from tokenflock.bench.stopwatch import OURS, Row, Spread, Task, interleaved

D = 64
AT_LEAST = {"causal": 1.3, "full": 1.0}
SIZES = (1024, 2048, 4096, 8192)
PEERS = {1024: ("jnp", "PyTorch SDPA")}  # jnp holds all n x n weights


def measure(quick: bool) -> list[Row]:
    """Causal and full attention in double and single precision, with q, k and v of their own."""
    sizes, heads = ((128,), 2) if quick else (SIZES, 12)
    cases = [(n, mask, kind) for n in sizes for kind in "df" for mask in (causal, full)]
    return [one(problem(heads, n, mask, kind), quick) for n, mask, kind in cases]


def one(p: Problem, quick: bool) -> Row:
    """The kernels beside PyTorch, and jnp where its weights fit."""
    name, (heads, n, d) = type(p.mask).__name__.lower(), p.q.shape
    decides = n == SIZES[0] and p.q.dtype == np.float64
    turns = 9 if n == SIZES[0] else 3
    row = beside(
        f"{name}, {heads} heads, d={d}, n={n}, {p.q.dtype}", ours(p), p,
        PEERS.get(n, ("PyTorch SDPA",)), turns,
        {"PyTorch SDPA": AT_LEAST[name]} if decides else {},
    )  # fmt: skip
    row.figures.update(rates(p, row.seconds[OURS].median, 3 if quick else 9))
    return row


def ours(p: Problem) -> Task:
    """The native kernels, tile by tile."""

    def run(q: Any, k: Any, v: Any) -> Any:
        return native.attend_heads(p.scale * q, k, v, p.mask)[0]

    return compiled(run, p.q, p.k, p.v)


def rates(p: Problem, seconds: float, turns: int) -> dict[str, float]:
    """Operations of the products, 1e9 per second: of ours, and of BLAS; and the share."""
    own, limit = operations(p) / seconds / 1e9, blas_rate(str(p.q.dtype), turns)
    return {f"{OURS}, 1e9/s": own, "BLAS, 1e9/s": limit, "share of BLAS": own / limit}


def operations(p: Problem) -> float:
    """Multiplications and additions of q k^T and w v, over the visible pairs."""
    heads, n, d = p.q.shape
    pairs = n * (n + 1) / 2 if isinstance(p.mask, Causal) else n**2
    return 4.0 * heads * pairs * d


@functools.cache
def blas_rate(kind: str, turns: int) -> float:
    """Operations of NumPy's q k^T and w v of one head, 1e9 per second, at the smallest size."""
    p = problem(1, SIZES[0], full, kind)
    q, k, v = p.q[0], p.k[0], p.v[0]
    w = q @ k.T
    seconds = interleaved({"": lambda: (np.matmul(q, k.T, out=w), w @ v)}, turns)[""]
    return operations(p) / Spread.of(seconds).median / 1e9


def problem(heads: int, n: int, mask: Mask, kind: str = "d") -> Problem:
    """Gaussian queries, keys and values, scaled as transformers do."""
    q, k, v = np.random.default_rng(0).normal(size=(3, heads, n, D)).astype(kind)
    return Problem(q, k, v, D**-0.5, mask)
