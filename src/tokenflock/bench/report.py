"""`tokenflock bench`: run cases, tell every row as it comes, save numbers and the figure."""

import importlib
import json
import os
import platform
import time
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from tokenflock.bench import CASES
from tokenflock.bench.stopwatch import Row
from tokenflock.runtime.folders import fresh
from tokenflock.runtime.interruptible import watched
from tokenflock.spec.vocabulary import one_of

PEER_PACKAGES = ("torch", "pykeops", "scipy")


def checked(names: Sequence[str]) -> list[str]:
    """The cases to run, in their own order; all where none is named."""
    for name in names:
        if name not in CASES:
            raise one_of("CASE", list(CASES), name)
    return [case for case in CASES if case in names or not names]


def bench(names: list[str], folder: Path, *, quick: bool, as_json: bool) -> None:
    """Measure the named cases and save them into `folder`; print a report or one JSON object."""
    console = Console(highlight=False)
    told = (lambda case, rows: None) if as_json else (lambda case, rows: tell(console, case, rows))
    with fresh(folder) as partial:
        # In the background, so that Ctrl-C need not wait for a measurement.
        found = watched(lambda: measured(names, quick, told), lambda: None)
        summary = {"quick": quick, "machine": machine(), **plain(found)}
        files = saved(summary, found, partial)
    if as_json:
        print(json.dumps(summary | {"folder": str(folder), "files": files}))
        return
    for sentence in summary["left_out"]:
        console.print(sentence, markup=False, soft_wrap=True)
    console.print(f"Saved in {folder}: {', '.join(files)}", markup=False, soft_wrap=True)


Found = dict[str, list[Row]]


def measured(names: list[str], quick: bool, told: Callable[[str, list[Row]], None]) -> Found:
    """The rows of every named case."""
    found = {}
    for name in names:
        found[name] = importlib.import_module(f"tokenflock.bench.{name}").measure(quick)
        told(name, found[name])
    return found


def plain(found: Found) -> dict[str, Any]:
    """Cases and what was left out, as values that JSON can hold."""
    sentences = {s: None for rows in found.values() for row in rows for s in row.left_out}
    cases = {name: [row.plain() for row in rows] for name, rows in found.items()}
    return {"cases": cases, "left_out": list(sentences)}


def machine() -> dict[str, Any]:
    """What was measured on, and how busy it was."""
    from tokenflock.results.provenance import facts

    about = {k: v for k, v in facts().items() if k != "cache"}
    return about | {
        **{name: installed(name) for name in PEER_PACKAGES},
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


def saved(summary: dict[str, Any], found: Found, folder: Path) -> list[str]:
    """Write bench.json, and the figure where there are curves; the names of the files."""
    text = json.dumps(summary, indent=1, allow_nan=False)
    (folder / "bench.json").write_text(text + "\n", encoding="utf-8")
    if "scaling" in found:
        from tokenflock.bench.figure import figure_of
        from tokenflock.plots import save_figure

        save_figure(figure_of(found["scaling"]), folder / "scaling.png")
    return sorted(path.name for path in folder.iterdir())


# ------------------------------------------------------------------------------------- on a screen


def tell(console: Console, case: str, rows: list[Row]) -> None:
    """Print the rows of a case: seconds, ratios with quartiles, figures, targets."""
    for row in rows:
        console.print(f"[bold]{case}[/]  {row.title}")
        if row.seconds:
            console.print(table(row))
        for name, value in row.figures.items():
            console.print(f"  {name}: {value:.4g}")
        for t in row.targets:
            verdict = "reached" if t.reached else "[bold]missed[/]"
            console.print(f"  {t.name} {t.value:.3g}, {t.sense} {t.bound:g}: {verdict}")
        console.print()


def table(row: Row) -> Table:
    """Seconds of every competitor, and how many times ours they are."""
    grid = Table.grid(padding=(0, 2), pad_edge=True)
    for justify in ("left", "right", "right", "left"):
        grid.add_column(justify=justify)
    for name, spread in row.seconds.items():
        ratio = row.ratios.get(name)
        times = ("", "") if ratio is None else (f"{ratio.median:.3g} x", quartiles(ratio))
        grid.add_row(name, duration(spread.median), *times)
    return grid


def quartiles(ratio: Any) -> str:
    """The quartiles of a ratio, in brackets that rich leaves alone."""
    return rf"\[{ratio.low:.3g}, {ratio.high:.3g}]"


def duration(seconds: float) -> str:
    """Seconds, or milliseconds below one."""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1e3 * seconds:.3g} ms"
