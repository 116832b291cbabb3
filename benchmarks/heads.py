"""High dimension: 12 heads of dimension 64, and the memory of a large full attention."""

import subprocess
import sys

import numpy as np
import stopwatch
import torch

from tokenflock.attention import causal, full, native
from tokenflock.backend import jax, jnp

SCALE = 0.125


def native_heads(q, k, v, mask):
    run = jax.jit(lambda q, k, v: native.attend_heads(q, k, v, mask)[0])
    operands = jnp.asarray(SCALE * q), jnp.asarray(k), jnp.asarray(v)
    return lambda: run(*operands).block_until_ready()


def plain_heads(q, k, v, mask):
    zero = jnp.zeros(()).astype(int)
    run = jax.jit(
        lambda q, k, v: native.reference(type(mask), False, q, k, v, jnp.zeros(0), zero)[0]
    )
    operands = jnp.asarray(SCALE * q), jnp.asarray(k), jnp.asarray(v)
    return lambda: run(*operands).block_until_ready()


def torch_heads(q, k, v, mask):
    operands = [torch.tensor(a)[None] for a in (q, k, v)]
    attention = torch.nn.functional.scaled_dot_product_attention
    return lambda: attention(*operands, is_causal=mask is causal, scale=SCALE)


def product() -> dict:
    """Multiply-adds per second of a matrix product, by PyTorch."""
    a = torch.randn(1024, 1024, dtype=torch.float64)
    times = stopwatch.interleaved({"": lambda: a @ a}, 9)[""]
    return {"gemm flops": 2 * 1024**3 / float(np.median(times))}


MEMORY = """
import re, pathlib, numpy as np
from tokenflock.attention import full, native
from tokenflock.backend import jax, jnp
x = jnp.asarray(np.random.default_rng(0).normal(size=({n}, {d})))
def peak():
    # Not ru_maxrss: that one is inherited from the parent process.
    return re.search(r"VmHWM:\\s+(\\d+)", pathlib.Path("/proc/self/status").read_text())[1]
native.available()
before = peak()
jax.jit(lambda x: native.attend(x, jnp.asarray(1.0), None, full)[0])(x).block_until_ready()
print(before, peak())
"""


def memory(n: int = 100_000, d: int = 8) -> dict:
    """Peak memory of full attention of many tokens, in a process of its own."""
    command = [sys.executable, "-c", MEMORY.format(n=n, d=d)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    before, peak = map(int, said.split())
    print(f"n={n}, d={d}, full: peak {peak / 1e6:.3f} GB, {before / 1e6:.3f} GB before the call")
    return {"case": "memory", "n": n, "d": d, "peak": 1024 * peak, "before": 1024 * before}


def main() -> None:
    out = stopwatch.output()
    rng = np.random.default_rng(0)
    q, k, v = (rng.normal(size=(12, 1024, 64)) for _ in range(3))
    results = []
    for mask in (causal, full):
        row = stopwatch.compare(
            f"12 heads, d=64, n=1024, {type(mask).__name__.lower()}",
            native_heads(q, k, v, mask),
            {"torch SDPA": torch_heads(q, k, v, mask), "jnp": plain_heads(q, k, v, mask)},
            7,
        )
        results.append(row)
    peak = product()["gemm flops"]
    reached = 4 * 12 * 1024**2 * 64 / results[-1]["seconds"]["tokenflock"]
    print(f"full: {reached / 1e9:.0f} GF/s, {100 * reached / peak:.0f} % of a plain matrix product")
    results[-1]["share of gemm"] = reached / peak
    stopwatch.write([*results, memory()], out)


if __name__ == "__main__":
    main()
