"""Dense attention in low dimension: plain jnp, PyTorch and NumPy beside the native kernels.

Also the roofline: pairs per second as a share of the exponentials per second of this machine.
"""

import ctypes

import numpy as np
import stopwatch
import torch

from tokenflock.attention import causal, dense, full, native
from tokenflock.backend import jax, jnp


def tokens(*shape: int) -> np.ndarray:
    x = np.random.default_rng(0).normal(size=shape)
    return x / np.linalg.norm(x, axis=-1, keepdims=True)


def native_average(x, beta, mask, relative=False):
    run = jax.jit(lambda x: native.attend(x, jnp.asarray(beta), None, mask, relative)[0])
    x = jnp.asarray(x)
    return lambda: run(x).block_until_ready()


def plain_average(x, beta, mask):
    """What a user of jnp would write; faster than `dense`, which also guards against overflow."""
    seen = np.tri(x.shape[-2], dtype=bool) if mask is causal else np.ones((), bool)

    def average(x):
        return jax.nn.softmax(jnp.where(seen, beta * (x @ x.mT), -jnp.inf)) @ x

    run, x = jax.jit(average), jnp.asarray(x)
    return lambda: run(x).block_until_ready()


def dense_average(x, beta, mask):
    run = jax.jit(lambda x: dense.average(dense.weights(x, jnp.asarray(beta), None, mask), x))
    x = jnp.asarray(x)
    return lambda: run(x).block_until_ready()


def torch_average(x, beta, mask):
    y = torch.tensor(x)[:, None] if x.ndim == 3 else torch.tensor(x)[None, None]
    attention = torch.nn.functional.scaled_dot_product_attention
    return lambda: attention(y, y, y, is_causal=mask is causal, scale=beta)


def numpy_average(x, beta, mask):
    """As in the papers' scripts."""
    seen = np.tri(x.shape[-2], dtype=bool) if mask is causal else True

    def average():
        w = np.exp(beta * x @ np.swapaxes(x, -1, -2)) * seen
        return (w / w.sum(axis=-1, keepdims=True)) @ x

    return average


def exponentials() -> dict[str, float]:
    """Exponentials per second of processor time, from cache, one thread."""
    size, calls = 1 << 15, 200
    x = np.random.default_rng(0).uniform(-5, 0, size)
    y, out = np.empty_like(x), torch.empty(size, dtype=torch.float64)
    library, t = native._load()[0], torch.tensor(x)
    pointers = (x.ctypes.data_as(ctypes.c_void_p), y.ctypes.data_as(ctypes.c_void_p))

    def ours():
        for _ in range(calls):
            library.tokenflock_exp2_64(*pointers, ctypes.c_int64(size))

    def pytorch():
        for _ in range(calls):
            torch.exp(t, out=out)

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    tasks = {"tokenflock exp2": ours, "torch.exp": pytorch}
    rates = {k: calls * size / stopwatch.processor_seconds(f, 7) for k, f in tasks.items()}
    torch.set_num_threads(threads)
    return rates


def main() -> None:
    out = stopwatch.output()
    results = []
    x = tokens(64, 200, 2)
    results.append(
        stopwatch.compare(
            "causal, d=2, n=200, batch 64, beta=64",
            native_average(x, 64.0, causal),
            {
                "jnp": plain_average(x, 64.0, causal),
                "dense.py": dense_average(x, 64.0, causal),
                "torch SDPA": torch_average(x, 64.0, causal),
                "numpy": numpy_average(x, 9.0, causal),
                "relative": native_average(x, 64.0, causal, relative=True),
            },
            15,
        )
    )
    x = tokens(8192, 3)
    row = stopwatch.compare(
        "full, d=3, n=8192, beta=9",
        native_average(x, 9.0, full),
        {"torch SDPA": torch_average(x, 9.0, full), "beta=1e4": native_average(x, 1e4, full)},
        7,
    )
    rates = exponentials()
    pairs = 8192**2 / stopwatch.processor_seconds(native_average(x, 9.0, full), 7)
    row |= {"exp per core second": rates, "pairs per core second": pairs}
    row["share of exp"] = pairs / max(rates.values())
    print("exponentials per core second:", {k: f"{v / 1e9:.2f}e9" for k, v in rates.items()})
    print(
        f"pairs per core second: {pairs / 1e9:.2f}e9, {100 * row['share of exp']:.0f} % of the "
        "fastest exp"
    )
    stopwatch.write([*results, row], out)


if __name__ == "__main__":
    main()
