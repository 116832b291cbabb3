"""The exceptions: bad input, and a solve that cannot go on; the nearest name for a misspelt one."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any


class InputError(ValueError):
    """Input that cannot be served: what must hold, what we got, what to do."""


class SolveError(RuntimeError):
    """A solve that cannot go on, with the time and the tokens (n, d) where it stands."""

    def __init__(self, sentence: str, *, time: float, x: Any) -> None:
        super().__init__(sentence)
        self.time, self.x = time, x

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (str(self), self.time, self.x)


def _rebuilt(sentence: str, time: float, x: Any) -> SolveError:
    return SolveError(sentence, time=time, x=x)


def did_you_mean(name: str, valid: Iterable[str]) -> str:
    """` Did you mean 'causal'?`, or nothing when no valid name is near.

    Beginnings count as names, so that 'causl' finds 'causal-circle'.
    """
    known = {beginning: word for word in valid for beginning in (word[: len(name) + 1], word)}
    near = get_close_matches(name, known, n=1, cutoff=0.6)
    return f" Did you mean {known[near[0]]!r}?" if near else ""


def short(value: Any) -> str:
    """A value as text of at most 60 characters."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:57] + "..."
