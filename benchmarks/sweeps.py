"""Sweeps beside the papers' script: python benchmarks/sweeps.py [ratio] [overhead] [diagram].

`diagram/10` solves every tenth beta only.  What it prints is Markdown: docs/measured/sweeps.md.

ratio      one core, in turns: phase diagram of 32 tokens by a batch of ours and by PyTorch, in
           seconds of the processor, with the errors of both against tol = 1e-9
overhead   the share of worker time spent in solves, 10 000 runs on all cores:
           sum of the seconds of all batches / (workers x (last commit - first start))
diagram    the whole diagram, 90 beta x 200 times x 2048 runs, d = 2 and 8, on all cores
"""

import os
import sys
import tempfile
import time

import numpy as np

from tokenflock.sweeps.axes import linspace
from tokenflock.sweeps.cores import bind, shares
from tokenflock.sweeps.sweep import Sweep

RUNS, STEP, LAST, CHECKPOINTS, CLOSE = 2048, 0.1, 30.0, 200, 0.999
BETAS = (0.1, 9.0, 90)  # first, last, count


def diagram(dimensions, betas, seeds, tol=1e-3):
    """The phase diagram of arXiv:2312.10794, or a part of it."""
    return Sweep(
        name="phase", base={"n": 32, "tol": tol}, seeds=seeds,
        times={"linspace": [0.0, LAST, CHECKPOINTS]}, axes={"d": dimensions, "beta": betas},
        measure={"met": {"of": "close_pairs", "options": {"above": CLOSE}, "keep": ["mean"]}},
    )  # fmt: skip


def script(x, beta):
    """The papers' loop, batched: Euler steps of 0.1 with renormalization, and the share of pairs
    with <x_i, x_j> > 0.999 at 200 checkpoints (arXiv:2312.10794, its code in float64)."""
    import torch

    n, steps = x.shape[1], round(LAST / STEP)
    checkpoints = np.linspace(0, steps, CHECKPOINTS).astype(int)
    others, shares_met = ~torch.eye(n, dtype=torch.bool), []
    for k in range(steps + 1):
        g = torch.bmm(x, x.transpose(1, 2))
        if k in checkpoints:
            shares_met.append(((g > CLOSE) & others).sum().item() / (len(x) * n * (n - 1)))
        w = torch.exp(beta * g)
        x = x + STEP * torch.bmm(w, x) / w.sum(dim=-1, keepdim=True)
        x = x / x.norm(dim=-1, keepdim=True)
    return np.array(shares_met), checkpoints * STEP


def ratio(dimensions=(2, 8), betas=(1.0, 5.0, 9.0), turns=3):
    bind(shares(1)[0][-1:], 1)
    import torch

    from tokenflock.bench.stopwatch import OURS, compared, interleaved
    from tokenflock.simulation import tokens_of
    from tokenflock.sweeps.solving import solved

    torch.set_num_threads(1)
    for d in dimensions:
        for beta in betas:
            part = diagram([d], [beta], RUNS)
            spec = part.spec((0, 0))
            starts = [tokens_of(spec.model_copy(update={"seed": s})) for s in range(RUNS)]
            x0 = torch.tensor(np.stack(starts))
            solved(part, part.batches[0])
            tasks = {
                OURS: lambda part=part: solved(part, part.batches[0]),
                "PyTorch Euler": lambda x0=x0, beta=beta: script(x0, beta),
            }
            seconds = interleaved(tasks, turns, warm=False, clock=time.process_time)
            row = compared("", seconds)
            spread = row.ratios["PyTorch Euler"]
            each = ", ".join(
                f"{name} {1e3 * s.median / RUNS:.2f} ms" for name, s in row.seconds.items()
            )
            print(f"- d={d} beta={beta:g}: {each} per run, ratio {spread.median:.2f} "
                  f"({spread.low:.2f} to {spread.high:.2f}); {errors(d, beta, x0[:256])}",
                  flush=True)  # fmt: skip


def errors(d, beta, x0):
    """The largest error of the share over time, of ours and of the script, for 256 runs."""
    from tokenflock.sweeps.solving import solved

    def ours(tol, times):
        part = diagram([d], [beta], len(x0), tol).model_copy(update={"times": tuple(times)})
        return solved(part, part.batches[0])[0]["met_mean"][0, 0]

    even = np.linspace(0.0, LAST, CHECKPOINTS)
    euler, at = script(x0, beta)
    mine = np.abs(ours(1e-3, even) - ours(1e-9, even)).max()
    theirs = np.abs(euler - ours(1e-9, at.tolist())).max()
    return f"largest error of the share {mine:.1e}, of the script {theirs:.1e}"


def overhead():
    from tokenflock.sweeps.engine import prepared, solve

    many = Sweep(
        name="overhead", base={"n": 32, "d": 2, "tol": 1e-5}, seeds=500,
        times={"linspace": [0.0, LAST, CHECKPOINTS]},
        axes={"beta": {"linspace": [0.5, 10.0, 20]}}, measure={"alignment": {"keep": ["all"]}},
    )  # fmt: skip
    workers = len(os.sched_getaffinity(0))
    for what in ("cold", "warm"):
        with tempfile.TemporaryDirectory() as folder:
            job = prepared(many, f"{folder}/a.zarr")
            solve(job, workers=workers)
        wall = job.tally.last_commit - job.tally.first_start
        share = job.tally.seconds / (workers * wall)
        count = f"{many.runs} runs in {len(many.batches)} batches on {workers} workers"
        print(f"- {what}: {count}: {wall:.1f} s, {share:.1%} of worker time in solves", flush=True)


def whole(every):
    from tokenflock.sweeps.engine import prepared, solve

    workers = len(os.sched_getaffinity(0))
    for d in (2, 8):
        with tempfile.TemporaryDirectory() as folder:
            some = diagram([d], linspace(*BETAS)[::every], RUNS)
            job = prepared(some, f"{folder}/a.zarr")
            solve(job, workers=workers)
        tally = job.tally
        wall, processor = tally.last_commit - tally.first_start, tally.processor_seconds
        about = f"{wall:.0f} s on {workers} workers, {processor:.0f} s of the processor"
        print(f"- d={d}: {tally.done} runs, {about}", flush=True)


if __name__ == "__main__":
    cases = {"ratio": ratio, "overhead": overhead, "diagram": whole}
    for name in sys.argv[1:] or list(cases):
        print(f"\n# Sweeps: {name}\n", flush=True)
        case, _, every = name.partition("/")
        cases[case](*([int(every or 1)] if case == "diagram" else []))
