"""The table claim x mutation, from what benchmarks/mutations.py recorded."""

import json
from pathlib import Path
from typing import Any

from extension.markdown import plain, table
from tokenflock.papers import claims

MUTATIONS = ("beta doubled", "mask dropped", "V transposed", "M transposed", "masses ignored",
             "projection left out")  # fmt: skip
NOTHING = "Nothing is recorded with this version: `python benchmarks/mutations.py` measures it.\n"


def page(record: Path) -> str:
    """How many claims notice each mutation, the table, and what was missed."""
    if not record.exists():
        return NOTHING
    found = json.loads(record.read_text(encoding="utf-8"))
    rows = [(f"[`{name}`](#claim-{name})", *map(_cell, _row(one))) for name, one in found.items()]
    return "\n".join([
        table(("", *MUTATIONS), _counts(found)),
        _unmeasured(found),
        table(("claim", *MUTATIONS), rows),
        _missed(found),
    ])  # fmt: skip


def _unmeasured(found: dict[str, Any]) -> str:
    left = [f"`{name}`" for name in claims.names() if name not in found]
    return f"Not on record yet: {', '.join(left)}.\n" if left else ""


def _row(one: dict[str, Any]) -> list[dict[str, Any] | None]:
    return [one["mutations"].get(mutation) for mutation in MUTATIONS]


def _cell(how: dict[str, Any] | None) -> str:
    if how is None:
        return ""
    if not how["noticed"]:
        return "**no**"
    return "equation" if how["guard"] else "yes"


def _counts(found: dict[str, Any]) -> list[tuple[str, ...]]:
    hows = [_of(found, mutation) for mutation in MUTATIONS]
    own = [sum(how["noticed"] and not how["guard"] for how in column) for column in hows]
    return [
        ("claims that depend on it", *(str(len(column)) for column in hows)),
        ("notice it", *(str(sum(how["noticed"] for how in column)) for column in hows)),
        ("by their own statement", *map(str, own)),
    ]


def _of(found: dict[str, Any], mutation: str) -> list[dict[str, Any]]:
    return [one["mutations"][mutation] for one in found.values() if mutation in one["mutations"]]


def _missed(found: dict[str, Any]) -> str:
    missed = [
        f"- {mutation}: " + ", ".join(f"`{name}`" for name in names) + "\n"
        for mutation in MUTATIONS
        if (names := [n for n, one in found.items() if _is_missed(one, mutation)])
    ]
    return plain("Not noticed:\n\n") + "".join(missed) if missed else "None is missed.\n"


def _is_missed(one: dict[str, Any], mutation: str) -> bool:
    how = one["mutations"].get(mutation)
    return how is not None and not how["noticed"]
