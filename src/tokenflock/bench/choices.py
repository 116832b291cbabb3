"""How good the choices of attention/choose.py are: random systems, every way to evaluate each.

Averages are those of native steps: pairs and, on the circle and the sphere, series; beyond, pairs
and pure JAX.  Processor time is counted, the least of all turns, so that other programs do not
count; so many runs are stepped that each stays in one thread, or waits would count.  A choice is
wrong where another way takes less than 1 / MARGIN of its time: closer than that they are equally
good.
"""

import dataclasses
import os
import time
from dataclasses import dataclass

import numpy as np

from tokenflock._jax import jax, jnp
from tokenflock.attention import SelfAttention
from tokenflock.bench.averages import sphere_tokens
from tokenflock.bench.stopwatch import Row, Target, Task, interleaved
from tokenflock.fields import Flow
from tokenflock.solvers import native_call, native_law
from tokenflock.solvers.family import Family
from tokenflock.solvers.runge_kutta import tables

MARGIN = 1.1
MOST_PAIRS = 2e7  # of all heads: every timing is short
PAIRS = 1e7  # of one timing: what a call of the kernels costs by itself is little beside it
LARGEST_DENSE = 1500  # tokens whose n x n weights pure JAX forms
TURNS = 4
RUNS_PER_THREAD = 4  # from there on threads take runs, not rows (native/integration_handlers.cpp)


@dataclass(frozen=True)
class System:
    """Softmax attention among n tokens on the sphere of R^d."""

    n: int
    d: int
    beta: float
    mask: str
    heads: int
    has_qk: bool

    def flow(self, kernel: str = "auto") -> Flow:
        """The flow, with Gaussian Q^T K where it is not the identity."""
        shape = (self.heads, self.d, self.d)
        noise = np.random.default_rng(self.n).normal(size=shape) / np.sqrt(self.d)
        qk = noise if self.has_qk else None
        ov = None if self.heads == 1 else np.broadcast_to(np.eye(self.d), shape)
        return Flow(SelfAttention(self.beta, qk=qk, ov=ov, mask=self.mask, kernel=kernel))


@dataclass(frozen=True)
class Choice:
    """What was chosen, and the seconds of every way."""

    system: System
    chosen: str
    seconds: dict[str, float]

    @property
    def cost(self) -> float:
        """How many times as long as the best the choice takes."""
        return self.seconds[self.chosen] / min(self.seconds.values())


def measure(quick: bool) -> list[Row]:
    """The shares of wrong choices, and what they cost."""
    found = [examined(system) for system in drawn(12 if quick else 500)]
    kinds = {
        "circle": [c for c in found if c.system.d == 2],
        "sphere": [c for c in found if c.system.d == 3],
        "d > 3": [c for c in found if c.system.d > 3],
    }
    return [_row("all", found, quick), *(_row(k, some, True) for k, some in kinds.items() if some)]


def _row(kind: str, choices: list[Choice], quick: bool) -> Row:
    costs = np.array([choice.cost for choice in choices])
    figures = {
        "wrong, percent": float(100 * np.mean(costs > MARGIN)),
        "largest cost of a choice": float(costs.max()),
        "mean cost of a choice": float(costs.mean()),
        "series chosen, percent": float(100 * np.mean([c.chosen == "series" for c in choices])),
    }
    targets = [
        Target("wrong choices, percent", figures["wrong, percent"], "at most", 5.0),
        Target("largest cost", figures["largest cost of a choice"], "at most", 1.5),
    ]
    return Row(f"{kind}: {len(costs)} systems", figures=figures, targets=[] if quick else targets)


def drawn(count: int, seed: int = 0) -> list[System]:
    """Random systems, always the same."""
    rng = np.random.default_rng(seed)
    return [_system(rng) for _ in range(count)]


def _system(rng: np.random.Generator) -> System:
    d = int(rng.choice([2, 2, 2, 3, 3, 3, 4, 8, 16]))
    heads = int(rng.choice([1, 1, 2, 4]))
    most = min(np.sqrt(MOST_PAIRS / heads), LARGEST_DENSE if d > 3 else np.inf)
    return System(
        n=int(np.exp(rng.uniform(np.log(32), np.log(most)))),
        d=d,
        beta=float(np.exp(rng.uniform(np.log(0.1), np.log(1000)))),
        mask=str(rng.choice(["full", "causal"])),
        heads=heads,
        has_qk=bool(heads > 1 or rng.random() < 0.5),
    )


def examined(system: System) -> Choice:
    """One system by all ways; as many steps at a time as take about a millisecond."""
    ways = _ways(system)
    times = interleaved(ways, TURNS, clock=time.process_time)
    seconds = {name: float(t.min()) for name, t in times.items()}
    return Choice(system, _chosen(system), seconds)


def _chosen(system: System) -> str:
    one = np.zeros(1, int)
    law = native_law.law_of(Family.of(system.flow(), 1), one, system.n, system.d)
    return "pairs" if law.reach is None else "series"


def _ways(system: System) -> dict[str, Task]:
    """Steps with either average, as the kernels take them; pure JAX where there is no series."""
    x, flow = sphere_tokens(system.n, system.d), system.flow()
    pairs, count = evaluations(flow, x, None)
    if system.d > 3:
        return {"pairs": pairs, "pure JAX": _averages(system.flow("dense"), x, count)}
    series, _ = evaluations(flow, x, native_law.reach_of(flow.attention.at(0.0)))
    return {"pairs": pairs, "series": series}


def evaluations(flow: Flow, x: np.ndarray, reach: np.ndarray | None) -> tuple[Task, int]:
    """Evaluations where tokens are, PAIRS of them or more, and how many: Euler steps of no length.

    As many runs as keep every run in one thread.  By series where `reach` is given.
    """
    runs = RUNS_PER_THREAD * (os.cpu_count() or 1)
    count = int(np.clip(PAIRS / runs / len(x) ** 2, 1, 2000))
    law = native_law.law_of(Family.of(flow, 1), np.zeros(runs, int), *x.shape)
    law = dataclasses.replace(law, reach=None if reach is None else np.tile(reach, (runs, 1)))
    batch = np.tile(x, (runs, 1, 1))
    still = native_call.EqualSteps(t=0.0, length=0.0, count=count)
    kind, table = native_law.kind_of(flow), tables("euler")

    def task() -> object:
        return native_call.take_steps(batch, law, still, kind=kind, way="runge-kutta", tables=table)

    return task, runs * count


def _averages(flow: Flow, x: np.ndarray, count: int) -> Task:
    """As many evaluations in pure JAX, one after the other."""

    @jax.jit
    def run(x: jax.Array) -> jax.Array:
        def again(_: int, y: jax.Array) -> jax.Array:
            return y + 0.0 * flow(0.0, y)

        return jax.lax.fori_loop(0, count, again, x)

    placed = jnp.asarray(x)
    return lambda: run(placed).block_until_ready()
