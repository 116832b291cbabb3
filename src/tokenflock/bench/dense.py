"""Dense attention in low dimension: many small systems at once, and one of 8192 tokens."""

from tokenflock.attention.masks import causal, full
from tokenflock.bench.averages import Problem, by_kernels, peer_tasks, sphere_tokens
from tokenflock.bench.stopwatch import OURS, Row, Task, compared, interleaved

PEERS = ("jnp", "PyTorch SDPA", "NumPy")


def measure(quick: bool) -> list[Row]:
    """The two sizes that whole runs are made of."""
    return [many_systems(*((8, 64) if quick else (64, 200)), quick), one_system(quick)]


def many_systems(batch: int, n: int, quick: bool) -> Row:
    """Causal attention on the circle, a batch of it."""
    x, beta = sphere_tokens(batch, n, 2), 64.0
    title = f"causal, d=2, n={n}, batch {batch}, beta={beta:g}"
    bounds = {} if quick else {"jnp": 4.0, "PyTorch SDPA": 2.5}
    ours, problem = by_kernels(x, beta, causal), Problem.of_tokens(x, beta, causal)
    return beside(title, ours, problem, PEERS, 3 if quick else 15, bounds)


def one_system(quick: bool) -> Row:
    """Full attention on the sphere, more tokens than a cache holds pairs of."""
    n, beta = 512 if quick else 8192, 9.0
    x = sphere_tokens(n, 3)
    bounds = {} if quick else {"PyTorch SDPA": 1.7}
    ours, problem = by_kernels(x, beta, full), Problem.of_tokens(x, beta, full)
    title = f"full, d=3, n={n}, beta={beta:g}"
    return beside(title, ours, problem, (*PEERS, "KeOps"), 3 if quick else 9, bounds)


def beside(
    title: str,
    ours: Task,
    problem: Problem,
    names: tuple[str, ...],
    turns: int,
    at_least: dict[str, float],
) -> Row:
    """One of our tasks beside some peers."""
    peers, left_out = peer_tasks(problem, *names)
    return compared(title, interleaved({OURS: ours} | peers, turns), at_least, left_out)
