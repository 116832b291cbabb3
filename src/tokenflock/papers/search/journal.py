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
        line = self._next(points)
        return None if line is None else _numbers(line["excess"])

    def recall_slope(self, point: np.ndarray) -> tuple[float, np.ndarray] | None:
        """The excess and the slope that were found at a point; None if it was not looked at."""
        line = self._next(point[None])
        if line is None:
            return None
        if line["slope"] is None:
            raise self._another()
        return float(_numbers(line["excess"])[0]), _numbers(line["slope"])

    def keep(self, points: np.ndarray, excess: np.ndarray, slope: np.ndarray | None = None) -> None:
        """Write down what was found at points."""
        line = {"points": _fingerprint(points), "excess": _plain(excess)}
        line |= {} if slope is None else {"slope": _plain(slope)}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def _next(self, points: np.ndarray) -> dict | None:
        line = next(self._kept, None)
        if line is not None and line["points"] != _fingerprint(points):
            raise self._another()
        return line

    def _another(self) -> InputError:
        return InputError(
            f"`{self.path}` is the journal of another search: of another seed, claim, version or "
            "kind of slopes. Name another folder with --out."
        )

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
                slope = parsed.get("slope")
                yield {
                    "points": parsed["points"], "excess": list(parsed["excess"]),
                    "slope": None if slope is None else list(slope),
                }  # fmt: skip
            except (ValueError, TypeError, KeyError, AttributeError):
                raise InputError(
                    f"Line {number} of `{self.path}` is damaged. Remove the folder, or name "
                    "another with --out."
                ) from None


def _plain(values: np.ndarray) -> list[float | None]:
    """Numbers as JSON holds them; None for those that are not finite."""
    return [float(value) if np.isfinite(value) else None for value in values]


def _numbers(values: list[float | None]) -> np.ndarray:
    """And back: minus infinity for None."""
    return np.array([-np.inf if value is None else value for value in values])


def _fingerprint(points: np.ndarray) -> str:
    return hashlib.sha256(np.ascontiguousarray(points).tobytes()).hexdigest()[:16]
