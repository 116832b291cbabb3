"""A process that lives long: the memory of many `simulate` calls, each of another shape.

    python benchmarks/long_lived.py [count]          # 200 by default

Shapes, masks, spaces and methods change with every call.  Prints the resident memory every 25
calls with the number of compiled programs, which grows to a hundred and falls again; then what the
last quarter has added to the most memory held before; exit status 1 if that is more than 5 %.
"""

import gc
import random
import sys
from pathlib import Path

import tokenflock as tkf
from tokenflock.runtime import programs

MOST = 0.05  # what the last quarter of the calls may add
MASKS = ("full", "causal", "window:3")
METHODS = ({}, {"method": "layers", "step": 0.5}, {"method": "dopri8"})


def specs(count: int) -> "list[tkf.Spec]":
    """Specs of which no two have the same shape."""
    rng = random.Random(0)
    shapes = rng.sample([(n, d) for n in range(3, 60) for d in range(2, 12)], count)
    return [
        tkf.Spec(n=n, d=d, mask=MASKS[k % 3], t_end=2.0, samples=3 + k % 7, seed=k,
                 weighting="unnormalized" if k % 5 == 4 else "softmax", **METHODS[k // 3 % 3])
        for k, (n, d) in enumerate(shapes)
    ]  # fmt: skip


def resident() -> float:
    """The resident memory of this process in MB."""
    gc.collect()
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1e3 for line in lines if line.startswith("VmRSS"))


def main() -> int:
    """Simulate, measure, and judge."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    memory = []
    for k, spec in enumerate(specs(count), 1):
        tkf.simulate(spec)
        memory.append(resident())
        if k % 25 == 0:
            print(f"{k} calls: {memory[-1]:.0f} MB, {programs.held()} programs", flush=True)
    before, last = max(memory[: -count // 4]), max(memory[-count // 4 :])
    added = last / before - 1
    print(
        f"most memory: {before:.0f} MB, in the last {count // 4} calls {last:.0f} MB ({added:+.1%})"
    )
    return 1 if added > MOST else 0


if __name__ == "__main__":
    sys.exit(main())
