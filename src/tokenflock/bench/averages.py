"""One attention average as a task: our methods, and the peers that compute the same.

A = softmax(scale q k^T) v,     over the tokens that the mask lets a row see.
"""

import contextlib
import functools
import importlib
import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tokenflock._jax import jax, jnp
from tokenflock.attention import choose, native
from tokenflock.attention.masks import Causal, Mask, full
from tokenflock.bench.stopwatch import Task


@dataclass(frozen=True)
class Problem:
    """Queries, keys, values (..., n, d), the scale of their products, and the mask."""

    q: np.ndarray
    k: np.ndarray
    v: np.ndarray
    scale: float
    mask: Mask

    @classmethod
    def of_tokens(cls, x: np.ndarray, beta: float, mask: Mask) -> "Problem":
        """The attention of tokens among themselves."""
        return cls(x, x, x, beta, mask)


def sphere_tokens(*shape: int) -> np.ndarray:
    """Unit tokens, uniform on the sphere, the same on every call."""
    x = np.random.default_rng(0).normal(size=shape)
    return x / np.linalg.norm(x, axis=-1, keepdims=True)


# ------------------------------------------------------------------------------------------- ours


def by_kernels(x: np.ndarray, beta: float, mask: Mask) -> Task:
    """The native kernels; pure JAX where there are none."""
    return compiled(lambda x: native.attend(x, jnp.asarray(beta), None, mask)[0], x)


def by_harmonics(x: np.ndarray, beta: float, mask: Mask, qk: np.ndarray | None = None) -> Task:
    """The series in linear time, on the circle (d = 2) or the sphere (d = 3)."""
    matrix = None if qk is None else jnp.asarray(qk)[None]
    return compiled(lambda x: choose.SERIES[x.shape[-1]](x, jnp.asarray(beta), matrix, mask)[0], x)


def compiled(run: Callable[..., Any], *operands: np.ndarray) -> Task:
    """A task that runs a compiled function to its end, its operands already in place."""
    quick, placed = jax.jit(run), [jnp.asarray(a) for a in operands]
    return lambda: quick(*placed).block_until_ready()


# ------------------------------------------------------------------------------------------ peers


def by_jnp(p: Problem) -> Task:
    """What a user of jnp would write."""
    seen = np.tri(p.q.shape[-2], dtype=bool) if isinstance(p.mask, Causal) else np.ones((), bool)

    def run(q: Any, k: Any, v: Any) -> Any:
        return jax.nn.softmax(jnp.where(seen, p.scale * (q @ k.mT), -jnp.inf)) @ v

    return compiled(run, p.q, p.k, p.v)


def by_numpy(p: Problem) -> Task:
    """As in the papers' scripts."""
    seen = np.tri(p.q.shape[-2]) if isinstance(p.mask, Causal) else 1.0

    def run() -> np.ndarray:
        w = np.exp(p.scale * p.q @ np.swapaxes(p.k, -1, -2)) * seen
        return (w / w.sum(axis=-1, keepdims=True)) @ p.v

    return run


def by_torch(p: Problem) -> Task:
    """The fused attention of PyTorch; the axes before tokens are batch or heads."""
    torch = importlib.import_module("torch")
    lead = (None,) * (4 - p.q.ndim)
    q, k, v = (torch.tensor(a)[lead] for a in (p.q, p.k, p.v))
    attention = torch.nn.functional.scaled_dot_product_attention
    return lambda: attention(q, k, v, is_causal=isinstance(p.mask, Causal), scale=p.scale)


def by_keops(p: Problem) -> Task:
    """A KeOps reduction; full attention only."""
    lazy = importlib.import_module("pykeops.numpy").LazyTensor

    def run() -> np.ndarray:
        q, k, v = lazy(p.q[:, None, :]), lazy(p.k[None, :, :]), lazy(p.v[None, :, :])
        return (p.scale * (q * k).sum(-1)).sumsoftmaxweight(v, axis=1)

    return run


PEERS: dict[str, Callable[[Problem], Task]] = {
    "jnp": by_jnp,
    "PyTorch SDPA": by_torch,
    "KeOps": by_keops,
    "NumPy": by_numpy,
}
PACKAGES = {"PyTorch SDPA": "torch", "KeOps": "pykeops"}
INSTALL = 'pip install "tokenflock[bench]"'


def peer_tasks(p: Problem, *names: str) -> tuple[dict[str, Task], list[str]]:
    """The named peers that run here, and a sentence on each that does not."""
    tasks = {name: PEERS[name](p) for name in names if not absence(name)}
    return tasks, [absence(name) for name in names if absence(name)]


@functools.cache
def absence(name: str) -> str:
    """Why a peer is left out, in a sentence; empty where it runs."""
    package = PACKAGES.get(name)
    try:
        # KeOps talks to stdout on import and while it compiles.
        with contextlib.redirect_stdout(io.StringIO()):
            if package is not None:
                importlib.import_module(package)
            if package == "pykeops":
                _try_keops()
    except ModuleNotFoundError as error:
        return f"{name} is left out, since {error.name} is not installed: {INSTALL}."
    except Exception as error:  # no compiler, a broken library: the other peers still count
        return f"{name} is left out, since it does not run here: {error}"
    return ""


def _try_keops() -> None:
    importlib.import_module("pykeops").set_verbose(False)
    x = sphere_tokens(3, 2)
    by_keops(Problem.of_tokens(x, 1.0, full))()
