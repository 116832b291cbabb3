"""Peak memory of full attention among many tokens, in a process of its own."""

from tokenflock.bench.fresh_process import PEAK, said_by
from tokenflock.bench.stopwatch import Row, Target

D = 8
CODE = """
import json
import numpy as np
from tokenflock.attention import full, native
from tokenflock._jax import jax, jnp

x = jnp.asarray(np.random.default_rng(0).normal(size=({n}, {d})))
native.available()
before = peak()
jax.jit(lambda x: native.attend(x, jnp.asarray(1.0), None, full)[0])(x).block_until_ready()
print(json.dumps([before, peak()]))
"""


def measure(quick: bool) -> list[Row]:
    """Bytes at the peak and before the call, beside those of an n x n array of weights."""
    n = 2000 if quick else 10**5
    before, peak = (count / 1e9 for count in said_by(PEAK + CODE.format(n=n, d=D)))
    figures = {"peak GB": peak, "before GB": before, "n x n weights GB": 8 * n**2 / 1e9}
    targets = [] if quick else [Target("peak GB", peak, "at most", 1.0)]
    return [Row(f"full, d={D}, n={n}", figures=figures, targets=targets)]
