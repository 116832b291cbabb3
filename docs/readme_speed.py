"""Writes the speeds of the README anew, from docs/measured/bench.json: `make measured` runs it."""

import json
import re
from pathlib import Path

from extension.headline import headline

DOCS = Path(__file__).parent
README = DOCS.parent / "README.md"
BLOCK = re.compile(r"(?<=<!-- measured: docs/readme_speed.py -->\n).*?(?=<!-- end -->)", re.DOTALL)


def renewed(text: str) -> str:
    """The README with the speeds on record."""
    found = json.loads((DOCS / "measured" / "bench.json").read_text(encoding="utf-8"))
    return BLOCK.sub(lambda _: f"\n{headline(found)}\n", text)


if __name__ == "__main__":
    README.write_text(renewed(README.read_text(encoding="utf-8")), encoding="utf-8")
