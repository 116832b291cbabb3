"""Verdicts under other random numbers, from what benchmarks/seed_offsets.py recorded."""

import json
from pathlib import Path
from typing import Any

from extension.markdown import plain, table
from tokenflock.papers import claims

COLUMNS = ("claim", "offsets", "as recorded", "where not")
NOTHING = (
    "Nothing is recorded with this version: `python benchmarks/seed_offsets.py` measures it.\n"
)


def page(record: Path) -> str:
    """How many verdicts stay under all offsets, those that do not, and the table."""
    if not record.exists():
        return NOTHING
    found = json.loads(record.read_text(encoding="utf-8"))
    runs = [run for one in found.values() for run in one["offsets"].values()]
    kept = sum(run["as_recorded"] for run in runs)
    lead = f"{kept} of {len(runs)} measurements of {len(found)} claims are as recorded.\n"
    left = [f"`{name}`" for name in claims.names() if name not in found]
    missing = f"Not measured yet: {', '.join(left)}.\n" if left else ""
    return "\n".join([lead, missing, table(COLUMNS, [_row(*item) for item in found.items()])])


def _row(name: str, one: dict[str, Any]) -> tuple[str, ...]:
    runs = one["offsets"]
    kept = sum(run["as_recorded"] for run in runs.values())
    wrong = [
        f"{k}: {'; '.join(run['failed'])}" for k, run in runs.items() if not run["as_recorded"]
    ]
    return f"[`{name}`](#claim-{name})", str(len(runs)), str(kept), plain(" · ".join(wrong))
