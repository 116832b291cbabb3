"""Attention on the circle: linear time against the dense kernels and PyTorch.

Draws time against n, log-log, with the fitted exponents, beside the JSON.
"""

import numpy as np
import stopwatch
import torch

from tokenflock.attention import causal, harmonic, native
from tokenflock.backend import jax, jnp

BETA = 64.0


def tokens(n: int) -> np.ndarray:
    angle = np.random.default_rng(0).uniform(0, 2 * np.pi, n)
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1)


def harmonic_average(n: int, qk=None):
    run = jax.jit(lambda x: harmonic.circle(x, jnp.asarray(BETA), qk, causal)[0])
    x = jnp.asarray(tokens(n))
    return lambda: run(x).block_until_ready()


def native_average(n: int):
    run = jax.jit(lambda x: native.attend(x, jnp.asarray(BETA), None, causal)[0])
    x = jnp.asarray(tokens(n))
    return lambda: run(x).block_until_ready()


def torch_average(n: int):
    x = torch.tensor(tokens(n))[None, None]
    attention = torch.nn.functional.scaled_dot_product_attention
    return lambda: attention(x, x, x, is_causal=True, scale=BETA)


def scaling() -> dict[str, dict[int, float]]:
    """Median seconds for growing n."""
    sizes = {
        harmonic_average: [10**3, 10**4, 10**5, 10**6],
        native_average: [10**3, 10**4, 30_000],
        torch_average: [10**3, 10**4],
    }
    names = {harmonic_average: "harmonic", native_average: "native", torch_average: "torch SDPA"}
    return {
        names[make]: {n: float(np.median(stopwatch.interleaved({"": make(n)}, 5)[""])) for n in ns}
        for make, ns in sizes.items()
    }


def exponent(times: dict[int, float]) -> float:
    n, t = np.log(list(times)[1:]), np.log(list(times.values())[1:])
    return float(np.polyfit(n, t, 1)[0]) if len(n) > 1 else float("nan")


def draw(times: dict[str, dict[int, float]], path) -> None:
    import matplotlib.pyplot as plt

    figure, ax = plt.subplots(figsize=(6, 4), layout="constrained")
    for name, curve in times.items():
        ax.loglog(list(curve), list(curve.values()), "o-", label=f"{name}, n^{exponent(curve):.2f}")
    ax.set(
        xlabel="tokens n", ylabel="seconds", title=f"causal attention on the circle, β = {BETA:g}"
    )
    ax.legend()
    figure.savefig(path)


def main() -> None:
    out = stopwatch.output()
    qk = jnp.asarray([[[0.6, 0.8], [-0.8, 0.6]]])
    results = [
        stopwatch.compare(
            "circle causal, beta=64, n=1e5",
            harmonic_average(10**5),
            {"torch SDPA": torch_average(10**5), "with qk": harmonic_average(10**5, qk)},
            2,
        )
    ]
    results.append(
        stopwatch.compare(
            "circle causal, beta=64, n=1e5",
            harmonic_average(10**5),
            {"n=1e6": harmonic_average(10**6)},
            9,
        )
    )
    times = scaling()
    print({name: f"n^{exponent(curve):.2f}" for name, curve in times.items()})
    stopwatch.write([*results, {"case": "scaling", "seconds": times}], out)
    if out:
        draw(times, out.with_suffix(".png"))


if __name__ == "__main__":
    main()
