"""A thousand to a million runs of eight tokens by `tokenflock sweep`: what does the client need?

    python benchmarks/million_runs.py [seeds] [grid] [--sizes 1000 ...] [--journal FILE]

seeds   ten values of beta, all values of all seeds kept
grid    a tenth as many values of beta as runs, ten seeds each, their mean kept

For every size: the largest memory of the client (and of the scheduler, which runs in it), the
seconds from the start of the command to its first batch, objects and bytes of the store, and
seconds of the processor per run, all workers.  A fifth of the way, and at the end, `--status` and
`plot` are asked from outside, and their memory and time taken.  Last, the exponents p of
cost ~ runs^p over all sizes, and between the two largest.

It prints Markdown (docs/measured/million_runs.md) and ends with status 1 where a bound is missed.
With a journal every row is kept in it, and printed with those of earlier calls: a million runs take
minutes, so sizes can be measured one by one.
"""

import argparse
import itertools
import json
import os
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

TOKENFLOCK = str(Path(sysconfig.get_path("scripts"), "tokenflock"))
MOST_MEGABYTES, MOST_SECONDS = 500.0, 10.0  # of a client; to its first result
SIZES = (10**3, 10**4, 10**5, 10**6)
KINDS = ("seeds", "grid")
SWEEP = """
base = {{ n = 8, d = 2, tol = 1e-6 }}
seeds = {seeds}
times = {{ linspace = [0.0, 10.0, 11] }}
[axes]
beta = {{ linspace = [0.5, 9.0, {betas}] }}
[measure.alignment]
keep = ["{keep}"]
"""


class Asked(NamedTuple):
    """What a look from outside took."""

    seconds: float
    megabytes: float


class Row(NamedTuple):
    """What a sweep of so many runs took."""

    kind: str
    runs: int
    batches: int
    megabytes: float
    first: float
    seconds: float
    processor: float
    objects: int
    stored: float  # megabytes
    looks: dict[str, Asked]  # status and plot, growing and at the end


