"""The roofline: exponentials and products per second of this machine, and our share of them.

Each pair of tokens costs one exponential; each coordinate of a head costs two multiply-adds per
pair.  Exponentials are counted per second of processor time, so that other programs do not count.
"""

import contextlib
import functools
import importlib
import time
from collections.abc import Iterator

import numpy as np

from tokenflock._jax import jnp
from tokenflock.attention import native
from tokenflock.attention.masks import full
from tokenflock.bench import heads
from tokenflock.bench.averages import absence, by_kernels, compiled, sphere_tokens
from tokenflock.bench.stopwatch import OURS, Row, Spread, Target, Task, interleaved

CALLS, SIZE = 100, 1 << 15  # numbers that stay in the cache


def measure(quick: bool) -> list[Row]:
    """Pairs beside exponentials, heads beside matrix products."""
    turns = 3 if quick else 9
    return [exponentials(quick, turns), products(quick, turns)]


def exponentials(quick: bool, turns: int) -> Row:
    """Pairs of full attention in R^3 per second, over the fastest exponential there is here."""
    n = 512 if quick else 8192
    pairs = by_kernels(sphere_tokens(n, 3), 9.0, full)
    with one_thread():
        tasks = {OURS: pairs} | exponential_tasks()
        times = interleaved(tasks, turns, clock=time.process_time)
    work = dict.fromkeys(tasks, CALLS * SIZE) | {OURS: n**2}
    title = f"full, d=3, n={n}: pairs, beside exponentials, per core second"
    return share(title, times, work, None if quick else 0.5)


def exponential_tasks() -> dict[str, Task]:
    """Many exponentials of the same numbers, by every library at hand."""
    x = np.random.default_rng(0).uniform(-5, 0, SIZE)
    out = np.empty_like(x)
    tasks: dict[str, Task] = {"NumPy exp": lambda: np.exp(x, out=out)}
    if native.available():
        tasks[f"{OURS} exp2, {native.instruction_set()}"] = native.exp2_into(x, np.empty_like(x))
    if not absence("PyTorch SDPA"):
        torch = importlib.import_module("torch")
        tasks["PyTorch exp"] = functools.partial(torch.exp, torch.tensor(x), out=torch.tensor(out))
    return {name: many(task) for name, task in tasks.items()}


def many(task: Task) -> Task:
    """CALLS calls of a task."""

    def run() -> None:
        for _ in range(CALLS):
            task()

    return run


def products(quick: bool, turns: int) -> Row:
    """Multiply-adds per second of full attention in many heads, over those of a matrix product."""
    p = heads.problem(*((2, 128) if quick else (12, 1024)), full)
    size = 256 if quick else 1024
    tasks = {OURS: heads.ours(p)} | product_tasks(size)
    count, n, d = p.q.shape
    work = dict.fromkeys(tasks, size**3) | {OURS: 2 * count * n**2 * d}
    title = f"full, {count} heads, d={d}, n={n}: multiply-adds, beside a matrix product"
    return share(title, interleaved(tasks, turns), work, None)


def product_tasks(size: int) -> dict[str, Task]:
    """A product of two square matrices, by every library at hand."""
    a = np.random.default_rng(0).normal(size=(size, size))
    tasks = {"NumPy product": lambda: a @ a, "jnp product": compiled(jnp.matmul, a, a)}
    if not absence("PyTorch SDPA"):
        b = importlib.import_module("torch").tensor(a)
        tasks["PyTorch product"] = lambda: b @ b
    return tasks


def share(
    title: str, times: dict[str, np.ndarray], work: dict[str, int], at_least: float | None
) -> Row:
    """Work per second of each, and ours over that of the fastest other, turn by turn."""
    rates = {name: work[name] / t for name, t in times.items()}
    best = max((name for name in rates if name != OURS), key=lambda name: np.median(rates[name]))
    reached = Spread.of(rates[OURS] / rates[best])
    figures = {f"{name}, 1e9/s": float(np.median(rate)) / 1e9 for name, rate in rates.items()}
    shares = {"share": reached.median, "share, low": reached.low, "share, high": reached.high}
    targets = [] if at_least is None else [Target("share", reached.median, "at least", at_least)]
    seconds = {name: Spread.of(t) for name, t in times.items()}
    return Row(title, seconds, figures=figures | shares, targets=targets)


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """PyTorch without its thread pool, which burns processor time while it waits."""
    if absence("PyTorch SDPA"):
        yield
        return
    torch = importlib.import_module("torch")
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)
