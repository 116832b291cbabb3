"""The journal of a search: what was found, batch by batch, so that a killed search goes on.

A search is a function of its seed and of what it finds.  The journal keeps the findings; begun
again, the search asks the same questions, reads the answers there as far as they go, and then
evaluates.  Each line holds a fingerprint of the points, so that a journal of another search is
noticed.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from tokenflock.errors import InputError


class Journal:
    """A file of lines, one for each batch of points; a last line cut short by a kill is dropped."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._kept = iter(self._truncated())

    def recall(self, points: np.ndarray) -> np.ndarray | None:
        """What was found at points when this search was here before; None if it was not."""
        line = next(self._kept, None)
        if line is None:
            return None
        if line["points"] != _fingerprint(points):
            raise InputError(
                f"`{self.path}` is the journal of another search: of another seed, claim or "
                "version. Name another folder with --out."
            )
        return np.array([-np.inf if value is None else value for value in line["excess"]])

    def keep(self, points: np.ndarray, excess: np.ndarray) -> None:
        """Write down what was found at points."""
        values = [float(value) if np.isfinite(value) else None for value in excess]
        line = json.dumps({"points": _fingerprint(points), "excess": values})
        with self.path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")

    def _truncated(self) -> list[dict]:
        """The whole lines of the file, which then ends with the last of them."""
        if not self.path.exists():
            return []
        text = self.path.read_text(encoding="utf-8")
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            self.path.write_text(whole, encoding="utf-8")
        return list(self._parsed(whole))

    def _parsed(self, text: str) -> Iterator[dict]:
        for number, line in enumerate(text.splitlines(), start=1):
            try:
                parsed = json.loads(line)
                yield {"points": parsed["points"], "excess": list(parsed["excess"])}
            except (ValueError, TypeError, KeyError):
                raise InputError(
                    f"Line {number} of `{self.path}` is damaged. Remove the folder, or name "
                    "another with --out."
                ) from None


def _fingerprint(points: np.ndarray) -> str:
    return hashlib.sha256(np.ascontiguousarray(points).tobytes()).hexdigest()[:16]
