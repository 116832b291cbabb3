"""Reports on the screen: lines for single values, tables for rows."""

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

Row = dict[str, Any]

MOST_LETTERS = 20  # of a cell that is never broken


def print_report(report: Row, folder: Path) -> None:
    """Tables for lists of rows and for rows with names, lines for single values."""
    console = Console(highlight=False)
    plain = {name: value for name, value in report.items() if not isinstance(value, list | dict)}
    width = max(map(len, plain), default=0)
    for name, value in plain.items():
        print(f"{name.replace('_', ' '):<{width}}  {value}")
    for value in report.values():
        if isinstance(value, list) and value:
            console.print(_table(value))
    named = [{"": name} | row for name, row in report.items() if isinstance(row, dict)]
    if named:
        console.print(_table(named))
    console.print(f"\nSaved in [bold]{escape(str(folder))}[/]")


def _table(rows: list[Row]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in rows[0]:
        short = all(len(_cell(row[name])) < MOST_LETTERS for row in rows)
        table.add_column(name.replace("_", "\n"), overflow="fold", no_wrap=short)
    for row in rows:
        table.add_row(*(_cell(value) for value in row.values()))
    return table


def _cell(value: Any) -> str:
    if isinstance(value, list):  # a complex number
        real, imag = value
        return f"{real:.3f}" if not imag else f"{real:.3f} {'+-'[imag < 0]} {abs(imag):.3f}i"
    return "-" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
