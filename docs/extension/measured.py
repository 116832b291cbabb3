"""Measured speed: what `tokenflock bench` saved, as tables; nothing is told that was not measured.

Committed in docs/measured: bench.json and its scaling.png, and pages of other benchmarks (*.md).
"""

import json
from pathlib import Path
from typing import Any

from extension.headline import headline
from extension.markdown import plain, table
from tokenflock.bench import CASES
from tokenflock.bench.stopwatch import duration

NOTHING = (
    "No measurement is committed with this version. `tokenflock bench` makes one on your machine.\n"
)


def page(folder: Path) -> str:
    """All that was measured, as Markdown."""
    found = _recorded(folder)
    parts = [] if found is None else [_bench(found)]
    parts += [_included(path) for path in sorted(folder.glob("*.md"))]
    return "\n".join(parts) or NOTHING


def lead(folder: Path) -> str:
    """What matters of it: one table, and the plot of time against n."""
    found = _recorded(folder)
    parts = [] if found is None else [headline(found)]
    if (folder / "scaling.png").exists():
        parts.append("![time against the number of tokens](measured/scaling.png)\n")
    return "\n".join(parts)


def _recorded(folder: Path) -> dict[str, Any] | None:
    bench = folder / "bench.json"
    if not bench.exists():
        return None
    found: dict[str, Any] = json.loads(bench.read_text(encoding="utf-8"))
    return found


def _included(path: Path) -> str:
    """A page of another benchmark, its heading one level down."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return "\n".join(f"#{line}" if line.startswith("#") else line for line in lines) + "\n"


def _bench(found: dict[str, Any]) -> str:
    machine = found["machine"]
    known = ("processor", "cores", "engine", "python", "jax", "torch", "pykeops", "date", "load")
    about = [(name, plain(str(machine[name]))) for name in known if name in machine]
    cases = [_case(name, rows) for name, rows in found["cases"].items()]
    left_out = [f"- {plain(sentence)}\n" for sentence in found["left_out"]]
    effort = "small sizes and few repetitions (`--quick`)" if found["quick"] else "full sizes"
    return "\n".join(
        [f"Measured at {effort} on\n", table(("machine", ""), about), *cases, *left_out]
    )


def _case(name: str, rows: list[dict[str, Any]]) -> str:
    return "\n".join([f"## {name}: {CASES.get(name, '')}\n", *map(_row, rows)])


def _row(row: dict[str, Any]) -> str:
    times = [_competitor(row, name) for name in row["seconds"]]
    parts = [f"**{plain(row['title'])}**\n"]
    if times:
        parts.append(table(("", "median", "times ours", "quartiles"), times))
    parts += [f"- {plain(name)}: {value:.4g}" for name, value in row["figures"].items()]
    parts += [_target(target) for target in row["targets"]]
    return "\n".join(parts) + "\n"


def _competitor(row: dict[str, Any], name: str) -> tuple[str, ...]:
    ratio = row["ratios"].get(name)
    median = duration(row["seconds"][name]["median"])
    if ratio is None:
        return plain(name), median, "", ""
    return (
        plain(name),
        median,
        f"{ratio['median']:.3g}",
        f"{ratio['low']:.3g} to {ratio['high']:.3g}",
    )


def _target(target: dict[str, Any]) -> str:
    verdict = "reached" if target["reached"] else "**missed**"
    return (
        f"- {plain(target['name'])}: {target['value']:.3g}, wanted {target['sense']} "
        f"{target['bound']:g}, {verdict}"
    )
