"""The table of searches for counterexamples, from what benchmarks/searches.py recorded."""

import json
from pathlib import Path
from typing import Any

from extension.markdown import table
from tokenflock.papers import claims

COLUMNS = ("claim", "on record", "for all", "evaluations", "found")
NOTHING = "Nothing is recorded with this version: `python benchmarks/searches.py` searches.\n"


def page(record: Path) -> str:
    """A row for every search on record, and the claims that were not searched yet."""
    if not record.exists():
        return NOTHING
    found = json.loads(record.read_text(encoding="utf-8"))
    searchable = [claim for claim in claims.all_claims() if claim.quantified is not None]
    rows = [_row(claim, found[claim.name]) for claim in searchable if claim.name in found]
    left = [f"`{claim.name}`" for claim in searchable if claim.name not in found]
    unsearched = f"Not searched yet: {', '.join(left)}.\n" if left else ""
    return "\n".join([table(COLUMNS, rows), unsearched])


def planted(record: Path) -> str:
    """A row for every false statement and theorem that was searched with several seeds."""
    if not record.exists():
        return NOTHING
    found = json.loads(record.read_text(encoding="utf-8"))
    return table(("statement", "it is", "seeds", "violated", "evaluations", "longest, s"),
                 [_planted(name, one) for name, one in found.items()])  # fmt: skip


def _planted(name: str, one: dict[str, Any]) -> tuple[str, ...]:
    runs = one["runs"]
    kind = "false" if one["kind"] == "false" else "a theorem"
    most = max(run["evaluations"] for run in runs)
    violated, longest = sum(run["violated"] for run in runs), max(run["seconds"] for run in runs)
    return name, kind, str(len(runs)), str(violated), f"at most {most}", f"{longest:.0f}"


def _row(claim: claims.Claim, one: dict[str, Any]) -> tuple[str, ...]:
    assert claim.quantified is not None
    over = ", ".join(claim.quantified.parts)
    name = f"[`{claim.name}`](#claim-{claim.name})"
    return name, claim.verdict, over, str(one["evaluations"]), _found(one)


def _found(one: dict[str, Any]) -> str:
    if one["violated"]:
        return f"**violated** by {min(one['excess']):.2g}"
    if one["margin"] is not None and one["margin"] < 0:
        return f"no violation that lasts; the closest, off by {-one['margin']:.2g}, still moves"
    return f"none; closest margin {one['margin']:.2g}"
