"""Layers, heads and numbers in the words of a finding."""

from collections.abc import Sequence

import numpy as np

MOST_HEADS = 6


def layers(found: np.ndarray) -> str:
    """Layers in words, counted from 0: 'layer 3', 'layers 3-5, 9'; -1 is the embedding."""
    runs: list[list[int]] = []
    for k in found.tolist():
        if runs and k == runs[-1][1] + 1:
            runs[-1][1] = k
        else:
            runs.append([k, k])
    words = [_run(*run) for run in runs]
    one = len(found) == 1
    return words[0] if one and found[0] < 0 else f"layer{'' if one else 's'} {', '.join(words)}"


def _run(first: int, last: int) -> str:
    start = "the embedding" if first < 0 else str(first)
    return start if first == last else f"{start}–{last}"


def heads(found: Sequence[tuple[int, int]]) -> str:
    """The first heads by layer and number, and how many more there are."""
    words = [f"layer {k} head {h}" for k, h in found[:MOST_HEADS]]
    more = f" and {len(found) - MOST_HEADS} more" if len(found) > MOST_HEADS else ""
    return ", ".join(words) + more


def sentence(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def interval(values: np.ndarray, digits: int = 2) -> str:
    """The least and the largest of some numbers, or the one that both are."""
    low, high = f"{np.min(values):.{digits}f}", f"{np.max(values):.{digits}f}"
    return low if low == high else f"{low} to {high}"


def at_least(share: float) -> str:
    """A share of attention and more, in percent."""
    return "all of" if share > 0.999 else f"{100 * share:.1f} % or more of"


def percent(value: float) -> str:
    """A share in percent, two digits where it is small."""
    return f"{100 * value:.2g} %" if value < 0.1 else f"{100 * value:.0f} %"
