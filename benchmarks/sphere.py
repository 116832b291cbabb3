"""Attention on the sphere S^2: linear time against the dense kernels and PyTorch.

PyTorch's causal attention takes n^2 / 2 pairs.  With --torch-in-full it runs at n = 1e5, else at
n = 1e4, and its time is multiplied by 100; the case says which.
"""

import sys

import numpy as np
import stopwatch
import torch

from tokenflock.attention import Mask, causal, full, native, spherical
from tokenflock.backend import jax, jnp

BETA = 9.0
FLAG = "--torch-in-full"


def tokens(n: int) -> np.ndarray:
    x = np.random.default_rng(0).normal(size=(n, 3))
    return x / np.linalg.norm(x, axis=-1, keepdims=True)


def harmonic_average(n: int, beta: float = BETA, mask: Mask = causal, qk=None) -> stopwatch.Task:
    run = jax.jit(lambda x: spherical.sphere(x, jnp.asarray(beta), qk, mask)[0])
    x = jnp.asarray(tokens(n))
    return lambda: run(x).block_until_ready()


def native_average(n: int, beta: float = BETA, mask: Mask = causal) -> stopwatch.Task:
    run = jax.jit(lambda x: native.attend(x, jnp.asarray(beta), None, mask)[0])
    x = jnp.asarray(tokens(n))
    return lambda: run(x).block_until_ready()


def torch_average(n: int) -> stopwatch.Task:
    x = torch.tensor(tokens(n))[None, None]
    attention = torch.nn.functional.scaled_dot_product_attention
    return lambda: attention(x, x, x, is_causal=True, scale=BETA)


def against_torch(in_full: bool) -> dict:
    """How many times slower PyTorch is at n = 1e5."""
    n, factor = (10**5, 1) if in_full else (10**4, 100)
    times = stopwatch.interleaved(
        {"tokenflock": harmonic_average(10**5), "torch SDPA": torch_average(n)}, 2 if in_full else 7
    )
    ratio = stopwatch.spread(factor * times["torch SDPA"] / times["tokenflock"])
    ratio["fastest"] = float(factor * times["torch SDPA"].min() / times["tokenflock"].min())
    measured = f"torch measured at n={n:.0e}" + ("" if in_full else ", times 100")
    case = f"sphere causal, beta={BETA:g}, n=1e5 ({measured}; {torch.get_num_threads()} threads)"
    print(
        f"{case}: {1e3 * np.median(times['tokenflock']):.1f} ms, torch x {ratio['median']:.0f} "
        f"[{ratio['quartile_low']:.0f}, {ratio['quartile_high']:.0f}], "
        f"fastest/fastest x {ratio['fastest']:.0f}"
    )
    seconds = {name: float(np.median(t)) for name, t in times.items()}
    return {"case": case, "seconds": seconds, "factor": factor, "ratios": {"torch SDPA": ratio}}


def against_pairs() -> list[dict]:
    """Series against pairs around the number of tokens from which the series is taken."""
    cases = [
        (beta, n, mask)
        for beta, sizes in {9.0: (1200, 20_000), 64.0: (6000, 20_000)}.items()
        for n in sizes
        for mask in (full, causal)
    ]
    return [
        stopwatch.compare(
            f"sphere {type(mask).__name__.lower()}, beta={beta:g}, n={n}",
            harmonic_average(n, beta, mask),
            {"pairs": native_average(n, beta, mask)},
            5,
        )
        for beta, n, mask in cases
    ]


def main() -> None:
    in_full = FLAG in sys.argv
    if in_full:
        sys.argv.remove(FLAG)
    out = stopwatch.output()
    turn = jnp.asarray([[[0.6, 0.8, 0.0], [-0.8, 0.6, 0.0], [0.0, 0.0, 1.0]]])
    growth = stopwatch.compare(
        "sphere causal, beta=9, n=1e5",
        harmonic_average(10**5),
        {"n=1e6": harmonic_average(10**6), "with qk": harmonic_average(10**5, qk=turn)},
        5,
    )
    stopwatch.write([against_torch(in_full), growth, *against_pairs()], out)


if __name__ == "__main__":
    main()