def measured(kind: str, runs: int, workers: int, folder: Path) -> Row:
    """Run a sweep of a kind, and look at it from outside."""
    file, store = folder / f"{kind}{runs}.toml", folder / f"{kind}{runs}.zarr"
    betas, seeds = (10, runs // 10) if kind == "seeds" else (runs // 10, 10)
    file.write_text(
        SWEEP.format(betas=betas, seeds=seeds, keep="all" if kind == "seeds" else "mean")
    )
    begun = time.monotonic()
    words = [TOKENFLOCK, "sweep", file, "--out", store, "--workers", workers, "--events", "json"]
    client = subprocess.Popen([*map(str, words)], stdout=subprocess.PIPE, text=True)
    assert client.stdout is not None
    first = megabytes = processor = 0.0
    batches, done, growing = 0, 0, {}
    for line in client.stdout:
        event = json.loads(line)
        megabytes = max(megabytes, _peak(client.pid))
        batches = event.get("batches", batches)
        if event["event"] != "batch":
            continue
        first = first or time.monotonic() - begun
        processor += event["processor_seconds"]
        done += 1
        if not growing and done >= batches / 5:
            growing = looks(store, folder, "growing")
    if client.wait() != 0 or not growing:
        raise SystemExit(f"The sweep of {runs} runs ended with {client.returncode}.")
    seconds = time.monotonic() - begun
    objects = [path for path in store.rglob("*") if path.is_file()]
    stored = sum(path.stat().st_size for path in objects) / 1e6
    return Row(
        kind, runs, batches, megabytes, first, seconds, processor, len(objects), stored,
        growing | looks(store, folder, "end"),
    )  # fmt: skip


def _peak(pid: int) -> float:
    """The largest resident memory of a process so far, in MB; 0 once it is gone."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1e3 for line in lines if "VmHWM" in line), 0.0)


def looks(store: Path, folder: Path, when: str) -> dict[str, Asked]:
    """`--status` and `plot`, each in a process of its own."""
    picture = str(folder / f"{store.stem}-{when}.png")
    return {
        f"status, {when}": asked(["sweep", str(store), "--status", "--events", "json"]),
        f"plot, {when}": asked(["plot", str(store), "--out", picture]),
    }


def asked(words: list[str]) -> Asked:
    """Time and memory of a command."""
    begun = time.monotonic()
    pid = os.posix_spawn(
        TOKENFLOCK, [TOKENFLOCK, *words], os.environ,
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)],
    )  # fmt: skip
    _, status, used = os.wait4(pid, 0)
    if status:
        raise SystemExit(f"`tokenflock {' '.join(words)}` ended with {status}.")
    return Asked(time.monotonic() - begun, used.ru_maxrss / 1e3)


def exponents(rows: list[Row], of: str) -> tuple[float, float]:
    """The exponents p of cost ~ runs^p: over all sizes, and between the two largest."""
    runs = np.log([row.runs for row in rows])
    cost = np.log([max(getattr(row, of), 1e-9) for row in rows])
    slope = float(np.polyfit(runs, cost, 1)[0])
    return slope, float((cost[-1] - cost[-2]) / (runs[-1] - runs[-2]))


def table(rows: list[Row]) -> str:
    """The rows, and the exponents, as Markdown."""
    heads = ("runs", "batches", "client MB", "first result s", "whole s", "processor ms/run",
             "objects", "store MB", *rows[0].looks)  # fmt: skip
    lines = [f"| {' | '.join(heads)} |", "|" + "---:|" * len(heads)]
    for row in rows:
        cells = (
            f"{row.runs:,}", row.batches, f"{row.megabytes:.0f}", f"{row.first:.1f}",
            f"{row.seconds:.0f}", f"{1e3 * row.processor / row.runs:.3f}", row.objects,
            f"{row.stored:.1f}", *(f"{s:.1f} s, {m:.0f} MB" for s, m in row.looks.values()),
        )  # fmt: skip
        lines.append(f"| {' | '.join(map(str, cells))} |")
    if len(rows) > 1:
        fits = {"client memory": "megabytes", "whole time": "seconds", "objects": "objects",
                "processor time": "processor", "bytes of the store": "stored"}  # fmt: skip
        pairs = {name: exponents(rows, of) for name, of in fits.items()}
        told = ", ".join(f"{name} {p:.2f} ({last:.2f})" for name, (p, last) in pairs.items())
        lines += ["", f"Exponents over all sizes (between the last two): {told}."]
    return "\n".join(lines)


def missed(rows: list[Row]) -> list[str]:
    """Which bounds do not hold."""
    faults = [f"{r.runs} runs: {r.megabytes:.0f} MB" for r in rows if r.megabytes > MOST_MEGABYTES]
    faults += [f"{r.runs} runs: first result after {r.first:.1f} s" for r in rows
               if r.first > MOST_SECONDS]  # fmt: skip
    return faults


def journaled(journal: Path | None, kinds: list[str], found: list[Row]) -> list[Row]:
    """All rows of some kinds known now, by size; kept for later calls."""
    known = {(row.kind, row.runs): row for row in [*_kept(journal), *found]}
    rows = sorted(known.values(), key=lambda row: (row.kind, row.runs))
    if journal is not None:
        journal.write_text(json.dumps([row._asdict() for row in rows], indent=1) + "\n")
    return [row for row in rows if row.kind in kinds]


def _kept(journal: Path | None) -> list[Row]:
    if journal is None or not journal.exists():
        return []
    rows = [Row(**row) for row in json.loads(journal.read_text())]
    return [r._replace(looks={name: Asked(*a) for name, a in r.looks.items()}) for r in rows]


def main() -> int:
    """Measure, print, and judge."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kinds", nargs="*", default=list(KINDS), help=f"of {', '.join(KINDS)}")
    parser.add_argument("--sizes", nargs="*", type=int, default=list(SIZES))
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--journal", type=Path)
    parser.add_argument("--out", type=Path, help="keep stores and pictures in this folder")
    given = parser.parse_args()
    unknown = set(given.kinds) - set(KINDS)
    if unknown:
        parser.error(f"a kind is one of {', '.join(KINDS)}, got {min(unknown)!r}")
    rows: list[Row] = []
    for kind, runs in itertools.product(given.kinds, given.sizes):
        with tempfile.TemporaryDirectory() as temporary:
            folder = given.out or Path(temporary)
            folder.mkdir(parents=True, exist_ok=True)
            rows = journaled(
                given.journal, given.kinds, [*rows, measured(kind, runs, given.workers, folder)]
            )
    rows = rows or journaled(given.journal, given.kinds, [])
    for kind in given.kinds:
        print(f"\n# A million runs: {kind}\n\n{table([r for r in rows if r.kind == kind])}")
    faults = missed(rows)
    print(*faults, sep="\n", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
