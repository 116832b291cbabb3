"""Searches for counterexamples of every claim that says what it quantifies over.

    python benchmarks/searches.py [EVALUATIONS] [CLAIM ...]

Each search goes on in build/searches if it was begun there.  What was found goes to
docs/measured/searches.json, beside what it holds of other claims; `make docs` makes the page of it.
"""

import json
import sys
from pathlib import Path

from tokenflock.papers import claims
from tokenflock.papers.search.finding import Search

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "docs" / "measured" / "searches.json"
EVALUATIONS = 20000


def main() -> None:
    """Search the claims of the command line, or all, and record what was found."""
    budget = int(sys.argv[1]) if len(sys.argv) > 1 else EVALUATIONS
    chosen = sys.argv[2:] or [c.name for c in claims.all_claims() if c.quantified is not None]
    for name in chosen:
        found = Search(
            claims.claim(name), ROOT / "build" / "searches" / name, budget=budget, seed=0
        )
        outcome = found.run()
        print(outcome.sentence, f"({outcome.seconds:.0f} s)", flush=True)
        known = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
        text = json.dumps(known | {name: outcome.plain()}, indent=1)
        RECORD.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
