"""`tokenflock bench`: run cases, print every row as it comes, save numbers and the figure."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from tokenflock.bench import CASES
from tokenflock.bench.device import DEVICES, select
from tokenflock.cli.options import Format, Out, check_choice, option

if TYPE_CHECKING:
    from tokenflock.bench.stopwatch import Row, Spread


def help_text() -> str:
    """The help of the verb, with all cases."""
    width = max(map(len, CASES))
    rows = "\n".join(f"  [bold]{name:<{width}}[/]  {text}" for name, text in CASES.items())
    return f"""Measure speed, memory and errors beside the peers; save numbers and a figure.

\b
Cases, all of them by default:
{rows}
"""


def command(
    cases: Annotated[
        list[str] | None, typer.Argument(metavar="CASE", help="what to measure")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="small sizes, few repetitions")] = False,
    device: Annotated[
        str | None, option("where JAX computes: cpu, gpu or tpu; peers but jnp stay on the CPU")
    ] = None,
    out: Out = None,
    output: Format = "text",
) -> None:
    """Measure speed, memory and errors beside the peers; save numbers and a figure."""
    check_choice("--format", output, ("text", "json"))
    if device is not None:
        check_choice("--device", device, DEVICES)
        select(device)
    bench(cases or (), out, quick=quick, as_json=output == "json")


def bench(names: Sequence[str], out: Path | None, *, quick: bool, as_json: bool) -> None:
    """Measure cases and save them into a new folder; print a report or one JSON object."""
    from tokenflock.bench import record
    from tokenflock.runtime.folders import fresh, next_free
    from tokenflock.runtime.interruptible import watched

    cases = record.selection(names)
    folder = out if out is not None else next_free(Path("runs"), "bench")
    console = Console(highlight=False)

    def callback(case: str, rows: "list[Row]") -> None:
        if not as_json:
            print_rows(console, case, rows)

    with fresh(folder) as partial:
        # In the background, so that Ctrl-C need not wait for a measurement.
        found = watched(lambda: record.measured(cases, quick, callback), lambda: None)
        summary = record.summary(found, quick)
        files = record.save(summary, found, partial)
    if as_json:
        print(json.dumps(summary | {"folder": str(folder), "files": files}))
        return
    for sentence in summary["left_out"]:
        console.print(sentence, markup=False, soft_wrap=True)
    console.print(f"Saved in {folder}: {', '.join(files)}", markup=False, soft_wrap=True)


def print_rows(console: Console, case: str, rows: "list[Row]") -> None:
    """Print the rows of a case: seconds, ratios with quartiles, figures, targets."""
    for row in rows:
        console.print(f"[bold]{case}[/]  {row.title}")
        if row.seconds:
            console.print(_table(row))
        for name, value in row.figures.items():
            console.print(f"  {name}: {value:.4g}")
        for t in row.targets:
            verdict = "reached" if t.reached else "[bold]missed[/]"
            console.print(f"  {t.name} {t.value:.3g}, {t.sense} {t.bound:g}: {verdict}")
        console.print()


def _table(row: "Row") -> Table:
    """Seconds of every competitor, and how many times ours they are."""
    from tokenflock.bench.stopwatch import duration

    grid = Table.grid(padding=(0, 2), pad_edge=True)
    for justify in ("left", "right", "right", "left"):
        grid.add_column(justify=justify)
    for name, spread in row.seconds.items():
        ratio = row.ratios.get(name)
        times = ("", "") if ratio is None else (f"{ratio.median:.3g} x", _quartiles(ratio))
        grid.add_row(name, duration(spread.median), *times)
    return grid


def _quartiles(ratio: "Spread") -> str:
    """The quartiles of a ratio, in brackets that rich leaves alone."""
    return rf"\[{ratio.low:.3g}, {ratio.high:.3g}]"
