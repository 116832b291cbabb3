"""What matters of the measured speeds, in one table: for the README and on top of docs/speed.md.

Every number is read from docs/measured/bench.json; what was not measured is not told.
"""

from collections.abc import Callable, Iterator
from typing import Any

from extension.markdown import table
from tokenflock.bench.stopwatch import OURS, duration

Row = dict[str, Any]
Cells = tuple[str, str, str, str]

HEADER = ("what", "tokenflock", "beside it", "times faster")
SDPA, EULER, SCIPY = "PyTorch SDPA", "NumPy Euler", "NumPy and solve_ivp"


def headline(found: dict[str, Any]) -> str:
    """The table, as Markdown; empty where nothing of it was measured at full size."""
    if found["quick"]:
        return ""
    cases = {name: rows for name, rows in found["cases"].items() if rows}
    rows = [cells for name, lines in LINES.items() if name in cases for cells in lines(cases[name])]
    return table(HEADER, rows) if rows else ""


def _circle(rows: list[Row]) -> Iterator[Cells]:
    yield from _beside(rows[0], "one average of 100 000 causal tokens on the circle, β = 64", SDPA)
    [(_, growth)] = rows[1]["ratios"].items()
    [_, longer] = rows[1]["seconds"].values()
    beside = f"{growth['median']:.3g} times what 100 000 take"
    yield "one of a million such tokens", duration(longer["median"]), beside, ""


def _sphere(rows: list[Row]) -> Iterator[Cells]:
    yield from _beside(rows[0], "one average of 100 000 causal tokens on the sphere, β = 9", SDPA)


def _million(rows: list[Row]) -> Iterator[Cells]:
    seconds, peak = rows[0]["seconds"][OURS]["median"], rows[0]["figures"]["peak GB"]
    what = "a whole run of a million tokens to t = 50, clusters counted on the way, with imports"
    yield what, f"{seconds:.0f} s, {peak:.2g} GB", "", ""


def _first(rows: list[Row]) -> Iterator[Cells]:
    targets = {target["name"]: target["value"] for target in rows[0]["targets"]}
    [imports] = rows[0]["seconds"].values()
    ratio = targets["first result, times the imports, median"]
    yield (
        "first result of a new process, nothing compiled before, median of twelve systems",
        duration(ratio * imports["median"]),
        f"`import jax, diffrax, xarray` alone: {duration(imports['median'])}",
        "",
    )
    another = targets["another n, seconds, median"]
    yield "another number of tokens after that", duration(another), "", ""


def _ensemble(rows: list[Row]) -> Iterator[Cells]:
    what = "64 causal runs, n = 200, β = 64, to t = 150; errors "
    ours, theirs = (rows[0]["figures"][f"error of {who}"] for who in (OURS, EULER))
    yield from _beside(rows[0], f"{what}{ours:.0e} and {theirs:.0e}", EULER)


def _dense(rows: list[Row]) -> Iterator[Cells]:
    yield from _beside(rows[0], "one causal average, n = 200, d = 2, 64 runs, pair by pair", SDPA)
    yield from _beside(rows[1], "one full average, n = 8192, d = 3, pair by pair", SDPA)


def _heads(rows: list[Row]) -> Iterator[Cells]:
    for kind, row in zip(("causal", "full"), rows, strict=False):
        yield from _beside(row, f"one {kind} average, 12 heads of dimension 64, n = 1024", SDPA)


def _beside(row: Row, what: str, peer: str) -> Iterator[Cells]:
    if peer not in row["ratios"]:
        return
    ours, theirs = (duration(row["seconds"][who]["median"]) for who in (OURS, peer))
    yield what, ours, f"{peer}: {theirs}", f"{row['ratios'][peer]['median']:.3g}"


# By case, what matters most first.
LINES: dict[str, Callable[[list[Row]], Iterator[Cells]]] = {
    "circle": _circle,
    "sphere": _sphere,
    "million": _million,
    "first": _first,
    "ensemble": _ensemble,
    "dense": _dense,
    "heads": _heads,
}
