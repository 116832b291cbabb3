"""The exception for bad input, and the nearest valid name for a misspelt one."""

from collections.abc import Iterable
from difflib import get_close_matches


class InputError(ValueError):
    """Input that cannot be served: what must hold, what we got, what to do."""


def did_you_mean(name: str, valid: Iterable[str]) -> str:
    """` Did you mean 'causal'?`, or nothing when no valid name is near.

    Beginnings count as names, so that 'causl' finds 'causal-circle'.
    """
    known = {beginning: word for word in valid for beginning in (word[: len(name) + 1], word)}
    near = get_close_matches(name, known, n=1, cutoff=0.6)
    return f" Did you mean {known[near[0]]!r}?" if near else ""
