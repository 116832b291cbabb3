"""Signals in the first two seconds of every verb: does anything crash, or stay half-written?

    python benchmarks/signals.py [count]          # 300 by default, both signals by turns

Every process gets SIGINT or SIGTERM at a random moment, seeded.  A process may have been done
before; else it ends with 130 and one sentence (or by the signal itself while Python starts).
Prints how all ended by verb, then what was wrong; exit status 1 if anything was.
"""

import collections
import random
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

TOKENFLOCK = Path(sysconfig.get_path("scripts"), "tokenflock")
SWEEP = """
seeds = 2
times = [0.0, 1.0]
[base]
n = 8
[axes]
beta = [1.0, 2.0]
[measure.alignment]
keep = ["all"]
"""
VERBS = {
    "run": ["run", "--n", "8", "--t-end", "5"],
    "long run": ["run", "--n", "300", "--t-end", "1e9"],
    "reproduce": ["reproduce", "hyperplanes"],
    "check": ["check", "orthogonal-start", "--quick"],
    "report": ["report", "--quick"],
    "sweep": ["sweep", "small.toml"],
    "dry run": ["sweep", "small.toml", "--dry-run"],
    "search": ["search", "two-points"],
    "model": ["model", "info", "nowhere"],
    "bench": ["bench", "dense", "--quick"],
    "cite": ["cite"],
    "info": ["info"],
    "explore": ["explore", "--no-browser", "--port", "0"],
}
STARTING = 0.35  # seconds in which Python itself may say that it was interrupted
WINDOW = 2.0


def ended(words: list[str], number: signal.Signals, after: float) -> tuple[str, str]:
    """How a process ended that got a signal after some seconds, and what was wrong with that."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "small.toml").write_text(SWEEP)
        command = ["env", "--default-signal=INT,TERM", str(TOKENFLOCK), *words]
        process = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        time.sleep(after)
        process.send_signal(number)
        begun = time.monotonic()
        try:
            _, said = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            return "hung", f"{number.name} after {after:.2f} s is not heeded within a minute"
        took = time.monotonic() - begun
        left = [p.name for p in folder.rglob("*") if "partial" in p.name or p.name == "core"]
        return str(process.returncode), _wrong(process.returncode, said, after, took, left)


def _wrong(status: int, said: str, after: float, took: float, left: list[str]) -> str:
    if left:
        return f"left {left}"
    if status < 0 and after > STARTING:
        return f"ended by signal {-status} after {after:.2f} s: {said[-300:]}"
    if status in (-signal.SIGSEGV, -signal.SIGABRT, -signal.SIGBUS, 134, 139):
        return f"crashed after {after:.2f} s: {said[-300:]}"
    if status not in (0, 2, 130) and after > STARTING:
        return f"ended with {status} after {after:.2f} s: {said[-600:]}"
    if status == 130 and "Traceback" in said and after > STARTING:
        return f"a traceback after {after:.2f} s: {said[-600:]}"
    return f"took {took:.1f} s to stop" if status == 130 and took > 5 else ""


def main() -> int:
    """Send signals, and tell how all ended."""
    count, rng = int(sys.argv[1]) if len(sys.argv) > 1 else 300, random.Random(0)
    how: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    faults = []
    for k in range(count):
        verb = list(VERBS)[k % len(VERBS)]
        number = (signal.SIGINT, signal.SIGTERM)[k // len(VERBS) % 2]
        status, wrong = ended(VERBS[verb], number, rng.uniform(0, WINDOW))
        how[verb][status] += 1
        faults += [f"{verb}, {number.name}: {wrong}"] if wrong else []
    for verb, statuses in how.items():
        print(f"{verb}: " + ", ".join(f"{n} with {status}" for status, n in statuses.items()))
    print(f"{len(faults)} of {count} went wrong", *faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
