"""Peak memory of full attention among many tokens, in a process of its own."""

import subprocess
import sys

from tokenflock.bench.stopwatch import Row, Target

D = 8
CODE = """
import pathlib, re, resource, sys
import numpy as np
from tokenflock.attention import full, native
from tokenflock._jax import jax, jnp

def peak():
    # Linux hands ru_maxrss down from the parent process, so it is read elsewhere there.
    status = pathlib.Path("/proc/self/status")
    if status.exists():
        return 1024 * int(re.search(r"VmHWM:\\s+(\\d+)", status.read_text())[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

x = jnp.asarray(np.random.default_rng(0).normal(size=({n}, {d})))
native.available()
before = peak()
jax.jit(lambda x: native.attend(x, jnp.asarray(1.0), None, full)[0])(x).block_until_ready()
print(before, peak())
"""


def measure(quick: bool) -> list[Row]:
    """Bytes at the peak and before the call, beside those of an n x n array of weights."""
    n = 2000 if quick else 10**5
    command = [sys.executable, "-c", CODE.format(n=n, d=D)]
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    before, peak = (int(word) / 1e9 for word in said.split())
    figures = {"peak GB": peak, "before GB": before, "n x n weights GB": 8 * n**2 / 1e9}
    targets = [] if quick else [Target("peak GB", peak, "at most", 1.0)]
    return [Row(f"full, d={D}, n={n}", figures=figures, targets=targets)]
