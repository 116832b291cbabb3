"""Ratios of running times from interleaved repetitions: noise hits every competitor alike."""

import argparse
import json
import os
import platform
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

Task = Callable[[], object]


def seconds(task: Task) -> float:
    start = time.perf_counter()
    task()
    return time.perf_counter() - start


def processor_seconds(task: Task, repetitions: int) -> float:
    """The least processor time of one call, over all threads: other programs do not count."""
    task()
    times = []
    for _ in range(repetitions):
        start = time.process_time()
        task()
        times.append(time.process_time() - start)
    return min(times)


def interleaved(tasks: dict[str, Task], repetitions: int) -> dict[str, np.ndarray]:
    """Seconds of every task in every repetition, after one call of each to warm up."""
    for task in tasks.values():
        task()
    rounds = [[seconds(task) for task in tasks.values()] for _ in range(repetitions)]
    return dict(zip(tasks, np.array(rounds).T, strict=True))


def spread(ratios: np.ndarray) -> dict[str, float]:
    low, median, high = np.quantile(ratios, [0.25, 0.5, 0.75])
    return {"median": median, "quartile_low": low, "quartile_high": high}


def compare(case: str, ours: Task, peers: dict[str, Task], repetitions: int = 9) -> dict:
    """How many times slower each peer is than we are, with quartiles over repetitions."""
    times = interleaved({"tokenflock": ours} | peers, repetitions)
    ratios = {name: spread(times[name] / times["tokenflock"]) for name in peers}
    for name, ratio in ratios.items():
        # On a busy machine the fastest repetition of each is the one least disturbed.
        ratio["fastest"] = float(np.min(times[name]) / np.min(times["tokenflock"]))
        print(
            f"{case:40s} {1e3 * np.median(times['tokenflock']):8.2f} ms  {name:11s}"
            f" x {ratio['median']:8.2f}  [{ratio['quartile_low']:.2f}, "
            f"{ratio['quartile_high']:.2f}]  fastest/fastest x {ratio['fastest']:.2f}"
        )
    return {
        "case": case,
        "seconds": {name: float(np.median(t)) for name, t in times.items()},
        "fastest": {name: float(np.min(t)) for name, t in times.items()},
        "ratios": ratios,
    }


def output() -> Path | None:
    """The path given by --out."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, help="where to write the results as JSON")
    return parser.parse_args().out


def write(results: list[dict], out: Path | None) -> None:
    machine = {"processor": platform.processor(), "cores": os.cpu_count(), "load": os.getloadavg()}
    if out:
        out.write_text(json.dumps({"machine": machine, "results": results}, indent=2))
