"""Causal attention on the sphere: linear time against PyTorch, and against our own pairs."""

from tokenflock.attention.masks import Mask, causal, full
from tokenflock.bench.averages import Problem, by_harmonics, by_kernels, peer_tasks, sphere_tokens
from tokenflock.bench.stopwatch import OURS, Row, compared, interleaved

BETA = 9.0


def measure(quick: bool) -> list[Row]:
    """The ratio to PyTorch at n tokens, then series beside pairs where the choice is close."""
    n = 3000 if quick else 10**5
    close = [(9.0, 1200)] if quick else [(9.0, 1200), (9.0, 20_000), (64.0, 6000), (64.0, 20_000)]
    pairs = [beside_pairs(beta, m, mask) for beta, m in close for mask in (full, causal)]
    return [beside_torch(n, quick), *pairs]


def beside_torch(n: int, quick: bool) -> Row:
    """One average by the series and by PyTorch."""
    x = sphere_tokens(n, 3)
    peers, left_out = peer_tasks(Problem.of_tokens(x, BETA, causal), "PyTorch SDPA")
    times = interleaved({OURS: by_harmonics(x, BETA, causal)} | peers, 3)
    bounds = {} if quick else {"PyTorch SDPA": 20.0}
    return compared(f"causal, beta={BETA:g}, n={n}", times, bounds, left_out)


def beside_pairs(beta: float, n: int, mask: Mask) -> Row:
    """The series and the dense kernels."""
    x = sphere_tokens(n, 3)
    tasks = {
        OURS: by_harmonics(x, beta, mask),
        "native pairs": by_kernels(x, beta, mask),
    }
    kind = type(mask).__name__.lower()
    return compared(f"{kind}, beta={beta:g}, n={n}", interleaved(tasks, 5))
