"""Whether verdicts depend on luck: every claim, measured with other random numbers ten times.

    python benchmarks/seed_offsets.py [CLAIM ...] [--offsets 10] [--most 60]

An offset exchanges all seeds of a claim, as `tokenflock check NAME --seed-offset K --quick` does.
Offsets come one after the other, so that all claims have had some at any time; what was measured is
written down at once to docs/measured/seed_offsets.json, and not measured again unless the file of
the claim has changed since.  Claims that took more than `--most` seconds of CPU wait until the end.
`make docs` makes the table of it.
"""

import argparse
import ast
import hashlib
import inspect
import json
import os
import sys
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from tokenflock.papers import claims
from tokenflock.papers.outcomes import outcome_of

RECORD = Path(__file__).parents[1] / "docs" / "measured" / "seed_offsets.json"
OFFSETS = 10
APART = ("quantified", "draw", "configurations")  # of a claim, which its verdict does not need
Record = dict[str, dict[str, Any]]


def fingerprint(name: str) -> str:
    """A few digits that change with what a claim measures and checks, not with how it is drawn."""
    module = inspect.getsource(sys.modules[claims.claim(name).check.__module__])
    tops = {name: node for node in ast.parse(module).body for name in defined(node)}
    used: set[str] = set()
    left = set(used_in(tops["CLAIM"]))
    while left := left & set(tops) - used - {"CLAIM"}:
        used |= left
        left = {name for top in left for name in used_in(tops[top])}
    text = "".join(ast.dump(tops[name]) for name in sorted(used))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def defined(node: ast.stmt) -> list[str]:
    """The names that a statement of a module defines."""
    if isinstance(node, ast.Assign):
        return [
            n.id for target in node.targets for n in ast.walk(target) if isinstance(n, ast.Name)
        ]
    return [node.name] if isinstance(node, ast.FunctionDef | ast.ClassDef) else []


def used_in(node: ast.AST) -> list[str]:
    """The names that a statement uses, but for those of searches, figures and certificates."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        left = [k for k in node.keywords if k.arg not in APART]
        parts: list[ast.AST] = [node.func, *node.args, *left]
    else:
        parts = list(ast.iter_child_nodes(node))
    own = [node.id] if isinstance(node, ast.Name) else []
    return own + [name for part in parts for name in used_in(part)]


def measured(task: tuple[str, int]) -> tuple[str, int, dict[str, Any]]:
    """The outcome of a claim under an offset, in a few words."""
    name, offset = task
    outcome = outcome_of(name, quick=True, offset=offset)
    failed = [check.sentence() for check in outcome.checks if not check.passed]
    reason = outcome.failure.strip().splitlines()[-1:] or failed
    found = {"as_recorded": outcome.as_recorded, "failed": reason, "cpu": round(outcome.cpu, 1)}
    return name, offset, found


def known() -> Record:
    """What is on record of claims as they are now."""
    text = RECORD.read_text(encoding="utf-8") if RECORD.exists() else "{}"
    names = claims.names()
    return {
        name: one for name, one in json.loads(text).items()
        if name in names and one["file"] == fingerprint(name)
    }  # fmt: skip


def keep(record: Record) -> None:
    """Replace the record in one step, so that a kill leaves the old or the new one."""
    ordered = {name: record[name] for name in claims.names() if name in record}
    new = RECORD.with_suffix(".new")
    new.write_text(json.dumps(ordered, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    new.replace(RECORD)


def tasks(names: tuple[str, ...], count: int, most: float, record: Record) -> Iterator[Any]:
    """What is left to be measured, offset by offset; slow claims last, as far as it is known."""
    slow = [name for name in names if cost(record.get(name)) > most]
    for group in ([name for name in names if name not in slow], slow):
        for offset in range(1, count + 1):
            yield from (
                (name, offset) for name in group
                if str(offset) not in record.get(name, {"offsets": {}})["offsets"]
            )  # fmt: skip


def cost(one: dict[str, Any] | None) -> float:
    """The seconds of CPU that a claim took on average."""
    took = [run["cpu"] for run in one["offsets"].values()] if one else []
    return sum(took) / len(took) if took else 0.0


def main() -> None:
    """Measure what is not on record."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="CLAIM")
    parser.add_argument("--offsets", type=int, default=OFFSETS)
    parser.add_argument("--most", type=float, default=60.0)
    options = parser.parse_args()
    record = known()
    names = claims.selection(tuple(options.names))
    left = list(tasks(names, options.offsets, options.most, record))
    files = {name: fingerprint(name) for name in names}
    # Claims are imported before the first is measured, so that they may be edited meanwhile.
    with get_context("spawn").Pool(1, claims.all_claims) as pool:
        for name, offset, found in pool.imap(measured, left):
            one = record.setdefault(name, {"file": files[name], "offsets": {}})
            one["offsets"][str(offset)] = found
            keep(record)
            print(name, offset, found, flush=True)


if __name__ == "__main__":
    main()
