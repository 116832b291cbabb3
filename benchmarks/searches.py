"""Searches for counterexamples of every claim that says what it quantifies over.

    python benchmarks/searches.py [EVALUATIONS] [CLAIM ...]
    python benchmarks/searches.py planted

Each search goes on in build/searches if it was begun there, after Ctrl-C or a kill as well.  What
was found goes to docs/measured/searches.json, beside what it holds of other claims; `planted`
searches false statements and theorems with several seeds (docs/measured/planted.json).  `make docs`
makes the page of both.
"""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from tokenflock.papers import claims
from tokenflock.papers.search.finding import Search

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "docs" / "measured" / "searches.json"
PLANTED = ROOT / "docs" / "measured" / "planted.json"
EVALUATIONS, SEEDS = 20000, range(5)


def main() -> None:
    """Search what the command line names, or all claims, and record what was found."""
    if sys.argv[1:] == ["planted"]:
        return planted()
    budget = int(sys.argv[1]) if len(sys.argv) > 1 else EVALUATIONS
    chosen = sys.argv[2:] or [c.name for c in claims.all_claims() if c.quantified is not None]
    for name in chosen:
        found = Search(
            claims.claim(name), ROOT / "build" / "searches" / name, budget=budget, seed=0
        )
        outcome = found.run()
        print(outcome.sentence, f"({outcome.seconds:.0f} s)", flush=True)
        record(RECORD, name, outcome.plain())
    return None


def planted() -> None:
    """Search false statements until they fall, and theorems for a while, with several seeds."""
    sys.path.insert(0, str(ROOT))
    from tests.support.planted import FALSE, TRUE, claimed

    for kind, statements, budget in (("false", FALSE, 4000), ("theorem", TRUE, 1000)):
        for name, quantified in statements.items():
            runs = [searched(claimed(name, quantified), budget, seed) for seed in SEEDS]
            record(PLANTED, name, {"kind": kind, "runs": runs})
            print(kind, name, runs, flush=True)


def searched(claim: claims.Claim, budget: int, seed: int) -> dict[str, Any]:
    """One search in a folder that is thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        found = Search(claim, Path(folder), budget=budget, seed=seed).run().plain()
    return {name: found[name] for name in ("seed", "evaluations", "violated", "seconds")}


def record(path: Path, name: str, found: dict[str, Any]) -> None:
    """Add what was found under a name to a file."""
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    path.write_text(json.dumps(known | {name: found}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
