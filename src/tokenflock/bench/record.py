"""What a run of the benchmarks leaves behind: rows of all cases, the machine, files."""

import importlib
import json
import os
import platform
import time
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from tokenflock.bench import CASES
from tokenflock.bench.device import used
from tokenflock.bench.stopwatch import Row
from tokenflock.spec.vocabulary import one_of

PEER_PACKAGES = ("torch", "pykeops", "scipy")

Rows = dict[str, list[Row]]  # by case


def selection(names: Sequence[str]) -> list[str]:
    """The cases to run, in their own order; all where none is named."""
    for name in names:
        if name not in CASES:
            raise one_of("CASE", list(CASES), name)
    return [case for case in CASES if case in names or not names]


def measured(names: list[str], quick: bool, callback: Callable[[str, list[Row]], None]) -> Rows:
    """The rows of every named case; `callback(case, rows)` has them as soon as they are there."""
    found = {}
    for name in names:
        found[name] = importlib.import_module(f"tokenflock.bench.{name}").measure(quick)
        callback(name, found[name])
    return found


def summary(found: Rows, quick: bool) -> dict[str, Any]:
    """Rows, machine and what was left out, as values that JSON can hold."""
    sentences = {s: None for rows in found.values() for row in rows for s in row.left_out}
    cases = {name: [row.plain() for row in rows] for name, rows in found.items()}
    return {"quick": quick, "machine": machine(), "cases": cases, "left_out": list(sentences)}


def machine() -> dict[str, Any]:
    """What was measured on, and how busy it was."""
    from tokenflock.results.provenance import facts

    about = {k: v for k, v in facts().items() if k != "cache"}
    return about | {
        **{name: installed(name) for name in PEER_PACKAGES},
        "device": used(),
        "processor": processor(),
        "cores": os.cpu_count(),
        "load": list(os.getloadavg()),
        "date": time.strftime("%Y-%m-%d"),
    }


def installed(package: str) -> str:
    """The version of a package, or a dash."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "-"


def processor() -> str:
    """The name of the processor, where the system tells it."""
    known = Path("/proc/cpuinfo")
    lines = known.read_text().splitlines() if known.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor())


def save(about: dict[str, Any], found: Rows, folder: Path) -> list[str]:
    """Write bench.json, and the figure where there are curves; the names of the files."""
    text = json.dumps(about, indent=1, allow_nan=False)
    (folder / "bench.json").write_text(text + "\n", encoding="utf-8")
    if "scaling" in found:
        from tokenflock.bench.figure import figure_of
        from tokenflock.plots import save_figure

        save_figure(figure_of(found["scaling"]), folder / "scaling.png")
    return sorted(path.name for path in folder.iterdir())
